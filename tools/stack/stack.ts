import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Database, startMariadb } from './database-server.ts';
import { startEngine } from './engines.ts';
import { startNginx } from './nginx.ts';
import { type Component, ensure, findChromium, wordpressTree } from './packages.ts';
import { startPhpFpm, startPhpRunner } from './php.ts';
import { freePort } from './ports.ts';
import { openRun, type Run } from './runs.ts';
import { type Installed, installWordpress } from './wordpress.ts';

/** How much of the bed: each includes the one before. */
export const parts = ['database', 'wordpress', 'browser'] as const;
export type Part = (typeof parts)[number];

export interface DatabaseStack extends Database {
  /** Folder of this run; what is put there goes when the bed goes. */
  folder: string;
  /** Files in here survive as the logs of the last run. */
  logs: string;
}

export interface Stack extends DatabaseStack, Installed {
  /** The site's address, without a slash at its end. */
  url: string;
  wpDir: string;
  phpSocket: string;
  /** Address of the server that runs pieces of PHP. */
  phpRunner: string;
  suite: string;
  /** Where WordPress looks for the sidecar: http://127.0.0.1:<sidecarPort>. Nobody listens yet. */
  sidecarPort: number;
  /** WordPress' debug.log. */
  debugLog: string;
  /** Path of the browser; empty without the part `browser`. */
  chromium: string;
}

export interface Options {
  /** Names the run and its kept logs. */
  name: string;
  part: Part;
  /** Debian suite whose WordPress to use; sid has the newest. */
  suite?: string;
  /** Outlives this process. */
  keep?: boolean;
}

const components: Record<Part, Component[]> = {
  database: ['mariadb'],
  wordpress: ['mariadb', 'php', 'nginx', 'curl'],
  browser: ['mariadb', 'php', 'nginx', 'curl', 'chromium'],
};

const defaultSuite = process.env['ITIH_WORDPRESS_SUITE'] ?? 'sid';
/** Name of the server in `engines.ts` that WordPress and the sidecar use; else MariaDB of this machine. */
const engine = process.env['ITIH_WORDPRESS_ENGINE'];

const startDatabase = (folder: string, logs: string) =>
  engine ? startEngine(engine, folder, logs) : startMariadb(folder, logs);

/** Gets everything that `up` needs and that outlives it: packages, the WordPress tree. */
export async function prepare(part: Part, suite = defaultSuite): Promise<void> {
  await ensure(components[part]);
  if (part !== 'database') await wordpressTree(suite);
}

export interface Running {
  /** Path of stack.json, which holds the `Stack`. */
  file: string;
  close: () => void;
}

/** Brings a fresh bed up. It goes with this process, unless `keep` is set. */
export async function up({ name, part, suite = defaultSuite, keep }: Options): Promise<Running> {
  await prepare(part, suite);
  const run = openRun(name, keep);
  if (!keep) process.once('exit', run.close);
  try {
    const stack = part === 'database' ? await databaseOnly(run) : await site(run, suite);
    const file = join(run.folder, 'stack.json');
    const chromium = (part === 'browser' && findChromium()) || '';
    writeFileSync(file, JSON.stringify({ ...stack, chromium }, null, 2), { mode: 0o600 });
    return { file, close: run.close };
  } catch (error) {
    run.close();
    throw error;
  }
}

export function readStack(file: string): Stack {
  return JSON.parse(readFileSync(file, 'utf8')) as Stack;
}

async function databaseOnly({ folder, logs }: Run): Promise<DatabaseStack> {
  return { folder, logs, ...(await startMariadb(folder, logs)) };
}

async function site({ folder, logs }: Run, suite: string): Promise<Omit<Stack, 'chromium'>> {
  const [database, phpSocket, phpRunner, tree, port, sidecarPort] = await Promise.all([
    startDatabase(folder, logs),
    startPhpFpm(folder, logs),
    startPhpRunner(folder, logs),
    wordpressTree(suite),
    freePort(),
    freePort('later'),
  ]);
  const wpDir = join(folder, 'wordpress');
  const url = `http://127.0.0.1:${port}`;
  const debugLog = join(logs, 'wp-debug.log');
  const installed = await installWordpress(tree, {
    dir: wpDir,
    url,
    database,
    sidecarPort,
    debugLog,
  });
  await startNginx(folder, logs, { port, root: wpDir, phpSocket, sidecarPort });
  await answering(`${url}/wp-json/`);
  return {
    folder,
    logs,
    url,
    wpDir,
    phpSocket,
    phpRunner,
    suite,
    sidecarPort,
    debugLog,
    ...database,
    ...installed,
  };
}

async function answering(url: string): Promise<void> {
  for (const deadline = Date.now() + 30_000; ; await setTimeout(50)) {
    const status = await fetch(url).then(
      (response) => response.status,
      (error: Error) => error.message,
    );
    if (status === 200) return;
    if (Date.now() > deadline) throw new Error(`${url} answers ${status}`);
  }
}
