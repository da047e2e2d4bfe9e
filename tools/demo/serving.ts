import { existsSync, mkdirSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Children } from './children.ts';
import type { Content } from './content.ts';
import type { Options } from './options.ts';
import { cache, demoSources } from './paths.ts';
import { startPlayground } from './playground.ts';
import { readSeeded, seedingCode, writePlan } from './seed.ts';
import { startBeside, startSidecar, type SidecarAddress } from './sidecar.ts';
import { lastPort, openSite } from './site.ts';
import { choosePort } from './wait.ts';
import { startWebServer } from './web-server.ts';

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

/** Options of both ways to run a site. */
export interface Road {
  options: Options;
  content: Content;
  children: Children;
  say: (line: string) => void;
}

const usualPort = 8080;
export const playgroundSite = join(cache, 'playground');

/** WordPress on Playground, behind a web server that holds the site's address. */
export async function servePlayground({ options, content, children, say }: Road): Promise<Serving> {
  mkdirSync(playgroundSite, { recursive: true });
  const usual = (await lastPort(playgroundSite)) ?? usualPort;
  const site = await openSite(playgroundSite, await choosePort(options.port, usual));
  const wordpress = await startPlayground(site, content, children, say);
  say('starting the sidecar');
  startSidecar(site, wordpress.url, children);
  const edge = `http://127.0.0.1:${site.edgePort}`;
  await startWebServer(site.port, { wordpress: wordpress.url, edge });
  const { url, adminPassword, folder } = site;
  const sidecar = {
    url: `http://127.0.0.1:${site.sidecarPort}`,
    secret: site.secret,
    wordpress: wordpress.url,
  };
  return { url, adminPassword, sidecar, media: wordpress.seeded.media, logs: folder };
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
  const seeded = await readSeeded(folder, content);
  if (!seeded) throw new Error(`The sample site is incomplete; see ${stack.logs}.`);

  say('starting the sidecar');
  const log = join(stack.logs, 'sidecar.log');
  startBeside(stack.wpDir, stack.sidecarPort, log, children);
  const { url, adminPassword, logs } = stack;
  const sidecar = {
    url: `http://127.0.0.1:${stack.sidecarPort}`,
    secret: stack.secret,
    wordpress: url,
  };
  return { url, adminPassword, sidecar, media: seeded.media, logs };
}
