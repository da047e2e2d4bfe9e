import { createHash } from 'node:crypto';
import type { Settings } from '../contract/settings.ts';
import type { Job, JobQueue, Outcome } from '../jobs/queue.ts';
import type { Embedder } from '../providers/embedder.ts';
import type { Providers } from '../providers/registry.ts';
import type { VectorStore } from '../providers/vector-store.ts';
import type { Chunks, NewChunk } from '../storage/chunks.ts';
import type { Database } from '../storage/database.ts';
import type { Bridge } from '../wordpress/bridge.ts';
import type { SettingsStore } from '../wordpress/settings.ts';
import type { Extract, Extraction } from './extract.ts';
import { loadSource } from './load-source.ts';
import type { RemoveDocument } from './remove.ts';

interface Dependencies {
  database: Database;
  chunks: Chunks;
  queue: JobQueue;
  bridge: Bridge;
  settings: SettingsStore;
  providers: Providers;
  vectorStore: VectorStore;
  removeDocument: RemoveDocument;
  extract: Extract;
  clock: () => number;
}

/**
 * WordPress counts whole seconds: a text read in the very second of its last change may change once
 * more without another time. Such a time is not kept, and the next comparison reads the text again.
 */
const isSettled = (modified: string, now: number) => !(Date.parse(modified) > now - 2000);

/** Changes when anything that the stored chunks were made of changes. */
function hashOf(
  title: string,
  { hash }: Extraction,
  { chunk_size, chunk_overlap, min_chunk_chars }: Settings['indexing'],
  embedder: Embedder,
  dimensions: number,
): string {
  const made = [title, hash, chunk_size, chunk_overlap, min_chunk_chars, embedder.id, dimensions];
  return createHash('sha256').update(JSON.stringify(made)).digest('hex');
}

/** Title and headings belong to what a chunk means: "Opening hours" says more than "10 to 6". */
const embeddedText = (title: string, { headingPath, content }: NewChunk) =>
  [title, headingPath, content].filter((part) => part !== '').join('\n');

async function embedAll(
  embedder: Embedder,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let start = 0; start < texts.length; start += embedder.maxBatch) {
    const batch = texts.slice(start, start + embedder.maxBatch);
    vectors.push(...(await embedder.embed(batch, { purpose: 'document', signal })));
  }
  return vectors;
}

/**
 * Reads, divides, embeds and stores one document. Until the last step, one transaction, its
 * old chunks go on answering; a document whose source is gone is removed.
 */
export function createIngest(dependencies: Dependencies) {
  const { database, chunks, queue, bridge, settings, providers, vectorStore, clock } = dependencies;

  return async function ingest(job: Job, signal: AbortSignal): Promise<void> {
    const { document } = job;
    const current = await settings.get();
    const loaded = await loadSource(document, bridge);
    if (!loaded) {
      await dependencies.removeDocument(document.id);
      return;
    }
    const { chunk_size, chunk_overlap, min_chunk_chars } = current.indexing;
    const sizes = { size: chunk_size, overlap: chunk_overlap, minimum: min_chunk_chars };
    const extraction = await dependencies.extract(loaded.source, sizes, signal);
    const title = document.title_given ? document.title : extraction.title || loaded.title;
    const embedder = providers.embedder(current);
    const { dimensions } = current.embeddings;
    const outcome: Outcome = {
      title: title.slice(0, 500),
      source_url: loaded.url,
      language: extraction.language.slice(0, 35),
      bytes: loaded.bytes,
      content_hash: hashOf(title, extraction, current.indexing, embedder, dimensions),
      chunk_count: document.chunk_count,
      source_modified: isSettled(loaded.modified, clock()) ? loaded.modified : '',
    };
    const unchanged = document.content_hash === outcome.content_hash && !document.forced;
    if (unchanged) {
      await database.transaction(async (transaction) => {
        await queue.complete(job, outcome, transaction);
        await chunks.relocate(document.id, loaded.url, transaction);
      });
      return;
    }
    const divided = extraction.chunks;
    const texts = divided.map((chunk) => embeddedText(title, chunk));
    const vectors = await embedAll(embedder, texts, signal);
    signal.throwIfAborted();
    await database.transaction(async (transaction) => {
      const stored = { ...outcome, chunk_count: divided.length };
      await queue.complete(job, stored, transaction);
      const ids = await chunks.replace(document.id, loaded.url, divided, transaction);
      const pairs = ids.flatMap((chunkId, index) => {
        const vector = vectors[index];
        return vector ? [{ chunkId, vector }] : [];
      });
      const identified = { documentId: document.id, embedder: embedder.id, vectors: pairs };
      await vectorStore.replace(identified, transaction);
    });
  };
}
