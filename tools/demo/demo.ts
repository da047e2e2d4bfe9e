/** `npm run demo`: a WordPress with the plugin, the sidecar beside it, and something to ask about. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildBundles } from './bundles.ts';
import { createChildren, type Children } from './children.ts';
import { readContent, type Content } from './content.ts';
import { addMedia, applySettings, indexed, sidecarReady } from './indexing.ts';
import { readOptions, usage, type Options } from './options.ts';
import { cache } from './paths.ts';
import { startPlayground } from './playground.ts';
import { choosePort } from './ports.ts';
import { lockRun } from './run-lock.ts';
import { startSidecar } from './sidecar.ts';
import { lastPort, openSite, type Site } from './site.ts';

const usualPort = 8080;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** 128 and the signal's number, as shells count. */
const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

const started = performance.now();

function say(line: string): void {
  const seconds = ((performance.now() - started) / 1000).toFixed(0).padStart(4);
  console.log(`${seconds} s  ${line}`);
}

function banner(site: Site, content: Content, documents: number): string {
  return [
    '',
    `  ${content.site.name}`,
    '',
    `  Site    ${site.url}/`,
    `  Admin   ${site.url}/wp-admin/   user: admin   password: ${site.adminPassword}`,
    `  Index   ${documents} documents`,
    '',
    '  Three questions for the chat at the bottom right:',
    ...content.site.questions.map((question) => `    – ${question}`),
    '',
    '  Ctrl-C stops everything. Logs: ' + join(site.folder, '*.log'),
    '',
  ].join('\n');
}

async function bringUp(options: Options, folder: string, children: Children): Promise<void> {
  const content = readContent();
  const port = await choosePort(options.port, (await lastPort(folder)) ?? usualPort);
  const site = await openSite(folder, port);
  await buildBundles(children, say);
  const wordpress = await startPlayground(site, content, children, say);
  say('starting the sidecar');
  startSidecar(site, wordpress.url, children);
  await sidecarReady(site);
  await applySettings(site, content);
  await addMedia(site, wordpress.seeded.media);
  const expected = content.articles.length + wordpress.seeded.media.length;
  const { total, failed } = await indexed(site, expected, say);
  if (failed > 0) say(`${failed} documents could not be indexed; see the knowledge base`);
  say('ready');
  console.log(banner(site, content, total));
}

/** Resolves with the first signal; a second one kills what is left. */
function signalled(children: Children): Promise<keyof typeof exitCodes> {
  return new Promise((resolve) => {
    let first = true;
    for (const signal of signals) {
      process.on(signal, () => {
        if (first) resolve(signal);
        else {
          children.killAll();
          process.exit(exitCodes[signal]);
        }
        first = false;
      });
    }
  });
}

async function run(options: Options): Promise<number> {
  const folder = join(cache, 'playground');
  mkdirSync(folder, { recursive: true });
  const release = lockRun(cache);
  const children = createChildren();
  const signal = signalled(children);
  try {
    if (options.fresh) rmSync(folder, { recursive: true, force: true });
    const up = bringUp(options, folder, children).then(() => 'up' as const);
    const outcome = await Promise.race([up, children.died, signal]);
    if (outcome !== 'up') return exitCodes[outcome];
    const end = await Promise.race([children.died, signal]);
    // Ctrl-C is how a demo that is up is meant to end.
    return end === 'SIGINT' ? 0 : exitCodes[end];
  } finally {
    console.log('stopping');
    await children.stop();
    release();
  }
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (!options.help) return run(options);
  console.log(usage);
  return 0;
}

try {
  process.exit(await main());
} catch (error) {
  console.error(`\ndemo: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
