import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Stands in a bundle in place of server/runtime/program-files.ts: all files of the program are in one folder. */
const folder = new URL('./', import.meta.url);

/** The folders of tables, models and languages keep their names; programs are JavaScript. */
export const ownFile = (path: string): URL => {
  const [, kept] = /^(?:server\/)?((?:sql|models|language)(?:\/.*)?)$/.exec(path) ?? [];
  return new URL(kept ?? basename(path).replace(/\.ts$/, '.mjs'), folder);
};

export const packageFile = (file: string): string => fileURLToPath(new URL(basename(file), folder));

export const programFolders = (): string[] => [dirname(fileURLToPath(import.meta.url))];
