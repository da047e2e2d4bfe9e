import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { zipSync, type Zippable } from 'fflate';

/**
 * Returns a zip archive of a folder, with its files below `name`; equal folders give equal bytes.
 *
 * @param mtime Of all files, another one for each release: PHP's opcache keeps the old code of a file whose time an
 *   update by `unzip` does not change. Zip keeps local times without a zone.
 */
export async function archiveOf(folder: string, name: string, mtime: Date): Promise<Uint8Array> {
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
