import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StatusReply } from '../server/contract/admin.ts';
import type { SearchReply } from '../server/contract/search.ts';
import { quantile } from './parts/measure.ts';
import { type BenchSidecar, startPeer, startSidecar } from './parts/sidecar.ts';
import { multilingual } from './parts/sites.ts';
import { topicOf } from './parts/words.ts';
import type { BenchOptions, Figures } from './run.ts';

const posts = 2000;
const wordsOfPost = 630;
const chunks = 200;
const wordsOfChunk = 200;
/** Characters, so that a post of so many words is one chunk. */
const chunkSize = 2000;
/** Posts that are looked for. */
const sample = 40;
const questions = 200;
/** Milliseconds between two questions, and the most that is waited for what is measured. */
const pause = 50;
const most = 60_000;
/** Milliseconds until memory has settled. */
const settle = 10_000;

interface Site {
  /** Number of posts, each of so many words. */
  count: number;
  words: number;
  embeddings: Record<string, unknown>;
  /** Folder of local models. */
  models?: string;
  /** Whether posts are read from their pages, as guests are shown them. */
  pages?: boolean;
}

/** A sidecar on SQLite that has read nothing yet. */
async function start({ count, words, embeddings, models, pages = false }: Site) {
  const folder = await mkdtemp(join(tmpdir(), 'itih-ingest-'));
  await mkdir(join(folder, 'models'));
  if (models) await symlink(join(models, multilingual), join(folder, 'models', multilingual));
  const site = await startPeer('parts/site-peer.ts', String(count), String(words));
  const sidecar = await startSidecar(
    {
      ITIH_SITE_URL: site.url,
      ITIH_DATABASE_URL: `sqlite:${join(folder, 'ingest.sqlite')}`,
      ITIH_CACHE_DIR: folder,
      NODE_OPTIONS: `--import ${new URL('parts/short-idle.ts', import.meta.url).href}`,
    },
    randomBytes(32).toString('hex'),
  );
  await sidecar.call('PUT', '/settings', {
    embeddings,
    limits: { per_ip_max: 0 },
    indexing: {
      only_shown_to_guests: pages,
      read_pages: pages,
      chunk_size: words > 300 ? 1000 : chunkSize,
    },
  });
  return {
    sidecar,
    stop: async () => {
      await sidecar.end('SIGKILL');
      site.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const get = async <T>(sidecar: BenchSidecar, path: string, body?: unknown): Promise<T> =>
  (await (await sidecar.call(body ? 'POST' : 'GET', path, body)).json()) as T;

async function isFound(sidecar: BenchSidecar, id: number): Promise<boolean> {
  const query = { query: topicOf(id), top_k: 5, min_score: 0 };
  const { candidates } = await get<SearchReply>(sidecar, '/search', query);
  return candidates.some(({ title }) => title.includes(topicOf(id)));
}

/** Posts a second from the order to read them until they are found. */
async function findablePerSecond(sidecar: BenchSidecar): Promise<number> {
  const missing = new Set(Array.from({ length: sample }, (_, n) => 1 + n * (posts / sample)));
  missing.add(posts);
  const started = performance.now();
  await sidecar.call('POST', '/posts/index', {});
  while (missing.size > 0 && performance.now() - started < most) {
    for (const id of missing) if (await isFound(sidecar, id)) missing.delete(id);
    await sleep(100);
  }
  const share = 1 - missing.size / (sample + 1);
  return (1000 * posts * share) / (performance.now() - started);
}

const vectorsOf = async (sidecar: BenchSidecar) =>
  (await get<StatusReply>(sidecar, '/status')).vector_store.vectors;

/** Chunks a second from the first vector on, for at most a minute. */
async function embeddedPerSecond(sidecar: BenchSidecar, wanted: number): Promise<number> {
  let first = 0;
  let started = 0;
  let last = 0;
  let ended = 0;
  const began = performance.now();
  while (last < wanted && performance.now() - began < 2 * most) {
    const vectors = await vectorsOf(sidecar);
    const now = performance.now();
    if (started === 0 && vectors > 0) [first, started] = [vectors, now];
    if (vectors > last) [last, ended] = [vectors, now];
    if (started > 0 && now - started > most) break;
    await sleep(50);
  }
  return (1000 * (last - first)) / (ended - started);
}

/** @param about In each question, so that none has been asked before. */
async function askP99(sidecar: BenchSidecar, about: string): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < questions; n++) {
    times.push(await sidecar.ask(`What is ${about} ${n} about ${topicOf(1 + (n % chunks))}?`));
    await sleep(pause);
  }
  return quantile(times, 0.99);
}

/** Reads the posts by words alone, from their pages. */
async function fromPages(): Promise<Figures> {
  const { sidecar, stop } = await start({
    ...{ count: posts, words: wordsOfPost, pages: true },
    embeddings: { provider: 'builtin' },
  });
  try {
    return { findable_posts_per_s_pages: await findablePerSecond(sidecar) };
  } finally {
    await stop();
  }
}

/** Reads the posts by words alone. */
async function byWords(): Promise<Figures> {
  const { sidecar, stop } = await start({
    count: posts,
    words: wordsOfPost,
    embeddings: { provider: 'builtin' },
  });
  try {
    const perSecond = await findablePerSecond(sidecar);
    await sleep(settle);
    return { findable_posts_per_s_words: perSecond, rss_words_mb: sidecar.rss() };
  } finally {
    await stop();
  }
}

/** Reads the same posts with the local encoder, whose vectors may follow. */
async function withVectors(): Promise<Figures> {
  const { sidecar, stop } = await start({
    count: posts,
    words: wordsOfPost,
    embeddings: { provider: 'local' },
  });
  try {
    return { findable_posts_per_s: await findablePerSecond(sidecar) };
  } finally {
    await stop();
  }
}

/** Gives short posts vectors, with questions meanwhile and afterwards; then the model is idle. */
async function inTheBackground(embeddings: Site['embeddings'], models?: string) {
  const site = { count: chunks, words: wordsOfChunk, embeddings, ...(models && { models }) };
  const { sidecar, stop } = await start(site);
  try {
    await sidecar.call('POST', '/posts/index', {});
    const perSecond = await embeddedPerSecond(sidecar, 0.4 * chunks);
    const meanwhile = await askP99(sidecar, 'note');
    while ((await vectorsOf(sidecar)) < chunks) await sleep(500);
    const quiet = await askP99(sidecar, 'text');
    const rss = sidecar.rss();
    await sleep(10_000 + settle);
    return { perSecond, meanwhile, quiet, rss, idle: sidecar.rss() };
  } finally {
    await stop();
  }
}

/**
 * Posts of 630 words, from the order to read them until the search finds them, with the local encoder and by words alone;
 * chunks of 200 words that get vectors in the background, and questions meanwhile; resident memory of the process.
 */
export async function run({ models }: BenchOptions): Promise<Figures> {
  const words = { ...(await byWords()), ...(await fromPages()) };
  const vectors = await withVectors();
  const english = await inTheBackground({ provider: 'local' });
  const folder = models && existsSync(join(models, multilingual)) ? models : '';
  const e5 = folder
    ? await inTheBackground({ provider: 'local', local: { model: multilingual } }, folder)
    : null;
  return {
    ...vectors,
    ...words,
    embedded_chunks_per_s: english.perSecond,
    questions_p99_quiet: english.quiet,
    questions_p99_meanwhile: english.meanwhile,
    rss_minilm_mb: english.rss,
    rss_idle_mb: english.idle,
    ...(e5 && {
      embedded_chunks_per_s_e5: e5.perSecond,
      rss_e5_mb: e5.rss,
      rss_idle_e5_mb: e5.idle,
    }),
    load: loadavg()[0] ?? 0,
  };
}
