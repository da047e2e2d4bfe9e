import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import type * as esbuild from 'esbuild';
import { repository } from '../demo/paths.ts';
import { aboutPackage, packageFolderOf } from './licences.ts';

/** Replaces the module that knows where the program's files are. */
const programFiles: esbuild.Plugin = {
  name: 'program-files',
  setup(build) {
    build.onLoad({ filter: /[/\\]server[/\\]runtime[/\\]program-files\.ts$/ }, async () => ({
      contents: await readFile(join(import.meta.dirname, 'program-files.ts'), 'utf8'),
      loader: 'ts',
    }));
  },
};

interface Lock {
  packages: Record<string, { version?: string }>;
}

/** Returns one folder for each package and version, the same each time whatever is resolved first. */
async function foldersByVersion(): Promise<Map<string, string>> {
  const lock = await readFile(join(repository, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lock) as Lock;
  const folders = Object.keys(packages).sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  const first = new Map<string, string>();
  for (const folder of folders.filter((path) => existsSync(join(repository, path)))) {
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const key = `${name}@${packages[folder]?.version}`;
    if (!first.has(key)) first.set(key, join(repository, folder));
  }
  return first;
}

/** npm installs a package several times where its versions differ elsewhere; equal versions are bundled once. */
const onePerVersion: esbuild.Plugin = {
  name: 'one-per-version',
  async setup(build) {
    const folders = await foldersByVersion();
    build.onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, ...options }) => {
      if (pluginData === 'asked') return null;
      const found = await build.resolve(path, { ...options, pluginData: 'asked' });
      const folder = packageFolderOf(found.path);
      // Others, such as optional packages that are missing, are left to esbuild.
      if (found.external || folder === null) return null;
      const { name, version } = await aboutPackage(folder);
      const first = folders.get(`${name}@${version}`) ?? folder;
      return { ...found, path: first + found.path.slice(folder.length) };
    });
  },
};

/**
 * Node gives a CommonJS package that is imported at run time the names of its exports; esbuild gives it `default`
 * alone.
 */
const namedExports: esbuild.Plugin = {
  name: 'named-exports',
  setup(build) {
    const namespace = 'named-exports';
    build.onResolve({ filter: /^[^./]/ }, async ({ kind, path, resolveDir }) => {
      if (kind !== 'dynamic-import' || isBuiltin(path)) return null;
      const names = Object.keys((await import(path)) as object);
      if (!names.includes('module.exports')) return null;
      const exported = names.filter((name) => /^[\w$]+$/.test(name)).join(', ');
      return { path, namespace, pluginData: { exported, resolveDir } };
    });
    build.onLoad({ filter: /^/, namespace }, ({ path, pluginData }) => {
      const { exported, resolveDir } = pluginData as { exported: string; resolveDir: string };
      return { contents: `export { ${exported} } from ${JSON.stringify(path)};`, resolveDir };
    });
  },
};

/**
 * Parts of packages that nothing here uses, and that a bundler cannot know to be unused: cheerio's own way to fetch a
 * page, and zod's messages in other languages.
 */
const unused: readonly [filter: RegExp, contents: string][] = [
  [/[/\\]undici[/\\]index\.js$/, 'module.exports = {};'],
  [/[/\\]zod[/\\]v4[/\\]locales[/\\]index\.js$/, "export { default as en } from './en.js';"],
];
const leftOut: esbuild.Plugin = {
  name: 'left-out',
  setup(build) {
    for (const [filter, contents] of unused) {
      build.onLoad({ filter }, () => ({ contents, loader: 'js' }));
    }
  },
};

export const plugins = [programFiles, leftOut, namedExports, onePerVersion];
