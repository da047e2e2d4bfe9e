/** The archives that `npm run package` has written. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';

export const archive = (name: string): Buffer =>
  readFileSync(new URL(`../../dist/${name}`, import.meta.url));

export const unzip = (name: string): Record<string, Uint8Array> => unzipSync(archive(name));

/** Unpacks an archive outside of the repository, where no package can be found. */
export function unpack(name: string, folder: string): void {
  for (const [path, bytes] of Object.entries(unzip(name))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
}
