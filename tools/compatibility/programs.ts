import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../stack/commands.ts';
import { cacheFolder, makeFolder } from '../stack/folders.ts';
import { keptTree } from '../stack/kept-tree.ts';
import { unpackNpmArchive } from '../stack/npm-archive.ts';
import { unpackSuite } from '../stack/unpacked-suite.ts';

/** In the order in which they need each other. Debian keeps each in a file of its own. */
const extensions = [
  ...['mysqlnd', 'xml', 'dom', 'ctype', 'curl', 'exif', 'fileinfo', 'gd', 'iconv', 'intl'],
  ...['mbstring', 'mysqli', 'phar', 'posix', 'simplexml', 'tokenizer', 'xmlreader', 'xmlwriter'],
  'zip',
];
const packages = ['fpm', 'mysql', 'curl', 'mbstring', 'xml', 'gd', 'zip', 'intl'];

/** A folder for PATH with the programs `php` and `php-fpm…` of another Debian suite. */
export async function phpOf(suite: string, version: string): Promise<string> {
  const names = packages.map((name) => `php${version}-${name}`);
  const unpacked = await unpackSuite(suite, ...names);
  const folder = makeFolder(join(cacheFolder, 'compatibility', `php-${version}`));
  const [modules = ''] = globSync('usr/lib/php/2*', { cwd: unpacked.root });
  const path = join(unpacked.root, modules);
  writeFileSync(
    join(folder, 'php.ini'),
    [`extension_dir=${path}`, ...extensions.map((name) => `extension=${name}.so`)].join('\n'),
  );
  const wrap = (name: string, program: string) => {
    const command = unpacked.command(program).map((part) => `'${part}'`);
    writeFileSync(
      join(folder, name),
      `#!/bin/sh\nPHP_INI_SCAN_DIR= exec ${command.join(' ')} -c '${join(folder, 'php.ini')}' "$@"\n`,
      { mode: 0o755 },
    );
  };
  wrap('php', `usr/bin/php${version}`);
  wrap(`php-fpm${version}`, `usr/sbin/php-fpm${version}`);
  return folder;
}

/** The newest release of a major version of Node in npm's registry. */
export async function nodeOf(major: string): Promise<string> {
  const archive = `node-linux-${process.arch}@${major}`;
  const tree = await keptTree(
    `compatibility/node-${major}`,
    async ({ downloads, tree: target }) => {
      await run('mv', [await unpackNpmArchive(archive, downloads), target]);
    },
  );
  return join(tree, 'bin/node');
}
