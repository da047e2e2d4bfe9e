import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { unzipSync } from 'fflate';
import type { Children } from './children.ts';
import { npmCommand } from './paths.ts';

/** Official release, without a version: the demo wants the newest. */
const release = 'https://wordpress.org/latest.tar.gz';
const connectMs = 5_000;
const downloadMs = 300_000;

/** WordPress 6.5.5 as built for Playground: for machines that reach npm, but not wordpress.org. */
const npmBuild = {
  name: '@wp-playground/wordpress-builds@0.9.19',
  tarball: 'wp-playground-wordpress-builds-0.9.19.tgz',
  integrity:
    'dlqvh/MJDpE5W68vgPPKUjpip6zMuBh59L3D18ZX+pdwurC4q4ydrTww/3sTMV69BBcoH6kF93YtAtujNC5Mpw==',
  php: 'package/src/wordpress/wp-6.5.zip',
  assets: 'package/public/wp-6.5',
};

interface Workbench {
  children: Children;
  /** Empty folder for downloads. */
  folder: string;
  log: string;
}

/** Each gives the folder of a WordPress, or throws. */
type Source = (bench: Workbench) => Promise<string>;

function untar({ children, folder, log }: Workbench, archive: string, members: string[]) {
  const args = ['-xzf', archive, ...members];
  return children.run({ name: 'tar', command: 'tar', args, cwd: folder, log });
}

const fromRelease: Source = async (bench) => {
  const abort = new AbortController();
  const connecting = setTimeout(() => abort.abort(), connectMs);
  const signal = AbortSignal.any([abort.signal, AbortSignal.timeout(downloadMs)]);
  const response = await fetch(release, { signal });
  clearTimeout(connecting);
  if (!response.ok || !response.body) throw new Error(`${release}: ${response.status}`);
  await pipeline(response.body, createWriteStream(join(bench.folder, 'latest.tar.gz')));
  await untar(bench, 'latest.tar.gz', []);
  return join(bench.folder, 'wordpress');
};

const fromNpm: Source = async (bench) => {
  const { children, folder, log } = bench;
  const npm = npmCommand(['pack', npmBuild.name, '--ignore-scripts', '--silent']);
  await children.run({ name: 'npm pack', ...npm, cwd: folder, log });
  const tarball = await readFile(join(folder, npmBuild.tarball));
  if (createHash('sha512').update(tarball).digest('base64') !== npmBuild.integrity) {
    throw new Error(`${npmBuild.name} is not what was published.`);
  }
  await untar(bench, npmBuild.tarball, [npmBuild.php, npmBuild.assets]);
  const tree = join(folder, 'wordpress');
  // Its hash is known: no entry leaves the folder.
  for (const [name, bytes] of Object.entries(
    unzipSync(await readFile(join(folder, npmBuild.php))),
  )) {
    if (name.endsWith('/')) continue;
    await mkdir(dirname(join(tree, name)), { recursive: true });
    await writeFile(join(tree, name), bytes);
  }
  await cp(join(folder, npmBuild.assets), tree, { recursive: true, force: false });
  // The build brings an installed site of its own.
  for (const own of ['wp-config.php', 'wp-content/database']) {
    await rm(join(tree, own), { recursive: true, force: true });
  }
  return tree;
};

const sources: { name: string; source: Source }[] = [
  { name: 'wordpress.org', source: fromRelease },
  { name: 'npm', source: fromNpm },
];

async function versionOf(tree: string): Promise<string> {
  const source = await readFile(join(tree, 'wp-includes/version.php'), 'utf8');
  const version = /\$wp_version\s*=\s*'([^']+)'/.exec(source)?.[1];
  if (version === undefined) throw new Error(`${tree} holds no WordPress.`);
  return version;
}

async function cachedTree(cache: string): Promise<string | undefined> {
  const names = (await readdir(cache)).filter((name) => name.startsWith('wordpress-'));
  const newest = names.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
  return newest && join(cache, newest);
}

/** A pristine WordPress in `cache`: the one that is there, else the first that can be had. */
export async function provideWordPress(
  cache: string,
  children: Children,
  say: (line: string) => void,
): Promise<string> {
  const cached = await cachedTree(cache);
  if (cached) return cached;
  const failures: string[] = [];
  for (const { name, source } of sources) {
    const folder = await mkdtemp(join(cache, 'download-'));
    try {
      say(`fetching WordPress from ${name}`);
      const tree = await source({ children, folder, log: join(cache, 'download.log') });
      const target = join(cache, `wordpress-${await versionOf(tree)}`);
      await rename(tree, target);
      return target;
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  throw new Error(`WordPress could not be had.\n${failures.join('\n')}`);
}

/** The site's own WordPress, which it may write to. */
export async function copyWordPress(tree: string, target: string): Promise<void> {
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  await cp(tree, target, { recursive: true });
}
