import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../server/composition/services.ts';
import { readConfig } from '../../server/config/config.ts';
import type { Database } from '../../server/storage/database.ts';
import { dropTables, migrate } from '../../server/storage/migrate.ts';
import { State } from '../../server/storage/state.ts';
import { mean, quantile, timeEach } from '../parts/measure.ts';
import { mariadbUrl, startPeer, startSidecar, type BenchSidecar } from '../parts/sidecar.ts';
import type { BenchOptions, Figures } from '../run.ts';
import { publicId, seed, turnsOfSession, wordOf } from './data.ts';

const repeats = 30;
const warmUp = 3;
/** Milliseconds that a request may take. */
const goal = 50;
const secret = randomBytes(32).toString('hex');
const now = Date.UTC(2026, 10, 22, 12);

const day = (ago: number) => new Date(now - ago * 86_400_000).toISOString().slice(0, 10);

/** Returns all lists, searches, filters and figures of the owner's screens, each a little different every time. */
function requestsOf(sessions: number): Record<string, (n: number) => string> {
  const list = (path: string) => (query: Record<string, string>) =>
    `${path}?${new URLSearchParams(query).toString()}`;
  const [chats, documents] = [list('/chats'), list('/documents')];
  // The latest ones: a sidecar deletes old ones meanwhile.
  const session = (n: number) => publicId(sessions - ((n * 977) % sessions));
  return {
    chats: () => '/chats',
    chats_page: (n) => chats({ page: String(2 + n) }),
    chats_last_page: () => chats({ page: '500' }),
    chats_oldest: () => chats({ order: 'asc' }),
    chats_by_turns: () => chats({ orderby: 'turns' }),
    chats_refused: (n) => chats({ outcome: 'refused', page: String(1 + n) }),
    chats_down: () => chats({ feedback: 'down' }),
    chats_language: (n) => chats({ language: n % 2 ? 'de' : 'en' }),
    chats_page_url: (n) => chats({ asked_on: `/page-${1 + n}/` }),
    chats_day: (n) => chats({ from: day(2 + n), to: day(2 + n) }),
    chats_month: (n) => chats({ from: day(60 + n), to: day(30 + n) }),
    chats_day_refused: (n) => chats({ from: day(2 + n), to: day(2 + n), outcome: 'refused' }),
    chats_language_failed: () => chats({ language: 'fr', outcome: 'failed' }),
    search_everywhere: (n) => chats({ search: wordOf(n % 5) }),
    search_often: (n) => chats({ search: wordOf(20 + n) }),
    search_seldom: (n) => chats({ search: wordOf(20_000 + n) }),
    search_two_often: (n) => chats({ search: `${wordOf(10 + n)} ${wordOf(40 + n)}` }),
    search_often_seldom: (n) => chats({ search: `${wordOf(1)} ${wordOf(10_000 + n)}` }),
    search_none: (n) => chats({ search: `nowhere${n} ${wordOf(3)}` }),
    search_beginning: (n) => chats({ search: `${wordOf(9000 + n)}*` }),
    search_chinese: (n) => chats({ search: n % 2 ? '博物馆' : '开门' }),
    search_refused: (n) => chats({ search: wordOf(100 + n), outcome: 'refused' }),
    facets: () => '/chats/facets',
    conversation: (n) => `/chats/${session(n)}`,
    figures_month: () => '/figures?days=30',
    figures_year: () => '/figures?days=365',
    dashboard: () => '/dashboard',
    documents: (n) => documents({ page: String(1 + n) }),
    documents_by_title: () => documents({ orderby: 'title', order: 'asc' }),
    documents_by_change: () => documents({ orderby: 'updated_at' }),
    documents_by_status: () => documents({ orderby: 'status' }),
    documents_failed: () => documents({ status: 'failed' }),
    documents_search_often: (n) => documents({ search: wordOf(20 + n) }),
    documents_search_seldom: (n) => documents({ search: wordOf(20_000 + n) }),
    documents_search_none: () => documents({ search: 'nowhere' }),
  };
}

async function read(sidecar: BenchSidecar, path: string): Promise<void> {
  const response = await sidecar.call('GET', path, undefined, 'admin');
  const text = await response.text();
  if (!response.ok) throw new Error(`GET ${path} answered ${response.status}: ${text}`);
}

/** Measures each kind of request until its whole answer was read. */
async function measureRequests(
  sidecar: BenchSidecar,
  sessions: number,
  verbose: boolean,
): Promise<Figures> {
  const figures: Figures = {};
  for (const [name, request] of Object.entries(requestsOf(sessions))) {
    const cpu = sidecar.cpu();
    const all = await timeEach(warmUp + repeats, (n) => read(sidecar, request(n)));
    const times = all.slice(warmUp);
    const p50 = quantile(times, 0.5);
    figures[name] = {
      p50_ms: p50,
      p99_ms: quantile(times, 0.99),
      // The sidecar's, in which SQLite runs: other programs do not make it longer.
      cpu_ms: ((sidecar.cpu() - cpu) * 1000) / all.length,
      ...(p50 > goal && { over: 'goal' }),
    };
    if (verbose) console.log(name, JSON.stringify(figures[name]));
  }
  return figures;
}

/** Reads the whole export, and the memory of the sidecar over it. */
async function measureExport(sidecar: BenchSidecar, turns: number): Promise<Figures> {
  const started = performance.now();
  const response = await sidecar.call('GET', '/chats/export', undefined, 'admin');
  const memory: number[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > 5_000_000 * (memory.length + 1)) memory.push(sidecar.rss());
  }
  const quarter = Math.floor(memory.length / 4);
  return {
    turns_per_second: turns / ((performance.now() - started) / 1000),
    megabytes: bytes / 1e6,
    rss_mb_second_quarter: mean(memory.slice(quarter, 2 * quarter)),
    rss_mb_last_quarter: mean(memory.slice(-quarter)),
  };
}

/** Lets a sidecar note the settings that documents are read with: else it reads all again while it is measured. */
async function noteSettings(database: Database, env: Record<string, string>): Promise<void> {
  const state = new State(database);
  const sidecar = await startSidecar(env, secret);
  while ((await state.readText('index_made_with')) === null) await sleep(100);
  await sidecar.end('SIGTERM');
}

async function measure(url: string, options: BenchOptions): Promise<Figures> {
  const { turns, documents, verbose } = options;
  const site = await startPeer('parts/site-peer.ts', '0');
  const env = { ITIH_SITE_URL: site.url, ITIH_DATABASE_URL: url, ITIH_LOG_LEVEL: 'info' };
  const database = openDatabase(readConfig({ ...env, ITIH_SECRET: secret }));
  try {
    await migrate(database);
    await noteSettings(database, env);
    const started = performance.now();
    await seed(database, { turns, documents, now });
    const seconds = (performance.now() - started) / 1000;
    const sidecar = await startSidecar(env, secret);
    try {
      const requests = await measureRequests(sidecar, turns / turnsOfSession, verbose);
      return { seed_s: seconds, ...requests, export: await measureExport(sidecar, turns) };
    } finally {
      await sidecar.end('SIGTERM');
    }
  } finally {
    if (database.dialect === 'mysql') await dropTables(database);
    await database.close();
    site.stop();
  }
}

/** Measures every list, search and figure of the owner's screens, and the export, on both databases. */
export async function run(options: BenchOptions): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), 'itih-lists-'));
  try {
    const isAsked = (name: BenchOptions['database']) =>
      options.database === '' || options.database === name;
    const file = `sqlite:${join(folder, 'lists.sqlite')}`;
    return {
      ...(isAsked('sqlite') && { sqlite: await measure(file, options) }),
      ...(isAsked('mariadb') && { mariadb: await measure(await mariadbUrl(), options) }),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}
