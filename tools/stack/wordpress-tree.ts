import { readdirSync, rmSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { run } from './commands.ts';
import { openSuite } from './debian-suite.ts';
import { keptTree, type Work } from './kept-tree.ts';

/** Libraries that Debian takes out of WordPress and links to, and the default theme. */
const bundled = /^(libjs-|libphp-|php-getid3$|wordpress-theme-)/;

/** The folder of a complete WordPress: `suite`, if it is a path, or as the Debian suite has it; built once, then kept. */
export const wordpressTree = async (suite: string): Promise<string> =>
  isAbsolute(suite) ? suite : keptTree(`wordpress/${suite}`, (work) => build(suite, work));

async function build(suite: string, { downloads, tree }: Work): Promise<void> {
  const debian = await openSuite(suite);
  const needed = (await debian.dependencies('wordpress')).filter((name) => bundled.test(name));
  await debian.download(['wordpress', ...new Set(needed)], downloads);
  const unpacked = join(downloads, 'unpacked');
  const debs = readdirSync(downloads).filter((name) => name.endsWith('.deb'));
  for (const deb of debs) await run('dpkg', ['-x', join(downloads, deb), unpacked]);
  const source = join(unpacked, 'usr/share/wordpress');
  // Debian's own wp-config.php looks into /etc; ours replaces it.
  for (const name of ['.htaccess', 'wp-config.php']) rmSync(join(source, name), { force: true });
  // Following links makes an ordinary tree; a link to a package that is missing fails here.
  await run('cp', ['-rL', '--preserve=mode', source, tree]);
}
