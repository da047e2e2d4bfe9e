import type { VectorStore } from '../providers/vector-store.ts';
import type { Database } from '../storage/database.ts';
import {
  holdIndexState,
  isLexical,
  readIndexState,
  writeIndexState,
  type EmbeddingIndex,
  type IndexState,
} from './index-state.ts';
import { chunksWithout, documentsEnding, type UnembeddedChunk } from './next-vectors.ts';
import type { SettingsStore } from '../wordpress/settings.ts';
import { embeddedText } from './embedded-text.ts';
import { TextRefused, type EmbedAll } from './embed-all.ts';
import { probeText, type EmbeddingIndexes } from './embedding-indexes.ts';

interface Dependencies {
  database: Database;
  indexes: EmbeddingIndexes;
  vectorStore: VectorStore;
  settings: SettingsStore;
  embedAll: EmbedAll;
}

/** Chunks of one step: what a process that ends loses. */
const pageSize = 128;

/** The index is another than the one that the step was for; what it did is undone. */
class StateChanged extends Error {
  override readonly name = 'StateChanged';
}

/**
 * Makes the next index from the text that is stored, a page at a time, while the active one answers. When
 * each chunk has a vector of it, it takes over, and what is left of the old one is removed. Without a next
 * one, chunks that lack a vector of the active one get it.
 *
 * What was done is in the database: any process goes on where another has ended.
 */
export function createBuildIndex(dependencies: Dependencies) {
  const { database, indexes, vectorStore, settings, embedAll } = dependencies;
  /** Where this process is with which state. */
  let at = { state: '', phase: 'settle' as 'settle' | 'embed' | 'done', after: 0, added: false };

  /** In one transaction with the check that the state is still this one. */
  const change = <T>(
    state: IndexState,
    work: (transaction: Parameters<Parameters<Database['transaction']>[0]>[0]) => Promise<{
      documents: readonly number[];
      result: T;
    }>,
  ): Promise<T> =>
    database.transaction(async (transaction) => {
      const { documents, result } = await work(transaction);
      const now = await holdIndexState(database, transaction, ...documents);
      if (JSON.stringify(now) !== JSON.stringify(state)) throw new StateChanged();
      return result;
    });

  const settle = (state: IndexState): Promise<number> =>
    change(state, async (transaction) => {
      const { settled, documents } = await vectorStore.settle(state, transaction);
      return { documents, result: settled };
    });

  /** A text that is refused has no vector, provided that the model answers otherwise. */
  async function embed(
    index: EmbeddingIndex,
    chunks: readonly UnembeddedChunk[],
    signal: AbortSignal,
  ): Promise<(Float32Array | null)[]> {
    const embedder = indexes.embedder(index, await settings.get());
    const texts = chunks.map((chunk) => embeddedText(chunk.title, chunk));
    try {
      const vectors = await embedAll(embedder, texts, signal);
      await indexes.requireDimensions(index, vectors);
      return vectors;
    } catch (error) {
      if (!(error instanceof TextRefused)) throw error;
      if (chunks.length === 1) {
        await embedAll(embedder, [probeText], signal);
        return [null];
      }
      const middle = Math.ceil(chunks.length / 2);
      const first = await embed(index, chunks.slice(0, middle), signal);
      return [...first, ...(await embed(index, chunks.slice(middle), signal))];
    }
  }

  /** False when no chunk behind the last page lacks a vector. */
  async function embedPage(state: IndexState, signal: AbortSignal): Promise<boolean> {
    const index = state.next ?? state.active;
    if (isLexical(index)) return false;
    const wanted = { after: at.after, limit: pageSize + 1 };
    const found = await chunksWithout(database.query, index, wanted);
    const page = found.slice(0, pageSize);
    if (page.length === 0) return false;
    const embedded = await embed(index, page, signal);
    const vectors = page.map(({ id }, position) => ({
      chunkId: id,
      vector: embedded[position] ?? null,
    }));
    const { embedder, dimensions } = index;
    await change(state, async (transaction) => {
      await vectorStore.add({ embedder, dimensions, vectors }, transaction);
      return { documents: documentsEnding(page, found[pageSize]), result: undefined };
    });
    at.after = page.at(-1)?.id ?? at.after;
    at.added = true;
    return true;
  }

  /** Not when a chunk has come meanwhile that lacks a vector: then nobody adds another until it is done. */
  const takeOver = (next: EmbeddingIndex, state: IndexState): Promise<boolean> =>
    database.transaction(async (transaction) => {
      const now = await holdIndexState(database, transaction);
      if (JSON.stringify(now) !== JSON.stringify(state)) throw new StateChanged();
      const wanted = { after: 0, limit: 1 };
      const lacking = isLexical(next) ? [] : await chunksWithout(transaction, next, wanted);
      if (lacking.length > 0) return false;
      await writeIndexState(database, transaction, { active: next, next: null });
      return true;
    });

  async function advance(state: IndexState, signal: AbortSignal): Promise<void> {
    if (at.phase === 'settle') {
      if ((await settle(state)) === 0) at.phase = 'embed';
      return;
    }
    if (await embedPage(state, signal)) return;
    if (state.next) await takeOver(state.next, state);
    else if (at.added) at.phase = 'settle';
    else at.phase = 'done';
    at.after = 0;
    at.added = false;
  }

  /**
   * Does the next step.
   *
   * @returns false when nothing is left to do
   * @throws AppError of the embedder; the signal's reason
   */
  return async function buildStep(signal: AbortSignal): Promise<boolean> {
    const state = await readIndexState(database.query);
    if (!state) return false;
    const text = JSON.stringify(state);
    if (at.state !== text) at = { state: text, phase: 'settle', after: 0, added: false };
    if (at.phase === 'done') return false;
    try {
      await advance(state, signal);
    } catch (error) {
      if (!(error instanceof StateChanged)) throw error;
    }
    return true;
  };
}
export type BuildStep = ReturnType<typeof createBuildIndex>;
