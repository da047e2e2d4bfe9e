/** Words that must not be found, and the places where something of the product could be read. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { runPhp, stack } from '../../stack.ts';

/** Word by word what must not be found, with what it is the secret of. */
export class Secrets {
  readonly words = new Map<string, string>();

  make(of: string): string {
    const word = `canary${randomBytes(6).toString('hex')}`;
    this.words.set(word, of);
    return word;
  }

  /** `private in the answer` for each secret that a text holds. */
  leaks(texts: Record<string, unknown>): string[] {
    return Object.entries(texts).flatMap(([where, text]) => {
      const shown = (typeof text === 'string' ? text : JSON.stringify(text)).toLowerCase();
      const found = [...this.words].filter(([word]) => shown.includes(word));
      return found.map(([, of]) => `${of} in ${where}`);
    });
  }
}

/** Every row of the sidecar's tables. */
export async function storedRows(databaseUrl: string): Promise<Record<string, unknown[]>> {
  if (!databaseUrl.startsWith('sqlite:')) {
    return runPhp(`global $wpdb;
      $rows = array();
      foreach ( $wpdb->get_col( "SHOW TABLES LIKE 'wp\\\\_rag\\\\_%'" ) as $table ) {
        $rows[ $table ] = $wpdb->get_results( "SELECT * FROM \`$table\`" );
      }
      return $rows;`);
  }
  const database = new DatabaseSync(databaseUrl.slice('sqlite:'.length), { readOnly: true });
  const tables = database.prepare(
    "select name from sqlite_master where type = 'table' and name like 'wp_rag_%'",
  );
  const names = tables.all().map(({ name }) => String(name));
  const select = (name: string) => database.prepare(`select * from "${name}"`).all();
  return Object.fromEntries(names.map((name) => [name, select(name)]));
}

/** Returns the logs of PHP and the web server. */
export function siteLogs(): Record<string, string> {
  const { logs, debugLog } = stack();
  const read = (file: string) => readFileSync(file, 'utf8');
  return {
    'PHP’s log': read(debugLog),
    'the log of php-fpm': read(join(logs, 'php-fpm.log')),
    'the web server’s log of errors': read(join(logs, 'nginx-error.log')),
  };
}

interface Exported {
  group_label: string;
  data: { name: string; value: string }[];
}

/** Runs code on each page of what a callback of core's privacy tools answers about a person. */
const eachPage = (tool: 'exporters' | 'erasers', email: string, code: string) => `
  foreach ( apply_filters( 'wp_privacy_personal_data_${tool}', array() ) as $name => $tool ) {
    $page = 1;
    do {
      $found = call_user_func( $tool['callback'], '${email}', $page++ );
      if ( is_wp_error( $found ) ) { throw new Exception( $found->get_error_message() ); }
      ${code}
    } while ( ! $found['done'] );
  }`;

/** Returns the personal data that core exports of a person, by the plugin that has it. */
export const exportedData = (email: string) =>
  runPhp<Record<string, Exported[]>>(`$all = array();
    ${eachPage('exporters', email, "$all[ $name ] = array_merge( $all[ $name ] ?? array(), $found['data'] );")}
    return $all;`);

/** Erases the personal data of a person as core does. Returns whether something was removed, and something kept. */
export const erase = (email: string) =>
  runPhp<{
    removed: boolean;
    retained: boolean;
  }>(`$all = array( 'removed' => false, 'retained' => false );
    ${eachPage(
      'erasers',
      email,
      `$all['removed'] = $all['removed'] || $found['items_removed'];
      $all['retained'] = $all['retained'] || $found['items_retained'];`,
    )}
    return $all;`);
