import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Document, HeadingLevel, Packer, Paragraph } from 'docx';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { settingsDefaults } from '../server/contract/settings-defaults.ts';
import { createBuildIndex } from '../server/embedding/build-index.ts';
import { createEmbedAll } from '../server/embedding/embed-all.ts';
import { createEmbeddingIndexes } from '../server/embedding/embedding-indexes.ts';
import {
  extract as extractHere,
  type Extract,
  type Source,
} from '../server/ingestion/read/extract.ts';
import { createGuardedExtract } from '../server/ingestion/read/guarded-extract.ts';
import { createIngest } from '../server/ingestion/ingest.ts';
import { createDatabaseQueue } from '../server/jobs/database-queue.ts';
import type { JobQueue } from '../server/jobs/queue.ts';
import type { Embedder } from '../server/providers/embedder.ts';
import type { Providers } from '../server/providers/registry.ts';
import { createChunks } from '../server/storage/chunks.ts';
import { createDocuments } from '../server/storage/documents.ts';
import { migrate } from '../server/storage/migrate.ts';
import { openSqlite } from '../server/storage/sqlite.ts';
import { createState } from '../server/storage/state.ts';
import type { SettingsStore } from '../server/wordpress/settings.ts';
import type { Figures } from './run.ts';

const sizes = { size: 1000, overlap: 150, minimum: 50 };
const { signal } = new AbortController();
const words =
  'harbour museum ferry library ticket garden river bridge tower market evening school'.split(' ');

/** No two sentences are alike. */
function sentence(number: number): string {
  const chosen = Array.from(
    { length: 12 },
    (_, place) => words[(number * (place + 3) + place) % 12],
  );
  return `The ${chosen.join(' ')} number ${number}.`;
}
const paragraph = (number: number) =>
  Array.from({ length: 6 }, (_, index) => sentence(6 * number + index)).join(' ');
const paragraphs = (characters: number) =>
  Array.from({ length: Math.ceil(characters / paragraph(1000).length) }, (_, index) =>
    paragraph(index),
  );

async function pdf(pages: number): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let page = 0; page < pages; page++) {
    const lines = Array.from({ length: 40 }, (_, line) => sentence(page * 40 + line));
    document.addPage().drawText(lines.join('\n'), { font, size: 9, x: 20, y: 800, lineHeight: 18 });
  }
  return document.save();
}

async function docx(characters: number): Promise<Uint8Array> {
  const children = paragraphs(characters).flatMap((text, index) => [
    ...(index % 20 === 0
      ? [new Paragraph({ text: `Part ${index / 20}`, heading: HeadingLevel.HEADING_1 })]
      : []),
    new Paragraph(text),
  ]);
  return new Uint8Array(await Packer.toBuffer(new Document({ sections: [{ children }] })));
}

const html = (characters: number) =>
  `<!doctype html><title>Large</title><main>${paragraphs(characters)
    .map((text) => `<p>${text}</p>`)
    .join('\n')}</main>`;

/** Freshly made for every reading: a reader may take the bytes over. */
async function sources(): Promise<Record<string, () => Source>> {
  const encode = (text: string) => new TextEncoder().encode(text);
  const files = {
    text: encode(paragraphs(10e6).join('\n\n')),
    page: encode(html(5e6)),
    pdf: await pdf(1000),
    docx: await docx(2e6),
  };
  const about = { contentType: 'text/html', url: 'https://site.example/large/' };
  return {
    text_10_mb: () => ({ kind: 'txt', bytes: files.text.slice() }),
    page_5_mb: () => ({ kind: 'page', bytes: files.page.slice(), ...about }),
    pdf_1000_pages: () => ({ kind: 'pdf', bytes: files.pdf.slice() }),
    docx_2_mb_of_text: () => ({ kind: 'docx', bytes: files.docx.slice() }),
  };
}

interface Block {
  /** Milliseconds without a turn of the event loop. */
  wall: number;
  /** Processor time of the main thread: independent of the load of the machine. */
  work: number;
}

/** The longest block of each stage of the work. */
function createWatch() {
  const blocks = new Map<string, Block>();
  return {
    longest: (stage: string): Block => blocks.get(stage) ?? { wall: 0, work: 0 },
    during: async <T>(stage: string, perform: () => Promise<T>): Promise<T> => {
      const cpu = () => {
        const { user, system } = process.threadCpuUsage();
        return (user + system) / 1000;
      };
      const longest = { wall: 0, work: 0 };
      let turn = performance.now();
      let worked = cpu();
      const watch = setInterval(() => {
        longest.wall = Math.max(longest.wall, performance.now() - turn - 1);
        longest.work = Math.max(longest.work, cpu() - worked);
        turn = performance.now();
        worked = cpu();
      }, 1);
      try {
        return await perform();
      } finally {
        await sleep(5);
        clearInterval(watch);
        blocks.set(stage, longest);
      }
    },
  };
}

/** Ingests one source into a database of its own, and says how long each step held up the loop. */
async function ingestOne(source: Source, extract: Extract) {
  const database = openSqlite(':memory:', 'wp_rag_');
  await migrate(database);
  const watch = createWatch();
  const embedAll = createEmbedAll(Date.now);
  const vector = new Float32Array(1536).fill(1 / Math.sqrt(1536));
  const embedder: Embedder = {
    id: 'bench:constant',
    maxBatch: 256,
    embed: (texts) => Promise.resolve(texts.map(() => vector)),
  };
  const providers = { embedder: () => embedder } as unknown as Providers;
  const embeddings = { ...settingsDefaults.embeddings, provider: 'openai' as const };
  const defaults = () => Promise.resolve({ ...settingsDefaults, embeddings });
  const settings = { get: defaults, fresh: defaults } as unknown as SettingsStore;
  const documents = createDocuments(database, Date.now);
  const state = createState(database);
  const indexes = createEmbeddingIndexes({ database, state, settings, providers });
  const buildStep = createBuildIndex({ database, indexes, settings, embedAll });
  const queue = createDatabaseQueue(database, { lease: 600_000, clock: Date.now });
  const ingest = createIngest({
    database,
    chunks: createChunks(database),
    queue: {
      complete: (...given) => watch.during('store', () => queue.complete(...given)),
      discard: (job) => queue.discard(job),
    } satisfies Partial<JobQueue> as JobQueue,
    loadSource: () =>
      Promise.resolve({ source, url: '', title: 'Large', bytes: 0, modified: '', checkedAt: 0 }),
    followPage: () => Promise.resolve(true),
    requireShown: () => Promise.reject(new Error('It is no post.')),
    settings,
    extract: (...given) => watch.during('read', () => extract(...given)),
    stored: () => undefined,
    clock: Date.now,
  });
  const { id } = await documents.ensure({ kind: 'txt', sourceKey: 'large' });
  try {
    await ingest(await queue.claimNow(id), signal);
    await indexes.plan();
    await watch.during('embed', async () => {
      while (await buildStep(signal)) await nextTurn();
    });
    return { longest: watch.longest, chunks: (await documents.get(id)).chunk_count };
  } finally {
    await database.close();
  }
}

/**
 * The longest that the event loop stands still while one large document is indexed, with the built-in
 * embedder and SQLite, which both work on the main thread. The baseline reads in the process itself.
 * `work_ms` is what the main thread itself did of that time: it tells blocks from a busy machine.
 */
export async function run(): Promise<Figures> {
  const idle = createWatch();
  await idle.during('idle', () => sleep(3000));
  const figures: Figures = { idle_block_ms: idle.longest('idle').wall };
  for (const [name, make] of Object.entries(await sources())) {
    // The main process is measured, whatever the reader needs.
    const reader = createGuardedExtract({ memory: 2 ** 30, time: 120_000 });
    await reader.extract(
      { kind: 'txt', bytes: new TextEncoder().encode('Started.') },
      sizes,
      signal,
    );
    const apart = await ingestOne(make(), reader.extract);
    await reader.close();
    const within = await ingestOne(make(), extractHere);
    const pool = apart.longest('read');
    const here = within.longest('read');
    figures[name] = {
      chunks: apart.chunks,
      block_ms_apart: pool.wall,
      block_ms_in_process: here.wall,
      ratio: here.wall / pool.wall,
      work_ms_apart: pool.work,
      work_ms_in_process: here.work,
      embed_work_ms: apart.longest('embed').work,
      store_work_ms: apart.longest('store').work,
    };
  }
  return figures;
}
