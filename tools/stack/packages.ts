import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { find, isRoot, must, run } from './commands.ts';
import { cacheFolder, makeFolder } from './folders.ts';

const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** Commands of apt for a Debian suite that need not be the machine's own. */
export interface DebianSuite {
  /** Names of the packages that `name` depends on or recommends. */
  dependencies: (name: string) => Promise<string[]>;
  /** Downloads the packages' files into `folder`. */
  download: (names: string[], folder: string) => Promise<void>;
  /** Downloads them and all that they depend on, whatever this machine has of it, into `folder`. */
  downloadWhole: (names: string[], folder: string) => Promise<void>;
}

/** Where this machine gets Debian from: its own apt configuration knows. */
async function archive(): Promise<string> {
  const format = '$(ORIGIN)\t$(LABEL)\t$(COMPONENT)\t$(REPO_URI)';
  const list = () => run('apt-get', ['indextargets', '--format', format, 'Created-By: Packages']);
  const pick = (text: string) =>
    text
      .split('\n')
      .map((line) => line.split('\t'))
      .find(
        ([origin, label, component]) => `${origin}/${label}/${component}` === 'Debian/Debian/main',
      )
      ?.at(3);
  const address = pick(await list()) ?? pick(await updateLists().then(list));
  if (!address) throw new Unavailable('apt on this machine knows no Debian archive');
  return address;
}

/** A separate apt state: the machine's own sources, lists and status stay as they are. */
async function writeConfiguration(suite: string, folder: string): Promise<string> {
  for (const name of ['lists/partial', 'cache/archives/partial', 'sources', 'preferences']) {
    makeFolder(join(folder, name));
  }
  const source = [
    'Types: deb',
    `URIs: ${await archive()}`,
    `Suites: ${suite}`,
    'Components: main',
    ...(existsSync(keyring) ? [`Signed-By: ${keyring}`] : []),
  ];
  writeFileSync(join(folder, 'sources', 'suite.sources'), source.join('\n') + '\n');
  writeFileSync(join(folder, 'status'), '');
  const configuration = join(folder, 'apt.conf');
  const settings = {
    'Dir::State': folder,
    'Dir::State::Lists': join(folder, 'lists'),
    'Dir::State::status': join(folder, 'status'),
    'Dir::Cache': join(folder, 'cache'),
    'Dir::Etc::sourcelist': '/dev/null',
    'Dir::Etc::sourceparts': join(folder, 'sources'),
    'Dir::Etc::preferences': '/dev/null',
    'Dir::Etc::preferencesparts': join(folder, 'preferences'),
    'APT::Sandbox::User': 'root',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} "${value}";\n`);
  writeFileSync(configuration, lines.join(''));
  return configuration;
}

export async function openSuite(suite: string): Promise<DebianSuite> {
  const folder = join(cacheFolder, 'apt', suite);
  const env = { APT_CONFIG: await writeConfiguration(suite, folder) };
  await run('apt-get', ['update', '-qq'], { env });
  return {
    async dependencies(name) {
      const text = await run('apt-cache', ['depends', name], { env });
      return [...text.matchAll(/(?:Depends|Recommends): ([a-z0-9.+-]+)/g)].map(
        ([, found]) => found ?? '',
      );
    },
    async download(names, target) {
      await run('apt-get', ['download', '-qq', ...names], { env, cwd: target });
    },
    async downloadWhole(names, target) {
      makeFolder(join(target, 'partial'));
      const settings = [`Dir::Cache::archives=${target}`, 'Debug::NoLocking=1'];
      // As if to be installed on a machine that has nothing: the suite's status is empty.
      const command = ['install', '--download-only', '--no-install-recommends', '-qq', '-y'];
      const options = settings.flatMap((setting) => ['-o', setting]);
      await run('apt-get', [...command, ...options, ...names], { env });
    },
  };
}

/** Returns the folder that `build` fills; a failed build leaves nothing. */
export type Build = (work: Work) => Promise<void>;

export interface Work {
  /** For what is downloaded: goes when the tree is built. */
  downloads: string;
  /** Becomes the tree. */
  tree: string;
}

/** The folder of `name`, built once and then kept: later runs need no archive. */
export async function keptTree(name: string, build: Build): Promise<string> {
  const target = join(cacheFolder, name);
  if (existsSync(target)) return target;
  makeFolder(dirname(target));
  const folder = mkdtempSync(join(cacheFolder, 'unpack-'));
  const work = { downloads: join(folder, 'downloads'), tree: join(folder, basename(target)) };
  try {
    mkdirSync(work.downloads);
    await build(work);
    if (!existsSync(target)) renameSync(work.tree, target); // another process may have been faster
  } catch (error) {
    throw new Unavailable(`${name}: ${(error as Error).message}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return target;
}

/**
 * Unpacks a package of npm's registry that is no dependency of the project, such as `wabt@1.0.39`, below `folder`; returns
 * its folder. With `sha512` (base64) it has to be the archive that was examined. Install scripts do not run.
 */
export async function unpackNpmArchive(
  archive: string,
  folder: string,
  sha512?: string,
): Promise<string> {
  const said = await run(must('npm'), ['pack', '--silent', archive], { cwd: folder });
  const file = join(folder, said.trim().split('\n').at(-1) ?? '');
  const digest = createHash('sha512').update(readFileSync(file)).digest('base64');
  if (sha512 !== undefined && digest !== sha512) {
    throw new Error(`${archive} is not the archive that was examined`);
  }
  await run('tar', ['-xzf', file, '-C', folder]);
  return join(folder, 'package');
}

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

/** Thrown if this machine cannot provide a component of the bed. */
export class Unavailable extends Error {}

export type Component = 'mariadb' | 'php' | 'nginx' | 'curl' | 'chromium';

const phpExtensions = ['mysqli', 'curl', 'mbstring', 'dom', 'gd', 'zip', 'intl'];

function phpComplete(): boolean {
  if (!find('php') || !phpFpm()) return false;
  const loaded = execFileSync('php', ['-m'], { encoding: 'utf8' }).split('\n');
  return phpExtensions.every((name) => loaded.includes(name));
}

/** Debian names it after its version, `php-fpm8.2`; the newest known wins. */
export function phpFpm(): string | undefined {
  const versions = ['8.5', '8.4', '8.3', '8.2', '8.1', '8.0'];
  return find(...versions.map((version) => `php-fpm${version}`), 'php-fpm');
}

export const findChromium = () => find('chromium', 'google-chrome', 'chromium-browser');

const components: Record<Component, { packages: string[]; present: () => boolean }> = {
  mariadb: {
    packages: ['mariadb-server', 'mariadb-client'],
    present: () => Boolean(find('mariadbd') && find('mariadb-install-db') && find('mariadb-admin')),
  },
  php: {
    packages: ['fpm', 'cli', 'mysql', 'curl', 'mbstring', 'xml', 'gd', 'zip', 'intl'].map(
      (name) => `php-${name}`,
    ),
    present: phpComplete,
  },
  nginx: { packages: ['nginx-light'], present: () => Boolean(find('nginx')) },
  curl: { packages: ['curl'], present: () => Boolean(find('curl')) },
  chromium: {
    packages: ['chromium', 'fonts-dejavu-core'],
    present: () => Boolean(findChromium()) && existsSync('/usr/share/fonts/truetype'),
  },
};

/** Installs what is missing; throws `Unavailable` where that cannot be done. */
export async function ensure(wanted: Component[]): Promise<void> {
  const missing = wanted.filter((name) => !components[name].present());
  if (missing.length === 0) return;
  const names = missing.join(', ');
  if (!isRoot) throw new Unavailable(`${names} not installed, and only root can install`);
  if (!find('apt-get')) throw new Unavailable(`${names} not installed, and there is no apt-get`);
  try {
    await install(missing.flatMap((name) => components[name].packages));
  } catch (error) {
    throw new Unavailable(`${names} could not be installed: ${(error as Error).message}`);
  }
}

const apt = (...args: string[]) =>
  run('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=600', ...args], {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  });

async function install(packages: string[]): Promise<void> {
  const release = keepDaemonsDown();
  const attempt = () => apt('install', '-y', '--no-install-recommends', ...packages);
  try {
    // Package lists are often absent (container images) or older than the archive.
    await attempt().catch(() => updateLists().then(attempt));
  } finally {
    release();
  }
}

/** apt waits for dpkg's lock, but not for that of the lists. */
export async function updateLists(attempts = 20): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await apt('update');
      return;
    } catch (error) {
      if (attempt === attempts || !/Could not get lock/.test(String(error))) throw error;
      await setTimeout(3000);
    }
  }
}

const policy = '/usr/sbin/policy-rc.d';

/** Debian starts services on installation, on their default ports. We start our own, on ours. */
function keepDaemonsDown(): () => void {
  if (existsSync(policy)) return () => undefined;
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  return () => rmSync(policy, { force: true });
}
