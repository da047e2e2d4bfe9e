import { loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { SearchTimings } from '../server/contract/search.ts';
import { settingsDefaults } from '../server/contract/settings-defaults.ts';
import type { EmbeddingIndexes } from '../server/embedding/embedding-indexes.ts';
import {
  holdActiveIndex,
  readActiveIndex,
  writeActiveIndex,
} from '../server/embedding/index-state.ts';
import { understand } from '../server/question/understand.ts';
import { MemoryIndex } from '../server/retrieval/memory/memory-index.ts';
import { VectorSearch } from '../server/retrieval/vector-search.ts';
import { QueryEmbeddings } from '../server/embedding/query-embeddings.ts';
import { Retriever } from '../server/retrieval/retrieve.ts';
import { SiteTexts } from '../server/retrieval/context-filler.ts';
import { createLog } from '../server/runtime/log.ts';
import { Chunks } from '../server/storage/chunks.ts';
import type { Database } from '../server/storage/database.ts';
import { Documents } from '../server/storage/documents.ts';
import { migrate } from '../server/storage/migrate.ts';
import { openMysql } from '../server/storage/mysql.ts';
import { decodeVector } from '../server/storage/vectors/stored-vector.ts';
import { writeVectors } from '../server/storage/vectors/vectors.ts';
import { startMariadb } from '../tools/stack/database-server.ts';
import { openRun } from '../tools/stack/runs.ts';
import { corpus } from './parts/corpus.ts';
import { quantile } from './parts/measure.ts';
import { embeddingLikeVectors } from './parts/vector-data.ts';
import type { BenchOptions, Figures } from './run.ts';

const chunksPerDocument = 10;
const characters = 900;
const documentsAtOnce = 50;
const keptQuestions = 500;

interface Question {
  text: string;
  vector: Float32Array;
}

const choice = { provider: 'openai', model: 'bench', base_url: '', dimensions: 0 } as const;

/** A knowledge base as the sidecar has it, without a site around it: its embedder knows the questions only. */
function hybridSite(database: Database, dimensions: number, memory: number) {
  const log = createLog('silent');
  const embedder = 'bench:model';
  const active = { choice, embedder, dimensions };
  const chunks = new Chunks(database);
  const documents = new Documents(database, Date.now);
  const index = new MemoryIndex({ database, log, clock: Date.now, memory, folder: null });
  const asked = new Map<string, Float32Array>();

  const indexes = {
    known: () => Promise.resolve(active),
    latest: () => readActiveIndex(database.query),
    embedder: () => ({
      id: embedder,
      maxBatch: 1,
      embed: ([text]: readonly string[]) => Promise.resolve([asked.get(text!)!]),
    }),
    requireDimensions: () => Promise.resolve(),
  } as unknown as EmbeddingIndexes;

  const queries = new QueryEmbeddings(indexes);

  return {
    index,

    /** As if their embeddings were cached. */
    know(questions: readonly Question[]): void {
      for (const { text, vector } of questions) asked.set(text, vector);
    },

    retriever: new Retriever({
      siteTexts: new SiteTexts(database),
      readNearby: (...given) => chunks.nearby(...given),
      indexes,
      chunks,
      vectors: new VectorSearch(database, index),
      embedQuery: (...given) => queries.embed(...given),
      lexical: index.lexical,
      clock: Date.now,
      documents,
      // Its documents are nobody's posts: there is nothing to ask the site.
      visibility: { onlyPublic: (passages) => Promise.resolve([...passages]) },
      rewrite: () => Promise.reject(new Error('No question has a past.')),
    }),

    /** Gives questions, each near to a chunk that there is. */
    async fill(count: number): Promise<Question[]> {
      const texts = corpus(characters);
      const source = embeddingLikeVectors(dimensions, 17);
      const questions: Question[] = [];
      await database.transaction(async (transaction) => {
        await holdActiveIndex(database, transaction);
        await writeActiveIndex(transaction, active);
      });
      for (let start = 0; start < count; start += documentsAtOnce) {
        const wanted = Array.from(
          { length: Math.min(documentsAtOnce, count - start) },
          (_, at) => ({
            kind: 'txt' as const,
            sourceKey: `text:${start + at}`,
            title: texts.question(texts.text()),
          }),
        );
        const ids = await documents.ensureAll(wanted);
        await database.transaction(async (transaction) => {
          for (const documentId of ids) {
            const made = Array.from({ length: chunksPerDocument }, () => ({
              content: texts.text(),
              headingPath: '',
              page: null,
              offset: 0,
            }));
            const chunkIds = await chunks.replace(documentId, '', made, transaction);
            const vectors = chunkIds.map((chunkId) => {
              const vector = new Float32Array(dimensions);
              source.next(vector);
              return { chunkId, vector };
            });
            if (questions.length < keptQuestions) {
              const near = source.question(vectors[0]!.vector);
              questions.push({ text: texts.question(made[0]!.content), vector: near });
            }
            await writeVectors(database, transaction, active, vectors);
          }
          await holdActiveIndex(database, transaction, ...ids);
        });
      }
      return questions;
    },
  };
}

const dimensions = 1536;
/** Bytes for the in-memory index. */
const memory = 2 ** 30;
const warmUp = 50;
const alone = 300;
const atOnce = 50;
/** Rows that the baseline reads; what all would take is counted from them. */
const scanned = 2000;

type Site = ReturnType<typeof hybridSite>;

/**
 * From a question whose embedding is known to its context: vectors and words, fused, read from MariaDB and
 * packed. `--posts` documents of ten chunks. Beside it what it takes to read and compare all stored
 * vectors for a question.
 */
export async function run({ posts }: BenchOptions): Promise<Figures> {
  const bed = openRun('hybrid');
  try {
    const server = await startMariadb(bed.folder, bed.logs);
    const { dbUser: user, dbPassword: password, dbPort: port, dbName: name } = server;
    const connection = { host: '127.0.0.1', user, password, port, database: name };
    const database = openMysql(connection, 'wp_rag_');
    try {
      await migrate(database);
      const questions = await hybridSite(database, dimensions, memory).fill(posts);
      const site = hybridSite(database, dimensions, memory);
      try {
        return await measure(site, database, questions);
      } finally {
        await site.index.close();
      }
    } finally {
      await database.close();
    }
  } finally {
    bed.close();
  }
}

async function measure(site: Site, database: Database, questions: Question[]): Promise<Figures> {
  site.know(questions);
  const opening = performance.now();
  site.index.start();
  await site.index.lexical('', { limit: 1 });
  const next = asking(site, questions);
  for (let n = 0; n < warmUp; n++) await next();
  const opened = performance.now() - opening;

  const single: SearchTimings[] = [];
  const before = process.cpuUsage();
  for (let n = 0; n < alone; n++) single.push(await next());
  const used = process.cpuUsage(before);
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const many = await Promise.all(
    Array.from({ length: atOnce }, async () => {
      const own: SearchTimings[] = [];
      for (let n = 0; n < 6; n++) own.push(await next());
      return own;
    }),
  );
  loop.disable();

  const stage = (name: keyof SearchTimings) =>
    quantile(
      single.map((ms) => ms[name]),
      0.5,
    );
  const total = single.map((ms) => ms.total);
  const crowd = many.flat().map((ms) => ms.total);
  const scan = await scanJson(database, questions[0]!.vector);
  return {
    p50_ms: quantile(total, 0.5),
    p99_ms: quantile(total, 0.99),
    // Independent of other processes.
    cpu_ms: (used.user + used.system) / 1000 / alone,
    stages_p50_ms: {
      vectors: stage('vectors'),
      lexical: stage('lexical'),
      search: stage('search'),
      hydrate: stage('hydrate'),
      pack: stage('pack'),
    },
    at_once: atOnce,
    p50_ms_at_once: quantile(crowd, 0.5),
    p99_ms_at_once: quantile(crowd, 0.99),
    longest_block_ms: loop.max / 1e6,
    opened_and_warm_ms: opened,
    json_scan_ms: scan.ms,
    ratio_to_json_scan: scan.ms / quantile(total, 0.5),
    chunks: scan.chunks,
    rss_mb: process.memoryUsage().rss / 2 ** 20,
    load: loadavg()[0] ?? 0,
  };
}

/** Each call asks the next question and gives the milliseconds of its stages. */
function asking(site: Site, questions: readonly Question[]) {
  const options = {
    settings: settingsDefaults,
    signal: new AbortController().signal,
    log: createLog('silent'),
  };
  let asked = 0;
  return async () => {
    const { text } = questions[asked++ % questions.length]!;
    const { passages, wordsOnly, ms } = await site.retriever.retrieve(understand(text), options);
    if (passages.length === 0 || wordsOnly) throw new Error('The bench must find something.');
    return ms;
  };
}

/** Reads and compares all stored vectors for a question, as other plugins do. */
async function scanJson({ query }: Database, question: Float32Array) {
  const count = await query
    .selectFrom('chunks')
    .select((select) => select.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  const chunks = Number(count.n);
  const started = performance.now();
  const rows = await query
    .selectFrom('chunks')
    .select(['id', 'embedding'])
    .orderBy('id')
    .limit(scanned)
    .execute();
  const scores = rows.map(({ embedding }) => {
    const vector = decodeVector(embedding)!;
    let dot = 0;
    for (let at = 0; at < vector.length; at++) dot += vector[at]! * question[at]!;
    return dot;
  });
  scores.sort((a, b) => b - a);
  return { chunks, ms: ((performance.now() - started) * chunks) / rows.length };
}
