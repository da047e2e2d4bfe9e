import { existsSync, mkdirSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchSiteIdentity } from '../../server/wordpress/bridge.ts';
import type { Children } from './children.ts';
import type { Content } from './content.ts';
import { cache, demoSources, playgroundCli, playgroundPackage, pluginSources } from './paths.ts';
import { startBeside, startSidecar, type SidecarAddress } from './sidecar.ts';
import {
  dropIndex,
  forgetSeeded,
  lastPort,
  openSite,
  plugin,
  readSeeded,
  seedingCode,
  writeConfig,
  writePlan,
  type Site,
} from './site.ts';
import { choosePort, freePort, waitFor } from './wait.ts';
import { startWebServer } from './web-server.ts';
import { copyWordPress, provideWordPress } from './wordpress-source.ts';

/** WordPress with its content, and the sidecar; still to be indexed. */
export interface Serving {
  /** Address that visitors type. */
  url: string;
  adminPassword: string;
  sidecar: SidecarAddress;
  /** Attachments to index. */
  media: readonly number[];
  logs: string;
}

/** Choices of `npm run demo`. */
export interface Options {
  port?: number;
  fresh: boolean;
  native: boolean;
  help: boolean;
}

/** Options of both ways to run a site. */
export interface Road {
  options: Options;
  content: Content;
  children: Children;
  say: (line: string) => void;
}

/** Folders as PHP in Playground sees them. */
const vfs = { wordpress: '/wordpress', site: '/demo-site', demo: '/demo' };
const phpVersion = '8.3';
/** Each request that makes the sidecar ask back needs a second one; 130 MB of memory each. */
const workers = 4;
const startMs = 240_000;

/** The site is the same one when `--port` has given it another address. */
const movingCode = `require '${vfs.wordpress}/wp-load.php'; Itih\\RagChat\\resolve_site_doubt( "moved" );`;

/** Playground ignores `--php` when a blueprint names no version. */
function blueprint(site: Site, fresh: boolean) {
  const code = `<?php ${fresh ? seedingCode(vfs, site.url) : movingCode}`;
  return {
    preferredVersions: { php: phpVersion, wp: 'latest' },
    steps: [{ step: 'runPHP', code }],
  };
}

async function prepareTree(site: Site, children: Children, say: (line: string) => void) {
  const tree = join(site.folder, 'wordpress');
  // The last file to be written: an interrupted copy does without.
  const config = join(tree, 'wp-config.php');
  if (!existsSync(config)) {
    await copyWordPress(await provideWordPress(cache, children, say), tree);
  }
  await mkdir(join(site.folder, 'database'), { recursive: true });
  await writeConfig(config, site);
  return tree;
}

function serverArguments(site: Site, tree: string, port: number): string[] {
  return [
    // Else the CLI starts itself a second time with this flag.
    '--experimental-wasm-jspi',
    '--require',
    join(playgroundPackage, 'loopback.cjs'),
    playgroundCli,
    'server',
    `--port=${port}`,
    `--site-url=${site.url}`,
    `--php=${phpVersion}`,
    `--workers=${workers}`,
    '--define-bool',
    'WP_DEBUG',
    'false',
    // Outside the web root: Playground would serve the database as a file.
    '--define',
    'DB_DIR',
    `${vfs.site}/database/`,
    `--mount-before-install=${tree}:${vfs.wordpress}`,
    `--mount-before-install=${site.folder}:${vfs.site}`,
    `--mount=${demoSources}:${vfs.demo}`,
    `--mount=${pluginSources}:${vfs.wordpress}/wp-content/plugins/${plugin.slug}`,
    '--wordpress-install-mode=install-from-existing-files-if-needed',
    `--blueprint=${join(site.folder, 'blueprint.json')}`,
  ];
}

/** Starts WordPress on Playground, filled with `content`. Returns how the sidecar reaches it. */
async function startPlayground(site: Site, { content, children, say }: Road) {
  const tree = await prepareTree(site, children, say);
  const fresh = (await readSeeded(site.folder, content)) === undefined;
  if (fresh) {
    await forgetSeeded(site.folder);
    await dropIndex(site);
    await writePlan(site.folder, content, site.adminPassword, vfs);
  }
  await writeFile(join(site.folder, 'blueprint.json'), JSON.stringify(blueprint(site, fresh)));
  say(fresh ? 'starting WordPress and filling it with the sample site' : 'starting WordPress');
  const port = await freePort();
  children.serve({
    name: 'WordPress Playground',
    args: serverArguments(site, tree, port),
    cwd: site.folder,
    log: join(site.folder, 'wordpress.log'),
  });
  const url = `http://127.0.0.1:${port}`;
  const { caller, seeded } = await ready(url, site, content);
  return { url, caller, seeded };
}

/** Waits until a site is filled and tells who it is, before its sidecar keeps it busy. */
function ready(url: string, { folder, secret }: Pick<Site, 'folder' | 'secret'>, content: Content) {
  return waitFor({ what: 'The start of WordPress', timeoutMs: startMs }, async () => {
    const identity = await fetchSiteIdentity(url).catch(() => undefined);
    const seeded = identity && (await readSeeded(folder, content));
    return seeded && { seeded, caller: { ...identity, secret, clock: Date.now } };
  });
}

const usualPort = 8080;
export const playgroundSite = join(cache, 'playground');

/** WordPress on Playground, behind a web server that holds the site's address. */
export async function servePlayground(road: Road): Promise<Serving> {
  const { options, children, say } = road;
  mkdirSync(playgroundSite, { recursive: true });
  const usual = (await lastPort(playgroundSite)) ?? usualPort;
  const site = await openSite(playgroundSite, await choosePort(options.port, usual));
  const wordpress = await startPlayground(site, road);
  say('starting the sidecar');
  startSidecar(site, wordpress.url, children);
  const edge = `http://127.0.0.1:${site.edgePort}`;
  await startWebServer(site.port, { wordpress: wordpress.url, edge });
  const { url, adminPassword, folder } = site;
  const { caller, seeded } = wordpress;
  const sidecar = { url: `http://127.0.0.1:${site.sidecarPort}`, caller };
  return { url, adminPassword, sidecar, media: seeded.media, logs: folder };
}

const seedFiles = ['seed.php', 'content/media'];

/** PHP-FPM, nginx and MariaDB, installed by apt where they are missing. A new site every time. */
export async function serveNative({ content, children, say }: Road): Promise<Serving> {
  if (!existsSync('/etc/debian_version')) {
    throw new Error('--native needs Debian. Without it the demo runs on WordPress Playground.');
  }
  // Only here: they look at the machine when they are loaded.
  const stacks = await import('../stack/stack.ts');
  const { run } = await import('../stack/commands.ts');
  const { giveTo } = await import('../stack/folders.ts');

  say('starting MariaDB, PHP-FPM and nginx');
  const stack = stacks.readStack((await stacks.up({ name: 'demo', part: 'wordpress' })).file);

  say('filling WordPress with the sample site');
  // PHP runs as a user who may not be able to read the checkout.
  const folder = join(stack.folder, 'demo');
  await mkdir(folder);
  for (const name of seedFiles) {
    await cp(join(demoSources, name), join(folder, name), { recursive: true });
  }
  const php = { wordpress: stack.wpDir, site: folder, demo: folder };
  await writePlan(folder, content, stack.adminPassword, php);
  giveTo('www-data', folder, join(folder, 'plan.json'));
  await run('php', ['-r', seedingCode(php, stack.url)], { as: 'www-data', cwd: folder });
  const { caller, seeded } = await ready(stack.url, { folder, secret: stack.secret }, content);

  say('starting the sidecar');
  const log = join(stack.logs, 'sidecar.log');
  startBeside(stack.wpDir, stack.sidecarPort, log, children);
  const { url, adminPassword, logs } = stack;
  const sidecar = { url: `http://127.0.0.1:${stack.sidecarPort}`, caller };
  return { url, adminPassword, sidecar, media: seeded.media, logs };
}
