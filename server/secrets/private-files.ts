import { chmodSync, closeSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Restricts the mode of a path. Missing files and those of another account are skipped. */
function narrow(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EPERM' && code !== 'EROFS') throw error;
  }
}

/**
 * Makes a folder that only its owner can open. An existing folder is restricted only when all its files are ours:
 * a home folder, a site or `/tmp` must stay accessible.
 */
export function makePrivateFolder(folder: string, isOurs: (name: string) => boolean): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (readdirSync(folder).every(isOurs)) narrow(folder, 0o700);
}

/** Whether a file is a snapshot, which lies beside SQLite's file. */
export const isSnapshot = (name: string): boolean => name.includes('.snapshot');

/** Lets only the owner read a file, if it exists. */
export const makePrivate = (path: string): void => narrow(path, 0o600);

/**
 * Makes SQLite's file, if it is missing, and restricts it and the files that an earlier run left beside it. SQLite
 * gives new files the mode of the database: https://sqlite.org/wal.html
 */
export function makePrivateDatabase(file: string): void {
  const path = resolve(file);
  const folder = dirname(path);
  const isOurs = (name: string) => resolve(folder, name).startsWith(path) || isSnapshot(name);
  makePrivateFolder(folder, isOurs);
  closeSync(openSync(path, 'a', 0o600));
  for (const end of ['', '-wal', '-shm', '-journal']) makePrivate(path + end);
}
