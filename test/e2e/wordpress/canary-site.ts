/** A site with secrets: posts of every state in which they are nobody's business. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { runPhp, stack } from '../../stack.ts';

/** Plugins of the site. `sites-vault.php` makes a type of post that only exists while it is active. */
const plugins: Record<string, string> = {
  'mu-plugins/canary.php': `<?php
add_action( 'init', function () {
  register_post_type( 'internal', array( 'public' => false ) );
} );
add_filter( 'itih_post_fields', function ( $fields, $post ) {
  $fields[] = array( 'label' => 'Word', 'value' => get_post_meta( $post->ID, 'word', true ) );
  return $fields;
}, 10, 2 );
add_shortcode( 'for_editors', function ( $attributes ) {
  return current_user_can( 'read_private_posts' ) ? $attributes['word'] : '';
} );
add_shortcode( 'for_members', function ( $attributes, $content ) {
  if ( ! is_user_logged_in() ) { wp_redirect( wp_login_url() ); exit; }
  return $content;
} );
add_filter( 'the_content', function ( $content ) {
  return is_user_logged_in() ? $content : preg_replace( '/<!--members-->.*/s', '', $content );
} );
add_filter( 'rest_pre_dispatch', function ( $result, $server, $request ) {
  $comparing = '/itih/v1/bridge/digest' === $request->get_route() && null === $request['ids'];
  return $comparing && get_option( 'canary_no_digest' ) ? new WP_Error( 'down', 'down', array( 'status' => 500 ) ) : $result;
}, 10, 3 );
`,
  'plugins/sites-vault.php': `<?php
/* Plugin Name: The site's vault */
add_action( 'init', function () {
  register_post_type( 'vault', array( 'public' => true, 'supports' => array( 'title', 'editor', 'excerpt', 'comments' ), 'taxonomies' => array( 'post_tag' ) ) );
} );
`,
};

const literal = (text: string) => `base64_decode( '${Buffer.from(text).toString('base64')}' )`;

export async function installPlugins(): Promise<void> {
  await runPhp(`
    ${Object.entries(plugins)
      .map(([path, code]) => `file_put_contents( WP_CONTENT_DIR . '/${path}', ${literal(code)} );`)
      .join('\n')}
    require_once ABSPATH . 'wp-admin/includes/plugin.php';
    activate_plugin( 'sites-vault.php' );`);
  // The addresses of its type, which the request that switches it on does not know yet.
  await runPhp('flush_rewrite_rules( false );');
}

export const removePlugins = () =>
  runPhp(`
    require_once ABSPATH . 'wp-admin/includes/plugin.php';
    deactivate_plugins( 'sites-vault.php' );
    delete_option( 'canary_no_digest' );
    foreach ( array( '${Object.keys(plugins).join("', '")}' ) as $path ) { unlink( WP_CONTENT_DIR . '/' . $path ); }`);

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

export interface SecretPost {
  id: number;
  question: string;
  word: string;
}

export interface Planned {
  place: string;
  word: string;
  fields?: Record<string, string> | undefined;
}

/** Posts that say their word wherever a post can say something. */
export async function writePosts(planned: readonly Planned[]): Promise<SecretPost[]> {
  const posts = planned.map(({ place, word, fields }) => ({
    post_type: 'post',
    post_status: 'publish',
    post_title: `The password of the ${place} ${word}`,
    post_name: `password-${word}`,
    post_content: `<p>The password of the ${place} is ${word}.</p>`,
    post_excerpt: `Ask the ${place} for ${word}.`,
    tags_input: [word],
    meta_input: { word },
    ...fields,
  }));
  const ids = await runPhp<number[]>(`
    return array_map( function ( $post ) {
      $id = wp_insert_post( $post, true );
      if ( is_wp_error( $id ) ) { throw new Exception( $id->get_error_message() ); }
      $comment = array( 'comment_post_ID' => $id, 'comment_content' => $post['meta_input']['word'], 'comment_approved' => 1 );
      wp_insert_comment( $comment );
      return $id;
    }, json_decode( ${literal(JSON.stringify(posts))}, true ) );`);
  return planned.map(({ place, word }, index) => ({
    id: ids[index] ?? 0,
    question: `What is the password of the ${place}?`,
    word,
  }));
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
