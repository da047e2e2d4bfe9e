import { closeSync, existsSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError } from '../errors/config-error.ts';
import { evaluateWpConfig } from './evaluate-wp-config.ts';

export interface WpConfig {
  /** Path of the file. */
  file: string;
  /** `DB_NAME` → its value. */
  constants: Record<string, string>;
  tablePrefix: string;
  /** Socket of PHP's MySQL driver for `localhost`; empty if unknown. */
  socket: string;
  /** The reason why the file was read as text; empty: it was evaluated. */
  doubt: string;
}

/** A file whose text and owner were read from one open handle. */
export interface OpenedFile {
  path: string;
  /** WordPress' folder, as given. */
  folder: string;
  text: string;
  uid: number;
  gid: number;
}

const needed = ['DB_NAME', 'DB_USER', 'DB_PASSWORD', 'DB_HOST'];

export const missingFrom = (constants: Record<string, string>): string[] =>
  needed.filter((name) => constants[name] === undefined);

const stringLiteral = String.raw`'((?:[^'\\]|\\.)*)'|"((?:[^"\\$]|\\.)*)"`;

/** Unquotes a single-quoted PHP string, which has only the escapes `\'` and `\\`. */
const unquoteSingle = (text: string) => text.replace(/\\(['\\])/g, '$1');
/** Unquotes the escapes of a double-quoted PHP string that a password or key may contain. */
const unquoteDouble = (text: string) => text.replace(/\\(["\\$])/g, '$1');

/** Removes comments, but not text inside strings that looks like a comment. */
function withoutComments(php: string): string {
  // eslint-disable-next-line no-restricted-syntax -- reads the site's own wp-config.php
  const pattern = new RegExp(String.raw`(${stringLiteral})|/\*[\s\S]*?\*/|(?://|#)[^\n]*`, 'g');
  return php.replace(pattern, (match, literal: string | undefined) => literal ?? ' ');
}

/** Parses a wp-config.php without PHP: literal constants and the prefix. */
export function parseWpConfig(php: string): Pick<WpConfig, 'constants' | 'tablePrefix'> {
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

/**
 * Finds the file as wp-load.php does: one folder above only if that is not a WordPress folder.
 *
 * @throws ConfigError
 */
function openWpConfig(folder: string): OpenedFile {
  const above = resolve(folder, '..');
  const tried = existsSync(resolve(above, 'wp-settings.php')) ? [folder] : [folder, above];
  for (const path of tried.map((one) => resolve(one, 'wp-config.php'))) {
    try {
      const file = openSync(path, 'r');
      try {
        const { uid, gid } = fstatSync(file);
        return { path, folder: resolve(folder), text: readFileSync(file, 'utf8'), uid, gid };
      } finally {
        closeSync(file);
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') continue;
      const why = code === 'EACCES' ? 'this user may not read it' : (error as Error).message;
      throw new ConfigError(`${path} cannot be read: ${why}.`);
    }
  }
  throw new ConfigError(`There is no wp-config.php in ${resolve(folder)} or the folder above it.`);
}

/**
 * Evaluates the wp-config.php of a folder; reads it as text where it cannot be evaluated.
 *
 * @throws ConfigError when there is no file, or it cannot be read
 */
export function readWpConfig(
  folder: string,
  env: Record<string, string | undefined>,
  url: string,
): WpConfig {
  const opened = openWpConfig(folder);
  const { problem, ...evaluated } = evaluateWpConfig(opened, env, url);
  // Code after the line that loads WordPress fails without it, when all constants are defined.
  if (problem === '' || missingFrom(evaluated.constants).length === 0) {
    return { file: opened.path, ...evaluated, doubt: '' };
  }
  return { file: opened.path, ...parseWpConfig(opened.text), socket: '', doubt: problem };
}
