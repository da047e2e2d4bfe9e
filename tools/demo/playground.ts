import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Children } from './children.ts';
import type { Content } from './content.ts';
import { cache, demoSources, playgroundPackage, pluginSources } from './paths.ts';
import { forgetSeeded, plugin, readSeeded, type Seeded, seedingCode, writePlan } from './seed.ts';
import { dropIndex, type Site, writeConfig } from './site.ts';
import { answers, freePort, waitFor } from './wait.ts';
import { copyWordPress, provideWordPress } from './wordpress-source.ts';

/** Folders as PHP in Playground sees them. */
const vfs = { wordpress: '/wordpress', site: '/demo-site', demo: '/demo' };
const phpVersion = '8.3';
/** Each request that makes the sidecar ask back needs a second one; 130 MB of memory each. */
const workers = 4;
const startMs = 240_000;

export const playgroundCli = join(
  playgroundPackage,
  'node_modules/@wp-playground/cli/wp-playground.js',
);

/** The site is the same one when `--port` has given it another address. */
const movingCode = `require '${vfs.wordpress}/wp-load.php'; Itih\\RagChat\\confirm_moved();`;

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

export interface WordPress {
  /** How the sidecar reaches it. */
  url: string;
  seeded: Seeded;
}

/** Starts WordPress on Playground, filled with `content`. */
export async function startPlayground(
  site: Site,
  content: Content,
  children: Children,
  say: (line: string) => void,
): Promise<WordPress> {
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
  const seeded = await waitFor({ what: 'The start of WordPress', timeoutMs: startMs }, async () =>
    (await answers(`${url}/wp-json/`)) ? readSeeded(site.folder, content) : undefined,
  );
  return { url, seeded };
}
