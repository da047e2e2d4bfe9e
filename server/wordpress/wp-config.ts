import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface WpConfig {
  /** String constants: `DB_NAME` → its value. */
  constants: Record<string, string>;
  tablePrefix: string;
}

const stringLiteral = String.raw`'((?:[^'\\]|\\.)*)'|"((?:[^"\\$]|\\.)*)"`;

/** PHP's single quotes know only `\'` and `\\`. */
const unquoteSingle = (text: string) => text.replace(/\\(['\\])/g, '$1');
/** Those of PHP's double quotes that a password or a key may need. */
const unquoteDouble = (text: string) => text.replace(/\\(["\\$])/g, '$1');

/** Comments are cut, but not what looks like one inside a string. */
function withoutComments(php: string): string {
  // eslint-disable-next-line no-restricted-syntax -- reads the site's own wp-config.php
  const pattern = new RegExp(String.raw`(${stringLiteral})|/\*[\s\S]*?\*/|(?://|#)[^\n]*`, 'g');
  return php.replace(pattern, (match, literal: string | undefined) => literal ?? ' ');
}

/** What can be known of a wp-config.php without running it: literal constants and the prefix. */
export function parseWpConfig(php: string): WpConfig {
  const code = withoutComments(php);
  const constants: Record<string, string> = {};
  // eslint-disable-next-line no-restricted-syntax -- reads the site's own wp-config.php
  const define = new RegExp(
    String.raw`\bdefine\s*\(\s*['"](\w+)['"]\s*,\s*(?:${stringLiteral})\s*[,)]`,
    'g',
  );
  for (const [, name = '', single, double] of code.matchAll(define)) {
    constants[name] ??= single === undefined ? unquoteDouble(double ?? '') : unquoteSingle(single);
  }
  // eslint-disable-next-line no-restricted-syntax -- reads the site's own wp-config.php
  const prefix = new RegExp(String.raw`\$table_prefix\s*=\s*(?:${stringLiteral})`).exec(code);
  return { constants, tablePrefix: prefix?.[1] ?? prefix?.[2] ?? 'wp_' };
}

/** WordPress also accepts the file one folder above its own. */
export function readWpConfig(folder: string): WpConfig {
  const tried = [join(folder, 'wp-config.php'), join(folder, '..', 'wp-config.php')];
  for (const file of tried) {
    try {
      return parseWpConfig(readFileSync(file, 'utf8'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  throw new Error(`No wp-config.php in ${folder}`);
}
