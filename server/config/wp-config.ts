import { closeSync, existsSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError } from '../errors/config-error.ts';
import { askWpConfig } from './ask-wp-config.ts';

export interface WpConfig {
  /** Path of the file. */
  file: string;
  /** `DB_NAME` → its value. */
  constants: Record<string, string>;
  /** Empty if unknown. */
  tablePrefix: string;
  /** Socket of PHP's MySQL driver for `localhost`; empty if unknown. */
  socket: string;
  /** Which values are not known, and why; empty: all are. */
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

export const missingFrom = ({ constants, tablePrefix }: WpConfig): string[] => [
  ...needed.filter((name) => constants[name] === undefined),
  ...(tablePrefix === '' ? ['$table_prefix'] : []),
];

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
 * Reads the wp-config.php of a folder.
 *
 * @throws ConfigError when there is no file, or it cannot be read
 */
export function readWpConfig(
  folder: string,
  env: Record<string, string | undefined>,
  url: string,
): WpConfig {
  const opened = openWpConfig(folder);
  const { problem: doubt, ...said } = askWpConfig(opened, env, url);
  return { file: opened.path, ...said, doubt };
}
