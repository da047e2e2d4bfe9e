import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../server/config/config.ts';
import { openDatabase } from '../../server/composition/services.ts';
import type { Database } from '../../server/storage/database.ts';
import { readStack, up } from '../../tools/stack/stack.ts';
import { startPeer, startSidecar, type BenchSidecar } from '../parts/sidecar.ts';
import { ingestInTheBackground } from './ingest-background.ts';
import { random, topicOf } from '../parts/words.ts';
import type { BenchOptions, Figures } from '../run.ts';

const kills = 5;
const questions = 40;
const secret = randomBytes(32).toString('hex');

/** Returns the database of the stack that `ITIH_STACK` names, else of one that ends with this process. */
async function databaseUrl(): Promise<string> {
  const file = process.env['ITIH_STACK'] ?? (await up({ name: 'bench', part: 'database' })).file;
  const { dbUser, dbPassword, dbHost, dbPort, dbName } = readStack(file);
  const prefix = `b${randomBytes(3).toString('hex')}_`;
  return `mysql://${dbUser}:${dbPassword}@${dbHost}:${dbPort}/${dbName}?prefix=${prefix}`;
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * Indexes sites on SQLite, with the local encoder; then, unless with `--database sqlite`, one on MariaDB.
 */
export async function run(options: BenchOptions): Promise<Figures> {
  const figures = await ingestInTheBackground(options);
  return options.database === 'sqlite' ? figures : { ...figures, ...(await onMariaDb(options)) };
}

/**
 * Indexes a site on MariaDB with a fast fake embedder, so that only the sidecar is measured. The first
 * thousand posts are the baseline of the cost per post, the idle sidecar that of an answer. Then everything is
 * indexed again while the sidecar is killed five times.
 */
async function onMariaDb({ posts }: BenchOptions): Promise<Figures> {
  const address = await databaseUrl();
  const site = await startPeer('parts/site-peer.ts', String(posts));
  const embedder = await startPeer('ingest/ingest-embedder.ts');
  const env = {
    ITIH_SITE_URL: site.url,
    ITIH_DATABASE_URL: address,
    ITIH_LEASE_SECONDS: '2',
  };
  const database = openDatabase(readConfig({ ...env, ITIH_SECRET: secret }));
  const start = () => startSidecar(env, secret);
  let sidecar = await start();
  try {
    await sidecar.call('PUT', '/settings', {
      limits: { per_ip_max: 0 },
      // The site has no pages that could be looked at.
      indexing: { only_shown_to_guests: false },
      embeddings: {
        provider: 'openai_compatible',
        openai_compatible: { base_url: embedder.url, model: 'fake' },
      },
    });
    const indexed = await indexAll(sidecar, database, posts);
    const idle = await askMany(sidecar, posts, 'idle');
    const killed = await killAndCount(
      sidecar,
      database,
      posts,
      async () => (sidecar = await start()),
    );
    return {
      ...indexed,
      chat_p50_idle_ms: median(idle),
      chat_worst_idle_ms: Math.max(...idle),
      ...killed,
    };
  } finally {
    await sidecar.end('SIGKILL');
    await database.close();
    site.stop();
    embedder.stop();
  }
}

async function askMany(sidecar: BenchSidecar, posts: number, about: string): Promise<number[]> {
  const times: number[] = [];
  const next = random(about.length);
  for (let n = 0; n < questions; n++) {
    const id = 1 + Math.floor((next() * posts) / 3);
    times.push(await sidecar.ask(`What is ${about} ${n} about ${topicOf(id)}?`));
    await sleep(100);
  }
  return times;
}

/** Indexes all posts; questions are asked in the middle, outside of the posts whose cost is compared. */
async function indexAll(
  sidecar: BenchSidecar,
  database: Database,
  posts: number,
): Promise<Figures> {
  const edge = Math.floor(posts / 10);
  const memory: number[] = [];
  const marks = new Map<number, number>();
  let chats: Promise<number[]> | undefined;
  await sidecar.call('POST', '/posts/index', {});
  for (let done = 0; done < posts; await sleep(200)) {
    done = await completed(database);
    memory.push(sidecar.rss());
    for (const mark of [0, edge, posts - edge, posts]) {
      if (done >= mark && !marks.has(mark)) marks.set(mark, sidecar.cpu());
    }
    if (done >= posts / 2) chats ??= askMany(sidecar, posts, 'busy');
  }
  const busy = (await chats) ?? [];
  const at = await completionTimes(database);
  const cpu = (mark: number) => marks.get(mark) ?? 0;
  const cost = (from: number, to: number) => (at[to]! - at[from]!) / (to - from);
  return {
    posts,
    chunks: await countOf(database, 'chunks'),
    posts_per_s: (1000 * posts) / (at.at(-1)! - at[0]!),
    cost_ratio_1k_10k: cost(posts - edge, posts - 1) / cost(0, edge - 1),
    cpu_ms_per_post: (1000 * cpu(posts)) / posts,
    cpu_ratio_1k_10k: (cpu(posts) - cpu(posts - edge)) / (cpu(edge) - cpu(0)),
    rss_mb: median(memory.slice(-Math.ceil(memory.length / 4))),
    rss_peak_mb: Math.max(...memory),
    chat_p50_ms: median(busy),
    chat_worst_ms: Math.max(...busy),
    failures: sidecar.failures.length,
  };
}

async function completed(database: Database, since = 0): Promise<number> {
  const row = await database.query
    .selectFrom('documents')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('status', '=', 'completed')
    .where('processed_at', '>', since)
    .executeTakeFirst();
  return Number(row?.n ?? 0);
}

async function countOf(database: Database, table: 'chunks' | 'documents'): Promise<number> {
  const row = await database.query
    .selectFrom(table)
    .select((select) => select.fn.countAll<number>().as('n'))
    .executeTakeFirst();
  return Number(row?.n ?? 0);
}

/** Returns the times of completion in milliseconds, ascending. */
async function completionTimes(database: Database): Promise<number[]> {
  const rows = await database.query
    .selectFrom('documents')
    .select('processed_at')
    .orderBy('processed_at')
    .execute();
  return rows.map(({ processed_at }) => processed_at ?? 0);
}

/** Indexes everything again, kills the sidecar at random points, and counts lost and duplicate documents. */
async function killAndCount(
  first: BenchSidecar,
  database: Database,
  posts: number,
  restart: () => Promise<BenchSidecar>,
): Promise<Figures> {
  const began = Date.now();
  const next = random(17);
  const points = Array.from({ length: kills }, () => Math.floor(next() * 0.9 * posts)).sort(
    (a, b) => a - b,
  );
  let sidecar = first;
  await sidecar.call('POST', '/posts/index', { force: true });
  for (const point of points) {
    while ((await completed(database, began)) < point) await sleep(20);
    await sidecar.end('SIGKILL');
    sidecar = await restart();
  }
  for (let done = 0; done < posts; await sleep(200)) done = await completed(database, began);
  return { kills, ...(await lostAndDoubled(database, posts)) };
}

async function lostAndDoubled(database: Database, posts: number): Promise<Figures> {
  const documents = await database.query
    .selectFrom('documents')
    .select(['id', 'post_id', 'chunk_count'])
    .where('status', '=', 'completed')
    .execute();
  const chunks = await database.query
    .selectFrom('chunks')
    .select(['document_id', 'position', 'dimensions'])
    .where('embedding', 'is not', null)
    .execute();
  const positions = new Map<number, number[]>();
  for (const { document_id, position } of chunks) {
    positions.set(document_id, [...(positions.get(document_id) ?? []), position]);
  }
  const whole = documents.filter(({ id, chunk_count }) => {
    const found = (positions.get(id) ?? []).sort((a, b) => a - b);
    return found.length === chunk_count && found.every((position, n) => position === n);
  });
  const seen = new Set(whole.map(({ post_id }) => post_id));
  const expected = documents.reduce((sum, { chunk_count }) => sum + chunk_count, 0);
  return {
    lost: posts - seen.size,
    doubled:
      documents.length -
      new Set(documents.map(({ post_id }) => post_id)).size +
      Math.max(0, chunks.length - expected),
  };
}
