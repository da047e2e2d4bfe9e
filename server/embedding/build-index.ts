import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { createLeasedLoop, type LeasedLoop, type LoopDependencies } from '../jobs/leased-loop.ts';
import { changedDocuments, chunksRevision } from '../storage/chunks.ts';
import type { Database } from '../storage/database.ts';
import {
  VectorColumn,
  type Guarded,
  dropUnusedColumn,
  chunksWithout,
  documentsWithout,
  writeVectors,
  type UnembeddedChunk,
} from '../storage/vectors/vectors.ts';
import type { SettingsStore } from '../wordpress/settings.ts';
import { embedPassages, TextRefused, type EmbedAll } from './embed-all.ts';
import { probeText, type EmbeddingIndexes } from './embedding-indexes.ts';
import { holdActiveIndex, isLexical, readActiveIndex, type EmbeddingIndex } from './index-state.ts';
import type { IndexProblem } from './index-status.ts';

interface BuildDependencies {
  database: Database;
  indexes: Pick<EmbeddingIndexes, 'embedder' | 'requireDimensions'>;
  settings: Pick<SettingsStore, 'get'>;
  embedAll: EmbedAll;
}

/** Chunks of one step: the work that is lost when it fails. With a model on this machine a step takes a second or two. */
const pageSize = ({ choice }: EmbeddingIndex) => (choice.provider === 'local' ? 8 : 128);
/** Documents that are looked through at a time. */
const documentsAtOnce = 100;

/** Embeds chunks; no vector for a text that is refused, provided that the embedder accepts another one. */
async function embedChunks(
  dependencies: BuildDependencies,
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
function createEmbedMissing(
  dependencies: BuildDependencies,
  index: EmbeddingIndex,
  guardedWith: (documents: readonly number[]) => Guarded,
) {
  const { database } = dependencies;
  const { query } = database;
  /** Documents that may have chunks without a vector; null: they are not listed yet. */
  let waiting: number[] | null = null;
  let seen = 0;
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
    const changed = new Set(page.map(({ documentId }) => documentId));
    await guardedWith([...changed])((transaction) =>
      writeVectors(database, transaction, index, vectors),
    );
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

/** Another space has become active since the step began; its transaction is undone. */
class SpaceChanged extends Error {
  override readonly name = 'SpaceChanged';
}

/** The steps by which this process brings one space about. */
interface Plan {
  /** The space as JSON. */
  text: string;
  column: VectorColumn;
  embedMissing: ReturnType<typeof createEmbedMissing>;
  /** No VECTOR column is left of other spaces. */
  isTidy: boolean;
}

/**
 * Gives chunks their vectors of the active space, a page at a time. All progress is in the database, so that any
 * process can go on where another has ended.
 */
export function createBuildIndex(dependencies: BuildDependencies) {
  const { database } = dependencies;
  let plan: Plan | null = null;

  function begin(text: string, index: EmbeddingIndex): Plan {
    const guardedWith =
      (documents: readonly number[]): Guarded =>
      (work) =>
        database.transaction(async (transaction) => {
          const result = await work(transaction);
          const now = await holdActiveIndex(database, transaction, ...documents);
          if (JSON.stringify(now) !== text) throw new SpaceChanged();
          return result;
        });
    return {
      text,
      column: new VectorColumn(database, index, guardedWith([])),
      embedMissing: createEmbedMissing(dependencies, index, guardedWith),
      isTidy: false,
    };
  }

  /**
   * Does the next step.
   *
   * @returns false when nothing is left to do
   * @throws AppError of the embedder; the signal's reason
   */
  return async function buildStep(signal: AbortSignal): Promise<boolean> {
    const index = await readActiveIndex(database.query);
    if (!index) return false;
    const text = JSON.stringify(index);
    if (plan?.text !== text) plan = begin(text, index);
    try {
      if ((await plan.column.step()) || (await plan.embedMissing(signal))) return true;
      plan.isTidy ||= !(await dropUnusedColumn(database, index.dimensions));
      return !plan.isTidy;
    } catch (error) {
      if (error instanceof SpaceChanged) return true;
      throw error;
    }
  };
}
export type BuildStep = ReturnType<typeof createBuildIndex>;

interface BuilderDependencies extends LoopDependencies {
  indexes: Pick<EmbeddingIndexes, 'plan'>;
  buildStep: BuildStep;
  problem: IndexProblem;
  /** Returns whether documents are being processed, which go first. */
  busy: () => boolean;
}

/** Milliseconds between two steps while documents are processed. */
const pause = 1000;

/**
 * Makes the settings' choice the active space and builds it in the background, one process at a time. Failures are
 * retried until a step succeeds or the choice changes.
 */
export function createIndexBuilder(dependencies: BuilderDependencies): LeasedLoop {
  const { indexes, buildStep, problem, busy, ...loop } = dependencies;
  return createLeasedLoop(
    {
      name: 'index_builder',
      begin: () => indexes.plan(),
      step: buildStep,
      // SQLite never waits: without this, no other work would get a turn.
      rest: (signal) => (busy() ? sleep(pause, undefined, { signal }) : nextTurn()),
      report: (error) => (error === null ? problem.clear() : problem.report(error)),
      failure: 'the index could not be built; it is tried again',
    },
    loop,
  );
}
export type IndexBuilder = LeasedLoop;
