import { chmodSync, closeSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Another account's files are its own to protect; ours may have been put among them on purpose. */
function narrow(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EPERM' && code !== 'EROFS') throw error;
  }
}

/**
 * Makes the folder for its owner alone. One that exists is narrowed only when it holds nothing but `ours`: in a
 * home, a site or `/tmp` others have to go on.
 */
export function makePrivateFolder(folder: string, isOurs: (name: string) => boolean): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (readdirSync(folder).every(isOurs)) narrow(folder, 0o700);
}

/** File of the search's copy, which lies beside SQLite's file. */
export const isSnapshot = (name: string): boolean => name.includes('.snapshot');

/** Lets only its owner read what is there. Nothing happens when there is nothing. */
export const makePrivate = (path: string): void => narrow(path, 0o600);

/**
 * The file of SQLite, made when it is missing, and those beside it that an earlier run has left. SQLite gives new
 * ones the mode of the first: https://sqlite.org/wal.html
 */
export function makePrivateDatabase(file: string): void {
  const path = resolve(file);
  const folder = dirname(path);
  const isOurs = (name: string) => resolve(folder, name).startsWith(path) || isSnapshot(name);
  makePrivateFolder(folder, isOurs);
  closeSync(openSync(path, 'a', 0o600));
  for (const end of ['', '-wal', '-shm', '-journal']) makePrivate(path + end);
}
