import { changedDocuments, chunksRevision } from '../storage/chunks.ts';
import type { Database } from '../storage/database.ts';
import {
  chunksWithout,
  documentsWithout,
  type UnembeddedChunk,
} from '../storage/vectors/missing-vectors.ts';
import type { Guarded } from '../storage/vectors/settle-vectors.ts';
import { writeNextVectors, writeVectors } from '../storage/vectors/write-vectors.ts';
import type { SettingsStore } from '../wordpress/settings.ts';
import { TextRefused, type EmbedAll } from './embed-all.ts';
import { embedPassages } from './embed-passages.ts';
import type { EmbeddingIndexes } from './embedding-indexes.ts';
import { isLexical, type EmbeddingIndex } from './index-state.ts';
import { probeText } from './probe-dimensions.ts';

export interface EmbedDependencies {
  database: Database;
  indexes: EmbeddingIndexes;
  settings: SettingsStore;
  embedAll: EmbedAll;
}

interface Options {
  /** Its vectors go to the chunks; those of the next space beside them. */
  isActive: boolean;
  /** Absent: also chunks that lacked a vector before. Else only those that change after this revision. */
  since?: number;
  /** Runs a transaction that changes vectors of these documents. */
  guarded: (documents: readonly number[]) => Guarded;
}

/** Chunks of one step: the work that is lost when it fails. With a model on this machine a step takes a second or two. */
const pageSize = ({ choice }: EmbeddingIndex) => (choice.provider === 'local' ? 8 : 128);
/** Documents that are looked through at a time. */
const documentsAtOnce = 100;

/** Embeds chunks; no vector for a text that is refused, provided that the embedder accepts another one. */
async function embedChunks(
  dependencies: EmbedDependencies,
  index: EmbeddingIndex,
  chunks: readonly UnembeddedChunk[],
  signal: AbortSignal,
): Promise<(Float32Array | null)[]> {
  const { indexes, settings, embedAll } = dependencies;
  const embedder = indexes.embedder(index, await settings.get());
  const check = (vectors: Float32Array[]) => indexes.requireDimensions(index, vectors);
  try {
    return await embedPassages(embedAll, embedder, chunks, { check, signal });
  } catch (error) {
    if (!(error instanceof TextRefused)) throw error;
    if (chunks.length === 1) {
      await embedAll(embedder, [probeText], signal);
      return [null];
    }
    const middle = Math.ceil(chunks.length / 2);
    const first = await embedChunks(dependencies, index, chunks.slice(0, middle), signal);
    return [...first, ...(await embedChunks(dependencies, index, chunks.slice(middle), signal))];
  }
}

/**
 * Returns a function that gives a page of chunks their vectors of one space, and false if no chunk lacks one. Documents
 * that change go first, then those that answers cite, then the newest.
 */
export function createEmbedMissing(
  dependencies: EmbedDependencies,
  index: EmbeddingIndex,
  { isActive, since, guarded }: Options,
) {
  const { database } = dependencies;
  const { query } = database;
  /** Documents that may have chunks without a vector; null: they are not listed yet. */
  let waiting: number[] | null = since === undefined ? null : [];
  let seen = since ?? 0;
  /** Chunks of the next step: half as many after a failure, so that what an embedder manages is kept. */
  let limit = pageSize(index);

  async function documents(): Promise<number[]> {
    const revision = await chunksRevision(query);
    if (!waiting) waiting = await documentsWithout(query, index);
    else if (revision !== seen) {
      waiting = [...new Set([...(await changedDocuments(query, seen)), ...waiting])];
    }
    seen = revision;
    return waiting;
  }

  async function embedPage(page: readonly UnembeddedChunk[], signal: AbortSignal): Promise<void> {
    const embedded = await embedChunks(dependencies, index, page, signal);
    const vectors = page.map(({ id }, at) => ({ chunkId: id, vector: embedded[at] ?? null }));
    // In-process indexes hold the active space only.
    const changed = isActive ? [...new Set(page.map(({ documentId }) => documentId))] : [];
    const write = isActive ? writeVectors : writeNextVectors;
    await guarded(changed)((transaction) => write(database, transaction, index, vectors));
  }

  return async function embedMissing(signal: AbortSignal): Promise<boolean> {
    if (isLexical(index)) return false;
    for (let left = await documents(); left.length > 0; left = waiting ?? []) {
      const first = left.slice(0, documentsAtOnce);
      const page = await chunksWithout(query, index, { documents: first, limit });
      try {
        if (page.length > 0) await embedPage(page, signal);
      } catch (error) {
        limit = Math.max(1, Math.floor(limit / 2));
        throw error;
      }
      if (page.length < limit) waiting = left.slice(first.length);
      limit = Math.min(pageSize(index), 2 * limit);
      if (page.length > 0) return true;
    }
    return false;
  };
}
export type EmbedMissing = ReturnType<typeof createEmbedMissing>;
