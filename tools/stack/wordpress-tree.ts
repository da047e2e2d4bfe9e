import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './commands.ts';
import { openSuite } from './debian-suite.ts';
import { cacheFolder, makeFolder } from './folders.ts';
import { Unavailable } from './packages.ts';

/** Libraries that Debian takes out of WordPress and links to, and the default theme. */
const bundled = /^(libjs-|libphp-|php-getid3$|wordpress-theme-)/;

/** The folder of a complete WordPress as the Debian suite has it; built once, then kept. */
export async function wordpressTree(suite: string): Promise<string> {
  const target = join(makeFolder(join(cacheFolder, 'wordpress')), suite);
  if (existsSync(join(target, 'wp-load.php'))) return target;
  const work = mkdtempSync(join(cacheFolder, 'unpack-'));
  try {
    await build(suite, work);
    rmSync(target, { recursive: true, force: true });
    renameSync(join(work, 'tree'), target);
  } catch (error) {
    throw new Unavailable(`WordPress of Debian ${suite}: ${(error as Error).message}`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return target;
}

async function build(suite: string, work: string): Promise<void> {
  const [debs, unpacked, tree] = ['debs', 'unpacked', 'tree'].map((name) => join(work, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(debs);
  const debian = await openSuite(suite);
  const needed = (await debian.dependencies('wordpress')).filter((name) => bundled.test(name));
  await debian.download(['wordpress', ...new Set(needed)], debs);
  for (const deb of readdirSync(debs)) await run('dpkg', ['-x', join(debs, deb), unpacked]);
  const source = join(unpacked, 'usr/share/wordpress');
  // Debian's own wp-config.php looks into /etc; ours replaces it.
  for (const name of ['.htaccess', 'wp-config.php']) rmSync(join(source, name), { force: true });
  // Following links makes an ordinary tree; a link to a package that is missing fails here.
  await run('cp', ['-rL', '--preserve=mode', source, tree]);
}
