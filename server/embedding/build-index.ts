import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { LeasedLoop, type LoopDependencies } from '../jobs/leased-loop.ts';
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
import { embedPassages, TextRefused, type BatchEmbedder } from './batch-embedder.ts';
import { probeText, type EmbeddingIndexes } from './embedding-indexes.ts';
import type { IndexProblem } from './index-report.ts';
import { holdActiveIndex, isLexical, readActiveIndex, type EmbeddingIndex } from './index-state.ts';

interface BuildDependencies {
  database: Database;
  indexes: Pick<EmbeddingIndexes, 'embedder' | 'requireDimensions'>;
  settings: Pick<SettingsStore, 'get'>;
  batches: Pick<BatchEmbedder, 'embed'>;
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
  const { indexes, settings, batches } = dependencies;
  const embedder = indexes.embedder(index, await settings.get());
  const check = (vectors: Float32Array[]) => indexes.requireDimensions(index, vectors);
  try {
    return await embedPassages(batches, embedder, chunks, { check, signal });
  } catch (error) {
    if (!(error instanceof TextRefused)) throw error;
    if (chunks.length === 1) {
      await batches.embed(embedder, [probeText], signal);
      return [null];
    }
    const middle = Math.ceil(chunks.length / 2);
    const first = await embedChunks(dependencies, index, chunks.slice(0, middle), signal);
    return [...first, ...(await embedChunks(dependencies, index, chunks.slice(middle), signal))];
  }
}

/** Gives the chunks that lack one their vector of one space. */
class MissingVectors {
  readonly #dependencies: BuildDependencies;
  readonly #index: EmbeddingIndex;
  readonly #guardedWith: (documents: readonly number[]) => Guarded;
  /** Documents that may have chunks without a vector; null: they are not listed yet. */
  #waiting: number[] | null = null;
  #seen = 0;
  /** Chunks of the next step: half as many after a failure, so that what an embedder manages is kept. */
  #limit: number;

  constructor(
    dependencies: BuildDependencies,
    index: EmbeddingIndex,
    guardedWith: (documents: readonly number[]) => Guarded,
  ) {
    this.#dependencies = dependencies;
    this.#index = index;
    this.#guardedWith = guardedWith;
    this.#limit = pageSize(index);
  }

  /**
   * Embeds a page of chunks; false if no chunk lacks a vector. Documents that change go first, then those that answers
   * cite, then the newest.
   */
  async step(signal: AbortSignal): Promise<boolean> {
    const { query } = this.#dependencies.database;
    const index = this.#index;
    if (isLexical(index)) return false;
    for (let left = await this.#documents(); left.length > 0; left = this.#waiting ?? []) {
      const first = left.slice(0, documentsAtOnce);
      const limit = this.#limit;
      const page = await chunksWithout(query, index, { documents: first, limit });
      try {
        if (page.length > 0) await this.#embedPage(page, signal);
      } catch (error) {
        this.#limit = Math.max(1, Math.floor(limit / 2));
        throw error;
      }
      if (page.length < limit) this.#waiting = left.slice(first.length);
      this.#limit = Math.min(pageSize(index), 2 * limit);
      if (page.length > 0) return true;
    }
    return false;
  }

  async #documents(): Promise<number[]> {
    const { query } = this.#dependencies.database;
    const revision = await chunksRevision(query);
    if (!this.#waiting) this.#waiting = await documentsWithout(query, this.#index);
    else if (revision !== this.#seen) {
      const changed = await changedDocuments(query, this.#seen);
      this.#waiting = [...new Set([...changed, ...this.#waiting])];
    }
    this.#seen = revision;
    return this.#waiting;
  }

  async #embedPage(page: readonly UnembeddedChunk[], signal: AbortSignal): Promise<void> {
    const { database } = this.#dependencies;
    const embedded = await embedChunks(this.#dependencies, this.#index, page, signal);
    const vectors = page.map(({ id }, at) => ({ chunkId: id, vector: embedded[at] ?? null }));
    const changed = new Set(page.map(({ documentId }) => documentId));
    await this.#guardedWith([...changed])((transaction) =>
      writeVectors(database, transaction, this.#index, vectors),
    );
  }
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
  missing: MissingVectors;
  /** No VECTOR column is left of other spaces. */
  isTidy: boolean;
}

/**
 * Gives chunks their vectors of the active space, a page at a time. All progress is in the database, so that any
 * process can go on where another has ended.
 */
export class IndexBuild {
  readonly #dependencies: BuildDependencies;
  #plan: Plan | null = null;

  constructor(dependencies: BuildDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Does the next step.
   *
   * @returns false when nothing is left to do
   * @throws AppError of the embedder; the signal's reason
   */
  async step(signal: AbortSignal): Promise<boolean> {
    const { database } = this.#dependencies;
    const index = await readActiveIndex(database.query);
    if (!index) return false;
    const text = JSON.stringify(index);
    if (this.#plan?.text !== text) this.#plan = this.#begin(text, index);
    const plan = this.#plan;
    try {
      if ((await plan.column.step()) || (await plan.missing.step(signal))) return true;
      plan.isTidy ||= !(await dropUnusedColumn(database, index.dimensions));
      return !plan.isTidy;
    } catch (error) {
      if (error instanceof SpaceChanged) return true;
      throw error;
    }
  }

  #begin(text: string, index: EmbeddingIndex): Plan {
    const { database } = this.#dependencies;
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
      missing: new MissingVectors(this.#dependencies, index, guardedWith),
      isTidy: false,
    };
  }
}

interface BuilderDependencies extends LoopDependencies {
  indexes: Pick<EmbeddingIndexes, 'plan'>;
  build: Pick<IndexBuild, 'step'>;
  problem: Pick<IndexProblem, 'report' | 'clear'>;
  /** Returns whether documents are being processed, which go first. */
  busy: () => boolean;
}

/** Milliseconds between two steps while documents are processed. */
const pause = 1000;

/**
 * Makes the settings' choice the active space and builds it in the background, one process at a time. Failures are
 * retried until a step succeeds or the choice changes.
 */
export class IndexBuilder extends LeasedLoop {
  constructor({ indexes, build, problem, busy, ...loop }: BuilderDependencies) {
    super(
      {
        name: 'index_builder',
        begin: () => indexes.plan(),
        step: (signal) => build.step(signal),
        // SQLite never waits: without this, no other work would get a turn.
        rest: (signal) => (busy() ? sleep(pause, undefined, { signal }) : nextTurn()),
        report: (error) => (error === null ? problem.clear() : problem.report(error)),
        failure: 'the index could not be built; it is tried again',
      },
      loop,
    );
  }
}
