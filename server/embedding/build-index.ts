import type { Database } from '../storage/database.ts';
import { chunksWithout, type UnembeddedChunk } from '../storage/vectors/missing-vectors.ts';
import { createSettle, type Guarded } from '../storage/vectors/settle-vectors.ts';
import { writeNextVectors, writeVectors } from '../storage/vectors/write-vectors.ts';
import type { SettingsStore } from '../wordpress/settings.ts';
import { TextRefused, type EmbedAll } from './embed-all.ts';
import { embedPassages, type PassageVectors } from './embed-passages.ts';
import type { EmbeddingIndexes } from './embedding-indexes.ts';
import { probeText } from './probe-dimensions.ts';
import {
  holdIndexState,
  isLexical,
  readIndexState,
  writeIndexState,
  type EmbeddingIndex,
  type IndexState,
} from './index-state.ts';

interface Dependencies {
  database: Database;
  indexes: EmbeddingIndexes;
  settings: SettingsStore;
  embedAll: EmbedAll;
}

/** Chunks of one step: the work that is lost when it fails. */
const pageSize = 128;

/** Progress of this process towards one state. */
interface Progress {
  /** The state as JSON. */
  text: string;
  settle: ReturnType<typeof createSettle>;
  phase: 'settle' | 'embed' | 'done';
  /** Id of the last chunk that was embedded. */
  after: number;
  /** Chunks of the next step: half as many after a failure, so that what an embedder manages is kept. */
  chunks: number;
}

/** The state has changed since the step began; its transaction is undone. */
class StateChanged extends Error {
  override readonly name = 'StateChanged';
}

/** Runs transactions that fail if the state is no longer this one. */
function guardedBy(state: string, database: Database, documents: readonly number[] = []): Guarded {
  return (work) =>
    database.transaction(async (transaction) => {
      const result = await work(transaction);
      const now = await holdIndexState(database, transaction, ...documents);
      if (JSON.stringify(now) !== state) throw new StateChanged();
      return result;
    });
}

/** Embeds chunks; no vector for a text that is refused, provided that the embedder accepts another one. */
async function embedChunks(
  dependencies: Pick<Dependencies, 'indexes' | 'settings' | 'embedAll'>,
  index: EmbeddingIndex,
  chunks: readonly UnembeddedChunk[],
  signal: AbortSignal,
): Promise<PassageVectors[]> {
  const { indexes, settings, embedAll } = dependencies;
  const embedder = indexes.embedder(index, await settings.get());
  const check = (vectors: Float32Array[]) => indexes.requireDimensions(index, vectors);
  try {
    return await embedPassages(embedAll, embedder, chunks, { check, signal });
  } catch (error) {
    if (!(error instanceof TextRefused)) throw error;
    if (chunks.length === 1) {
      await embedAll(embedder, [probeText], signal);
      return [{ vector: null, sentences: null }];
    }
    const middle = Math.ceil(chunks.length / 2);
    const first = await embedChunks(dependencies, index, chunks.slice(0, middle), signal);
    return [...first, ...(await embedChunks(dependencies, index, chunks.slice(middle), signal))];
  }
}

/**
 * Builds the next space from the stored texts, a page at a time, while the active one answers. When every
 * chunk has a vector in it, it becomes active. Without a next space, chunks that lack a vector of the active
 * one get it. Before that, stored vectors are brought to their place.
 *
 * All progress is in the database, so that any process can go on where another has ended.
 */
export function createBuildIndex(dependencies: Dependencies) {
  const { database } = dependencies;
  let progress: Progress | null = null;

  const begin = (text: string, state: IndexState): Progress => ({
    text,
    settle: createSettle(database, state, guardedBy(text, database)),
    phase: 'settle',
    after: 0,
    chunks: pageSize,
  });

  /** Returns false if no chunk after the last page lacks a vector. */
  async function embedPage(
    at: Progress,
    { active, next }: IndexState,
    signal: AbortSignal,
  ): Promise<boolean> {
    const index = next ?? active;
    if (isLexical(index)) return false;
    const page = await chunksWithout(database.query, index, { after: at.after, limit: at.chunks });
    const last = page.at(-1);
    if (!last) return false;
    const embedded = await embedChunks(dependencies, index, page, signal);
    const vectors = page.map(({ id }, position) => ({
      chunkId: id,
      ...(embedded[position] ?? { vector: null }),
    }));
    // In-process indexes hold the active space only.
    const changed = next ? [] : [...new Set(page.map(({ documentId }) => documentId))];
    const write = next ? writeNextVectors : writeVectors;
    const guarded = guardedBy(at.text, database, changed);
    await guarded((transaction) => write(database, transaction, index, vectors));
    at.after = last.id;
    at.chunks = Math.min(pageSize, 2 * at.chunks);
    return true;
  }

  /**
   * Makes the next space the active one, unless a chunk has come meanwhile that lacks a vector. The state's
   * row stays locked, so that no other chunk can be added before the switch.
   */
  const switchTo = (next: EmbeddingIndex, state: string) =>
    database.transaction(async (transaction) => {
      const now = await holdIndexState(database, transaction);
      if (JSON.stringify(now) !== state) throw new StateChanged();
      const wanted = { after: 0, limit: 1 };
      const lacking = isLexical(next) ? [] : await chunksWithout(transaction, next, wanted);
      if (lacking.length > 0) return;
      await writeIndexState(database, transaction, { active: next, next: null });
    });

  async function advance(at: Progress, state: IndexState, signal: AbortSignal): Promise<void> {
    if (at.phase === 'settle') {
      if (!(await at.settle())) at.phase = 'embed';
      return;
    }
    if (await embedPage(at, state, signal)) return;
    if (state.next) await switchTo(state.next, at.text);
    else at.phase = 'done';
    at.after = 0;
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
    if (progress?.text !== text) progress = begin(text, state);
    if (progress.phase === 'done') return false;
    try {
      await advance(progress, state, signal);
    } catch (error) {
      if (error instanceof StateChanged) return true;
      progress.chunks = Math.max(1, Math.floor(progress.chunks / 2));
      throw error;
    }
    return true;
  };
}
export type BuildStep = ReturnType<typeof createBuildIndex>;
