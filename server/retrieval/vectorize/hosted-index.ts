import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { VectorStoreStatus } from '../../contract/admin.ts';
import type { Settings } from '../../contract/settings.ts';
import { readActiveIndex } from '../../embedding/index-state.ts';
import type { EmbeddingSpace } from '../../storage/vectors/stored-vector.ts';
import type { IndexProblem } from '../../embedding/index-status.ts';
import { AppError, toAppError } from '../../errors/app-error.ts';
import type { Database } from '../../storage/database.ts';
import type { SettingsStore } from '../../wordpress/settings.ts';
import type { Candidate, VectorIndex, VectorQuery } from '../vector-index.ts';
import { isIndexMissing, vectorizeLimits, type VectorizeApi } from './api.ts';
import { chunkIdOf, remoteId, remoteSpace, targetOf } from './outbox.ts';
import type { Outbox, RemoteSpace } from './outbox.ts';
import { requireFit } from './setup.ts';

export interface HostedIndexDependencies {
  database: Database;
  outbox: Outbox;
  settings: Pick<SettingsStore, 'get'>;
  connect: (store: Settings['vector_store'], purpose: 'query' | 'upkeep') => VectorizeApi;
  /** Reads stored vectors of one embedding space; chunks without a vector there are left out. */
  readVectors: (
    space: EmbeddingSpace,
    chunkIds: readonly number[],
  ) => Promise<ReadonlyMap<number, Float32Array>>;
  /** Unique to the site. */
  site: string;
  problem: Pick<IndexProblem, 'read'>;
  clock: () => number;
  pace?: Partial<typeof defaultPace> | undefined;
}

/** In milliseconds. */
const defaultPace = {
  /** After a request: an account may send 1,200 in five minutes, queries among them. */
  restMs: 300,
  /** Between two checks for processed vectors: it takes seconds, minutes after 100,000 vectors. */
  minPollMs: 1000,
  maxPollMs: 10_000,
};
/** Milliseconds until settings, hosted index and progress are read again. */
const planAge = 30_000;
/** Vectors that are written as JSON before the event loop goes on: 5 ms. */
const writtenAtOnce = 8;
/** Queries are sent to the hosted index while at most this share of the chunks is missing in it. */
const maxMissing = 0.01;
/** Milliseconds without queries after a failure, unless the vendor says how long. */
const restAfterFailure = 30_000;
/** Candidates for each result: the vendor's scores are approximate. */
const candidatesPerResult = 4;
const minCandidates = 20;

/** The work that one look at settings and tables has found. */
interface Plan {
  api: VectorizeApi;
  target: string;
  /** Null: no embedder is active, and the index is emptied. */
  space: RemoteSpace | null;
  /** All chunks with ids up to this one have been sent. */
  after: number;
  until: number;
}

/**
 * The owner's index at Cloudflare Vectorize. It finds a new chunk when the vendor has processed its vector
 * (https://developers.cloudflare.com/vectorize/reference/client-api/: "typically takes a few seconds").
 */
export class HostedIndex implements VectorIndex {
  readonly #dependencies: HostedIndexDependencies;
  readonly #pace: typeof defaultPace;
  #restUntil = 0;
  #plan: Plan | null = null;
  #pollMs = 0;

  constructor(dependencies: HostedIndexDependencies) {
    this.#dependencies = dependencies;
    this.#pace = { ...defaultPace, ...dependencies.pace };
  }

  /** Whether the settings choose it, it has 99 % of the space's vectors and has not failed just now. */
  async isReady(space: EmbeddingSpace): Promise<boolean> {
    const { settings, outbox, clock } = this.#dependencies;
    const { vector_store: store } = await settings.get();
    if (store.engine !== 'vectorize' || clock() < this.#restUntil) return false;
    const { target, namespace } = this.#space(store, space);
    return (await outbox.state(target)).ready === namespace;
  }

  /**
   * Returns chunks that still have a vector in the space, in the vendor's order; their cosine is unknown. Takes
   * no filter, and `topK` up to 100.
   *
   * @throws AppError of the vendor; `isReady` is false for a while then
   */
  async search({ embedder, vector, topK }: VectorQuery): Promise<Candidate[]> {
    const { settings, outbox, connect, clock } = this.#dependencies;
    const { vector_store: store } = await settings.get();
    const space = this.#space(store, { embedder, dimensions: vector.length });
    const { signal } = new AbortController();
    try {
      // The maximum costs no more, and leaves enough when many of the chunks are gone.
      const query = { vector, topK: vectorizeLimits.topK, namespace: space.namespace };
      const ids = await connect(store, 'query').query(query, signal);
      const found = ids.flatMap((id) => chunkIdOf(id, space) ?? []);
      const alive = await outbox.alive(space, found);
      return found
        .filter((chunkId) => alive.has(chunkId))
        .slice(0, Math.max(candidatesPerResult * topK, minCandidates))
        .map((chunkId) => ({ chunkId, score: 0, error: Infinity }));
    } catch (error) {
      const asked = error instanceof AppError ? (error.retryAfter ?? 0) * 1000 : 0;
      this.#restUntil = clock() + Math.max(asked, restAfterFailure);
      throw error;
    }
  }

  /** `mode` is `none` while it cannot be queried. */
  async status(): Promise<VectorStoreStatus> {
    const { database, settings, outbox, problem, clock } = this.#dependencies;
    const { vector_store: store } = await settings.get();
    const active = await readActiveIndex(database.query);
    const space = active && active.dimensions > 0 ? this.#space(store, active) : null;
    const { total, sent } = space ? await outbox.progress(space) : { total: 0, sent: 0 };
    const trouble = await problem.read();
    const ready = space !== null && (await this.isReady(space));
    const index = `the index "${store.index_name}" at Vectorize`;
    let reason = `The index "${store.index_name}" at Vectorize finds the candidates, and ${sent} vectors are in it.`;
    if (!ready) {
      let why = `${index} has not processed its vectors yet`;
      if (clock() < this.#restUntil) why = 'Vectorize has failed to answer just now';
      else if (!space) why = 'no chunk has a vector';
      else if (sent < total) why = `${total - sent} of ${total} vectors are not in ${index} yet`;
      reason = `The site's own database answers questions: ${why}.`;
    }
    return {
      engine: 'vectorize',
      mode: ready ? 'hosted' : 'none',
      reason,
      warnings: trouble ? [trouble.message] : [],
      vectors: sent,
      memory_mb: 0,
    };
  }

  /**
   * Sends missing vectors, waits until the vendor has processed them, deletes obsolete ones. The outbox keeps
   * the progress, so any process can continue; sending a vector twice does no harm.
   *
   * @throws AppError of the vendor, or `not_configured` when the index does not fit
   */
  async apply(signal: AbortSignal): Promise<boolean> {
    const known = this.#plan;
    const current = known && this.#dependencies.clock() < known.until;
    // After a failure everything is read again.
    this.#plan = null;
    const plan = current ? known : await this.#begin(signal);
    if (!plan) return false;
    const worked =
      (await this.#send(plan, signal)) ||
      (await this.#awaitProcessed(plan, signal)) ||
      (await this.#delete(plan, signal));
    if (worked) this.#plan = plan;
    return worked;
  }

  async #begin(signal: AbortSignal): Promise<Plan | null> {
    const { database, settings, connect, outbox, site, clock } = this.#dependencies;
    const { vector_store: store } = await settings.get();
    if (store.engine !== 'vectorize') return null;
    const target = targetOf(store, site);
    const api = connect(store, 'upkeep');
    const active = await readActiveIndex(database.query);
    const space = active && active.dimensions > 0 ? remoteSpace(target, active) : null;
    try {
      const index = await api.describe(signal);
      if (space) requireFit(api.indexName, index, space.dimensions);
    } catch (error) {
      if (isIndexMissing(error)) await outbox.clear(target);
      else if (toAppError(error).code === 'not_configured') {
        await outbox.change(target, { ready: null });
      }
      throw error;
    }
    await this.#noteProgress(target, space);
    return { api, target, space, after: 0, until: clock() + planAge };
  }

  async #send(plan: Plan, signal: AbortSignal): Promise<boolean> {
    const { outbox, readVectors } = this.#dependencies;
    const { api, target, space, after } = plan;
    if (!space) return false;
    const ids = await outbox.unsent(space, after, vectorizeLimits.upsert);
    if (ids.length === 0) return false;
    await outbox.announce(space, ids);
    const lines: string[] = [];
    let last = 0;
    for (const [chunkId, vector] of await readVectors(space, ids)) {
      lines.push(toLine(space, chunkId, vector));
      last = chunkId;
      if (lines.length % writtenAtOnce === 0) await nextTurn();
    }
    if (lines.length > 0) {
      await api.upsert(lines.join('\n'), signal);
      await outbox.change(target, { waiting: remoteId(space.namespace, last) });
    }
    await outbox.sent(space, ids);
    plan.after = ids.at(-1)!;
    this.#pollMs = this.#pace.minPollMs;
    await sleep(this.#pace.restMs, undefined, { signal });
    return true;
  }

  /**
   * The vendor processes requests in their order, so the last vector stands for all before it. Its mutation id
   * would not do: another site's may be the latest.
   */
  async #awaitProcessed({ api, target, space }: Plan, signal: AbortSignal): Promise<boolean> {
    const { outbox } = this.#dependencies;
    const { waiting } = await outbox.state(target);
    if (waiting === null) return false;
    if (await api.has(waiting, signal)) {
      await outbox.change(target, { waiting: null });
      await this.#noteProgress(target, space);
    } else {
      await sleep(this.#pollMs, undefined, { signal });
      this.#pollMs = Math.min(2 * this.#pollMs, this.#pace.maxPollMs);
    }
    return true;
  }

  /** Only when nothing waits to be processed: the vector that is waited for must not be deleted. */
  async #delete({ api, target, space }: Plan, signal: AbortSignal): Promise<boolean> {
    const { outbox } = this.#dependencies;
    const namespace = space?.namespace ?? null;
    const rows = await outbox.obsolete(target, namespace, vectorizeLimits.deletion);
    if (rows.length === 0) return false;
    const ids = rows.map((row) => remoteId(row.namespace, row.chunkId));
    await api.deleteByIds(ids, signal);
    await outbox.remove(target, rows);
    await sleep(this.#pace.restMs, undefined, { signal });
    return true;
  }

  /** A small change leaves an index ready while the vendor processes it; after a large one it waits. */
  async #noteProgress(target: string, space: RemoteSpace | null): Promise<void> {
    const { outbox } = this.#dependencies;
    const { total, sent } = space ? await outbox.progress(space) : { total: 0, sent: 0 };
    const { waiting } = await outbox.state(target);
    if (!space || total - sent > total * maxMissing) await outbox.change(target, { ready: null });
    else if (waiting === null) await outbox.change(target, { ready: space.namespace });
  }

  #space(store: Settings['vector_store'], space: EmbeddingSpace): RemoteSpace {
    return remoteSpace(targetOf(store, this.#dependencies.site), space);
  }
}

/** Seven digits are what float32 holds; candidates are rescored with the stored vectors. */
function toLine({ namespace }: RemoteSpace, chunkId: number, vector: Float32Array): string {
  const values = Array.from(vector, (value) => Number(value.toPrecision(7)));
  return JSON.stringify({ id: remoteId(namespace, chunkId), namespace, values });
}
