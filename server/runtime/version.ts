import { readFileSync } from 'node:fs';
import { ownFile } from './program-files.ts';

interface About {
  version: string;
  /** Written by `npm run package`, as far as it knows. */
  release?: string;
}

const about = (): About => JSON.parse(readFileSync(ownFile('package.json'), 'utf8')) as About;

/** Reads the version of the program on disk. @throws Error while its files are being replaced */
export const versionOnDisk = (): string => about().version;

/** Returns where the files of this release lie; null: this is none. */
export function releaseAddress(): URL | null {
  const { release } = about();
  return release === undefined ? null : new URL(release);
}

/** Version of the program that runs. */
export const version = versionOnDisk();
