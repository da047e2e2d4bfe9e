import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './commands.ts';
import { openSuite } from './debian-suite.ts';
import { keptTree } from './kept-tree.ts';

/** Programs of another Debian suite: unpacked, not installed, on that suite's own C library. */
export interface Unpacked {
  root: string;
  /** The command line that runs `program`, a path below the root. */
  command: (program: string) => [string, ...string[]];
}

/** The newest first: since Debian 13 everything is below /usr. */
const loaders = [
  'usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2',
  'usr/lib64/ld-linux-x86-64.so.2',
  'usr/lib/aarch64-linux-gnu/ld-linux-aarch64.so.1',
];
const libraries = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map((name) => `usr/lib/${name}`);

/** The packages and all that they depend on, as the suite has them; unpacked once, then kept. */
export async function unpackSuite(suite: string, ...names: string[]): Promise<Unpacked> {
  const root = await keptTree(`${suite}/${names[0]}`, async ({ downloads, tree }) => {
    await (await openSuite(suite)).downloadWhole(names, downloads);
    const debs = readdirSync(downloads).filter((file) => file.endsWith('.deb'));
    for (const deb of debs) await run('dpkg', ['-x', join(downloads, deb), tree]);
  });
  const loader = loaders.map((path) => join(root, path)).find(existsSync);
  if (!loader) throw new Error(`${root} has no dynamic loader`);
  const path = libraries.map((folder) => join(root, folder)).join(':');
  return {
    root,
    command: (program) => [loader, '--library-path', path, join(root, program)],
  };
}
