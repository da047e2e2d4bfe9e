import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseConfig } from '../../server/config/database-config.ts';
import { readConfig } from '../../server/config/config.ts';
import { openDatabase } from '../../server/composition/services.ts';
import { chatsQuery } from '../../server/contract/chats.ts';
import { documentsQuery } from '../../server/contract/knowledge.ts';
import { createChatFigures } from '../../server/storage/chat-figures.ts';
import { createConversations } from '../../server/storage/conversations.ts';
import type { Database } from '../../server/storage/database.ts';
import { createDocuments } from '../../server/storage/documents.ts';
import { dropTables } from '../../server/storage/drop-tables.ts';
import { migrate } from '../../server/storage/migrate.ts';
import { createState } from '../../server/storage/state.ts';
import { readStack, up } from '../../tools/stack/stack.ts';
import { startPeer, startSidecar, type BenchSidecar } from '../parts/sidecar.ts';
import { measureDeletion } from './lists-deletion.ts';
import { requestsOf } from './lists-requests.ts';
import { findScans, recording } from './lists-scans.ts';
import { loaderFor, seed } from './lists-seed.ts';
import type { BenchOptions, Figures } from '../run.ts';

const repeats = 30;
const warmUp = 3;
/** Milliseconds that a request may take. */
const goal = 50;
/** More conversations than are deleted while the owner waits. */
const deletedDays = { from: '2026-07-01', to: '2026-07-10' };
const secret = randomBytes(32).toString('hex');
const now = Date.UTC(2026, 10, 22, 12);

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** A database that is kept needs a test bed that stays, too: ITIH_STACK. */
async function mariadbUrl(keep: boolean): Promise<string> {
  const file = process.env['ITIH_STACK'] ?? (await up({ name: 'bench', part: 'database' })).file;
  const { dbUser, dbPassword, dbHost, dbPort, dbName } = readStack(file);
  const prefix = keep ? 'kept' : `m${randomBytes(3).toString('hex')}`;
  return `mysql://${dbUser}:${dbPassword}@${dbHost}:${dbPort}/${dbName}?prefix=${prefix}_`;
}

/** Milliseconds of a request until its whole answer was read. */
async function timeOf(sidecar: BenchSidecar, path: string): Promise<number> {
  const started = performance.now();
  const response = await sidecar.call('GET', path, undefined, 'admin');
  const text = await response.text();
  if (!response.ok) throw new Error(`GET ${path} answered ${response.status}: ${text}`);
  return performance.now() - started;
}

/** Measures each kind of request. */
async function measureRequests(
  sidecar: BenchSidecar,
  sessions: number,
  verbose: boolean,
): Promise<Figures> {
  const figures: Figures = {};
  for (const [name, request] of Object.entries(requestsOf(now, sessions))) {
    const times: number[] = [];
    const cpu = sidecar.cpu();
    for (let n = -warmUp; n < repeats; n++) {
      const time = await timeOf(sidecar, request(n + warmUp));
      if (n >= 0) times.push(time);
    }
    const cpuMs = ((sidecar.cpu() - cpu) * 1000) / (repeats + warmUp);
    times.sort((a, b) => a - b);
    const p50 = quantile(times, 0.5);
    figures[name] = {
      p50_ms: p50,
      p99_ms: quantile(times, 0.99),
      // The sidecar's, in which SQLite runs: other programs do not make it longer.
      cpu_ms: cpuMs,
      ...(p50 > goal && { over: 'goal' }),
    };
    if (verbose) console.log(name, JSON.stringify(figures[name]));
  }
  return figures;
}

/** Reads the whole export, and the memory of the sidecar over it. */
async function measureExport(sidecar: BenchSidecar, turns: number): Promise<Figures> {
  const started = performance.now();
  const cpu = sidecar.cpu();
  const response = await sidecar.call('GET', '/chats/export', undefined, 'admin');
  const memory: [seconds: number, mb: number][] = [];
  let bytes = 0;
  let sampled = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes - sampled < 5_000_000) continue;
    sampled = bytes;
    memory.push([(performance.now() - started) / 1000, sidecar.rss()]);
  }
  const seconds = (performance.now() - started) / 1000;
  const quarter = Math.floor(memory.length / 4);
  const mean = (part: typeof memory) => part.reduce((sum, [, mb]) => sum + mb, 0) / part.length;
  return {
    turns_per_second: turns / seconds,
    turns_per_cpu_second: turns / (sidecar.cpu() - cpu),
    megabytes: bytes / 1e6,
    rss_mb_second_quarter: mean(memory.slice(quarter, 2 * quarter)),
    rss_mb_last_quarter: mean(memory.slice(-quarter)),
    rss_mb_most: Math.max(...memory.map(([, mb]) => mb)),
  };
}

/** Runs the statements behind the requests in this process, and asks the database how it reads them. */
async function explain(database: Database, sessions: number): Promise<string[]> {
  const { statements, database: recorded } = recording(database);
  const conversations = createConversations(recorded);
  const documents = createDocuments(recorded, () => now);
  const figures = createChatFigures(recorded);
  for (const request of Object.values(requestsOf(now, sessions))) {
    const { pathname, searchParams } = new URL(request(1), 'http://site.test');
    const query = Object.fromEntries(searchParams);
    if (pathname === '/chats') await conversations.list(chatsQuery.parse(query));
    if (pathname === '/documents') await documents.list(documentsQuery.parse(query));
  }
  await conversations.facets();
  await documents.counts();
  await documents.countFailed();
  await figures.between('2026-01-01', '2026-12-31');
  await figures.latestTimes(now - 1e9, 2000);
  await figures.outcomesOf((await figures.latestQuestions(now - 1e9, 100)).map(({ id }) => id));
  for await (const ids of conversations.all({ search: '', outcome: 'failed' }, 250)) {
    await conversations.exported(ids).next();
    break;
  }
  return findScans(database, statements.values());
}

/** Lets a sidecar note the settings that documents are read with: else it reads all again while it is measured. */
async function noteSettings(database: Database, env: Record<string, string>): Promise<void> {
  const state = createState(database);
  const sidecar = await startSidecar(env, secret);
  while ((await state.readText('index_made_with')) === null) await sleep(100);
  await sidecar.end('SIGTERM');
}

/** Fills the database; returns the seconds that it took, 0 if an earlier run has filled it. */
async function fill(
  database: Database,
  config: DatabaseConfig,
  env: Record<string, string>,
  { turns, documents }: BenchOptions,
): Promise<number> {
  await migrate(database);
  // Documents are written last.
  if ((await createDocuments(database, () => now).counts()).total === documents) return 0;
  await noteSettings(database, env);
  const started = performance.now();
  const loader = loaderFor(config);
  await seed(loader, database.prefix, { turns, documents, now });
  await loader.close();
  return (performance.now() - started) / 1000;
}

async function measure(url: string, options: BenchOptions): Promise<Figures> {
  const { turns, verbose, keep } = options;
  const site = await startPeer('parts/site-peer.ts', '0');
  const env = { ITIH_SITE_URL: site.url, ITIH_DATABASE_URL: url, ITIH_LOG_LEVEL: 'info' };
  const config = readConfig({ ...env, ITIH_SECRET: secret });
  const database = openDatabase(config);
  try {
    const seconds = await fill(database, config.database, env, options);
    if (verbose) console.log(`seeded in ${seconds.toFixed(0)} s`);
    const scans = await explain(database, turns / 4);
    for (const scan of scans) console.log(`scan: ${scan}`);
    const sidecar = await startSidecar(env, secret);
    try {
      const requests = await measureRequests(sidecar, turns / 4, verbose);
      const exported = await measureExport(sidecar, turns);
      // Those of a database that is kept stay.
      const deletion = keep ? {} : await measureDeletion(sidecar, deletedDays);
      return { seed_s: seconds, scans: scans.length, ...requests, export: exported, deletion };
    } finally {
      await sidecar.end('SIGTERM');
    }
  } finally {
    if (database.dialect === 'mysql' && !keep) await dropTables(database);
    await database.close();
    site.stop();
  }
}

/** Measures every list, search and figure of the owner's screens, the export and a deletion, on both databases. */
export async function run(options: BenchOptions): Promise<Figures> {
  const { keep } = options;
  if (keep) await mkdir(keep, { recursive: true });
  const folder = keep || (await mkdtemp(join(tmpdir(), 'itih-lists-')));
  try {
    const isAsked = (name: BenchOptions['database']) =>
      options.database === '' || options.database === name;
    const file = `sqlite:${join(folder, 'lists.sqlite')}`;
    return {
      ...(isAsked('sqlite') && { sqlite: await measure(file, options) }),
      ...(isAsked('mariadb') && { mariadb: await measure(await mariadbUrl(keep !== ''), options) }),
    };
  } finally {
    if (!keep) await rm(folder, { recursive: true });
  }
}
