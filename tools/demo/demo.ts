/** `npm run demo`: a WordPress with the plugin, the sidecar beside it, and something to ask about. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildBundles } from './bundles.ts';
import { type Children, createChildren } from './children.ts';
import { type Content, readContent } from './content.ts';
import { addMedia, applySettings, indexed, sidecarReady } from './indexing.ts';
import { type Options, readOptions, usage } from './options.ts';
import { cache } from './paths.ts';
import { lockRun } from './run-lock.ts';
import { playgroundSite, serveNative, servePlayground, type Serving } from './serving.ts';
import { provideWordPress } from './wordpress-source.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** 128 and the signal's number, as shells count. */
const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

const started = performance.now();

function say(line: string): void {
  const seconds = ((performance.now() - started) / 1000).toFixed(0).padStart(4);
  console.log(`${seconds} s  ${line}`);
}

function banner({ url, adminPassword, logs }: Serving, { site }: Content): string {
  return [
    '',
    `  ${site.name}`,
    '',
    `  Site    ${url}/`,
    `  Admin   ${url}/wp-admin/   user: admin   password: ${adminPassword}`,
    '',
    '  Three questions for the chat at the bottom right:',
    ...site.questions.map((question) => `    – ${question}`),
    '',
    `  Ctrl-C stops everything. Logs: ${join(logs, '*.log')}`,
    '',
  ].join('\n');
}

async function bringUp(options: Options, children: Children): Promise<void> {
  const content = readContent();
  await Promise.all([
    buildBundles(say),
    options.native ? undefined : provideWordPress(cache, children, say),
  ]);
  const serve = options.native ? serveNative : servePlayground;
  const serving = await serve({ options, content, children, say });
  const { sidecar, media } = serving;
  await sidecarReady(sidecar);
  await applySettings(sidecar, content);
  await addMedia(sidecar, media);
  // The page whose address shows the posts has no text of its own.
  const read = content.articles.filter(({ slug }) => slug !== content.site.posts_page);
  const { total, failed } = await indexed(sidecar, read.length + media.length, say);
  const failures = failed > 0 ? `, ${failed} of them failed: see the knowledge base` : '';
  say(`ready: ${total} documents indexed${failures}`);
  console.log(banner(serving, content));
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
  mkdirSync(cache, { recursive: true });
  const release = lockRun(cache);
  const children = createChildren();
  const signal = signalled(children);
  try {
    if (options.fresh) rmSync(playgroundSite, { recursive: true, force: true });
    const up = bringUp(options, children).then(() => 'up' as const);
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
