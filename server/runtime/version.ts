import { readFileSync } from 'node:fs';
import { ownFile } from './program-files.ts';

/** Reads the version of the program on disk. @throws Error while its files are being replaced */
export const versionOnDisk = (): string =>
  (JSON.parse(readFileSync(ownFile('package.json'), 'utf8')) as { version: string }).version;

/** Version of the program that runs. */
export const version = versionOnDisk();
