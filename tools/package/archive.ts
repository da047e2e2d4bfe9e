import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { zipSync, type Zippable } from 'fflate';

/** The same for all files, so that the same sources make the same archive. Zip keeps local times without a zone. */
const mtime = new Date(2020, 0, 1);

/** Returns a zip archive of a folder, with its files below `name`; equal folders give equal bytes. */
export async function archiveOf(folder: string, name: string): Promise<Uint8Array> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
  const files: Zippable = {};
  for (const path of paths) {
    const content = new Uint8Array(await readFile(join(folder, path)));
    files[`${name}/${path.split(sep).join('/')}`] = content;
  }
  return zipSync(files, { level: 9, mtime });
}
