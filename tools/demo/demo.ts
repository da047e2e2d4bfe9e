/** `npm run demo`: a WordPress with the plugin, the sidecar beside it, and something to ask about. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildBundles } from './bundles.ts';
import { type Children, createChildren } from './children.ts';
import { type Content, readContent } from './content.ts';
import { cache } from './paths.ts';
import {
  playgroundSite,
  serveNative,
  servePlayground,
  type Options,
  type Serving,
} from './serving.ts';
import { addMedia, applySettings, indexed, sidecarReady } from './sidecar.ts';
import { provideWordPress } from './wordpress-source.ts';

const usage = `npm run demo [-- options]

Starts a WordPress with a sample museum site, the plugin and its sidecar, all on this computer.

  --port <n>   port of the site (default: the last one, else the first free one from 8080)
  --fresh      throw the demo site away and begin anew
  --native     PHP-FPM, nginx and MariaDB in place of Playground; needs Debian and root
  --help       this text
`;

/** Throws with a sentence for the user. */
function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string' },
      fresh: { type: 'boolean', default: false },
      native: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { port, ...flags } = values;
  if (port !== undefined && flags.native) throw new Error('--native chooses its port itself.');
  if (port === undefined) return flags;
  const number = Number(port);
  if (!Number.isInteger(number) || number < 1 || number > 65_535) {
    throw new Error(`--port ${port} is not a port.`);
  }
  return { ...flags, port: number };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function ownerOf(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return pid !== process.pid && isAlive(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** One demo at a time: two would write to the same database. Gives what releases it. */
function lockRun(folder: string): () => void {
  const file = join(folder, 'demo.pid');
  const owner = ownerOf(file);
  if (owner !== undefined) {
    throw new Error(`The demo is already running (process ${owner}). If not, delete ${file}.`);
  }
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}

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
