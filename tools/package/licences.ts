import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from '../demo/paths.ts';

interface About {
  name: string;
  version: string;
  license?: string;
}

const licenceFile = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

/** Returns the folder of the package that a file belongs to; null: none. */
export const packageFolderOf = (file: string): string | null =>
  /^(.*node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+)[/\\]/.exec(file)?.[1] ?? null;

export const aboutPackage = async (folder: string): Promise<About> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as About;

const packagesOf = (files: readonly string[]): string[] =>
  [...new Set(files.map(packageFolderOf))].filter((folder) => folder !== null).sort();

/** Returns the names and the texts of the licences of the packages that files belong to. */
export async function licencesOf(files: readonly string[]): Promise<string> {
  const texts = await Promise.all(
    packagesOf(files).map(async (path) => {
      const folder = join(repository, path);
      const about = await aboutPackage(folder);
      const names = (await readdir(folder)).filter((name) => licenceFile.test(name)).sort();
      const licences = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
      const title = `${about.name} ${about.version} (${about.license ?? 'see below'})`;
      return [title, ...licences.map((text) => text.trim())].join('\n\n');
    }),
  );
  return `${texts.join(`\n\n${'-'.repeat(78)}\n\n`)}\n`;
}
