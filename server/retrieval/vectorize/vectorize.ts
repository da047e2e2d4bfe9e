import { createHash } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { VectorStoreStatus } from '../../contract/admin.ts';
import type { Settings } from '../../contract/settings.ts';
import { readActiveIndex } from '../../embedding/index-state.ts';
import { IndexProblem } from '../../embedding/index-report.ts';
import { AppError, toAppError } from '../../errors/app-error.ts';
import { LeasedLoop, type LoopDependencies } from '../../jobs/leased-loop.ts';
import { VendorError } from '../../providers/shared/vendor-error.ts';
import { vendorTimeouts } from '../../providers/shared/vendor-retry.ts';
import { ownChunkChanges } from '../../storage/chunks.ts';
import { idsOf, insertMissing, toNumber, type Database } from '../../storage/database.ts';
import type { EmbeddingSpace } from '../../storage/vectors/stored-vector.ts';
import { readVectorsById } from '../../storage/vectors/vectors.ts';
import type { SettingsStore } from '../../wordpress/settings.ts';
import type { Candidate, VectorIndex, VectorQuery } from '../vector-index.ts';
import { isIndexMissing, VectorizeApi, vectorizeLimits } from './api.ts';

interface Dependencies extends LoopDependencies {
  /** Answers whenever the hosted index cannot. */
  local: VectorIndex;
  database: Database;
  settings: Pick<SettingsStore, 'get' | 'known'>;
  /** Several sites, also copies of one, may share an index: they differ in it, so none removes the vectors of another. */
  siteUrl: string;
  /** Empty: Cloudflare's own. */
  vectorizeUrl: string;
  pace?: Partial<typeof defaultPace>;
}

/** In milliseconds. */
const defaultPace = {
  /** After a request: an account may send 1,200 in five minutes, queries among them. */
  rest: 300,
  /** Between two checks for processed vectors: it takes seconds, minutes after 100,000 vectors. */
  poll: 2000,
  /** From a change of the chunks until it is sent; changes in between share a batch. */
  gather: 1000,
};
/** In milliseconds. A visitor waits for a query, and the local index can answer instead. */
const timeouts = {
  query: { connectMs: 1500, answerMs: 2500, retryDelayMs: 100 },
  upkeep: { answerMs: vendorTimeouts.batchMs },
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
/** Requests at the same time: the plugin waits ten seconds for a removal. */
const parallelDeletions = 6;

const hash = (...parts: unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);

/** The vectors of one embedding space in one hosted index. Vectorize compares a query with those of one namespace. */
interface Remote extends EmbeddingSpace {
  target: string;
  namespace: string;
}

/**
 * Returns the id of a chunk's vector. Ids are unique in the whole index, not in their namespace
 * (https://developers.cloudflare.com/vectorize/reference/client-api/#vectors).
 */
const remoteId = (namespace: string, chunkId: number) => `${namespace}-${chunkId}`;

/** The hosted index as the upkeep has left it; shared by all processes. */
interface RemoteState {
  target: string;
  /** Namespace that can be queried; null: none. */
  ready: string | null;
  /** Id of the last vector that was sent, until the vendor has processed it. */
  waiting: string | null;
}
const stateName = 'vectorize';

/** The work that one look at settings and tables has found. */
interface Plan {
  api: VectorizeApi;
  target: string;
  /** Null: no embedder is active, and the index is emptied. */
  remote: Remote | null;
  /** All chunks with ids up to this one have been sent. */
  after: number;
  until: number;
}

/** An error that only the owner can resolve. */
const unfit = (words: string) =>
  new AppError('not_configured', { message: words, cause: new VendorError(words) });

function requirePossible(dimensions: number): void {
  if (dimensions === 0) {
    throw unfit('Vectorize compares vectors, which no embedding model makes: choose one first.');
  }
  if (dimensions > vectorizeLimits.dimensions) {
    throw unfit(
      `Vectorize takes ${vectorizeLimits.dimensions} dimensions at most, and the embedding model has ${dimensions}: choose fewer dimensions or another model.`,
    );
  }
}

/** @throws AppError `not_configured` */
async function requireFit(api: VectorizeApi, wanted: number, signal: AbortSignal): Promise<void> {
  const { metric, dimensions } = await api.describe(signal);
  requirePossible(wanted);
  const unlike = (difference: string) =>
    unfit(
      `The index "${api.indexName}" at Vectorize ${difference}, which cannot be changed: choose another name and create the index.`,
    );
  if (metric !== 'cosine') throw unlike(`compares by ${metric}, not by cosine`);
  if (dimensions !== wanted) {
    throw unlike(`has ${dimensions} dimensions and the embedding model ${wanted}`);
  }
}

/** Seven digits are what float32 holds; candidates are rescored with the stored vectors. */
const toLine = ({ namespace }: Remote, chunkId: number, vector: Float32Array) =>
  JSON.stringify({
    id: remoteId(namespace, chunkId),
    namespace,
    values: Array.from(vector, (value) => Number(value.toPrecision(7))),
  });

/**
 * The owner's index at Cloudflare Vectorize, which is used while the settings choose it. It finds a new chunk when the
 * vendor has processed its vector (https://developers.cloudflare.com/vectorize/reference/client-api/: "typically takes
 * a few seconds"). The table `remote_vectors` names every vector that can be in it: a row is written before its vector
 * is sent, and deleted after its vector was deleted. So any process can go on; sending a vector twice does no harm.
 */
export class Vectorize implements VectorIndex {
  readonly #given: Dependencies;
  readonly #pace: typeof defaultPace;
  readonly #problem;
  readonly #upkeep;
  #timer: NodeJS.Timeout | undefined;
  #restUntil = 0;
  #plan: Plan | null = null;

  constructor(given: Dependencies) {
    this.#given = given;
    this.#pace = { ...defaultPace, ...given.pace };
    this.#problem = new IndexProblem(given.state, 'vectorize_problem');
    this.#upkeep = new LeasedLoop(
      {
        name: 'vectorize_sync',
        begin: () => Promise.resolve(),
        step: (signal) => this.#step(signal),
        rest: (signal) => sleep(this.#pace.rest, undefined, { signal }),
        report: (error) => (error === null ? this.#problem.clear() : this.#problem.report(error)),
        failure: 'could not update the index at Vectorize; trying again later',
        isWanted: () => given.settings.known()?.vector_store.engine === 'vectorize',
      },
      given,
    );
  }

  /** Returns the hosted index's candidates when it can answer, else those of the local one. */
  async search(query: VectorQuery): Promise<Candidate[]> {
    const { local, settings, log, clock } = this.#given;
    const { embedder, vector, topK, filter = {} } = query;
    const isFiltered = Object.values(filter).some((condition) => condition !== undefined);
    if (isFiltered || topK > vectorizeLimits.topK) return local.search(query);
    const { vector_store: store } = await settings.get();
    const remote = this.#remote(store, { embedder, dimensions: vector.length });
    if (store.engine === 'vectorize' && (await this.#isReady(remote))) {
      try {
        const found = await this.#searchHosted(store, remote, query);
        // Fewer: the site is small, or most of the chunks are gone by now.
        if (found.length >= topK) return found;
      } catch (error) {
        const delay = error instanceof AppError ? (error.retryAfter ?? 0) * 1000 : 0;
        this.#restUntil = clock() + Math.max(delay, restAfterFailure);
        log.warn({ err: error }, 'Vectorize failed; the local index answers for a while');
      }
    }
    return local.search(query);
  }

  async refresh(): Promise<void> {
    await this.#given.local.refresh?.();
  }

  async status(): Promise<VectorStoreStatus> {
    const { local, settings, clock } = this.#given;
    const own = await local.status();
    // While WordPress does not tell its settings, the index on this machine answers.
    const store = (await settings.get().catch(() => null))?.vector_store;
    if (store?.engine !== 'vectorize') return own;
    const remote = await this.#active(store);
    const { total, sent } = await this.#progress(remote);
    const trouble = await this.#problem.read();
    const isReady = remote !== null && (await this.#isReady(remote));
    const index = `the index "${store.index_name}" at Vectorize`;
    let why = `${index} has not processed its vectors yet`;
    if (clock() < this.#restUntil) why = 'Vectorize has failed to answer just now';
    else if (!remote) why = 'no chunk has a vector';
    else if (sent < total) why = `${total - sent} of ${total} vectors are not in ${index} yet`;
    return {
      ...own,
      engine: 'vectorize',
      mode: isReady ? 'hosted' : own.mode,
      reason: isReady
        ? `The index "${store.index_name}" at Vectorize finds the candidates, and ${sent} vectors are in it.`
        : `The site's own database answers questions: ${why}.`,
      warnings: [...(trouble ? [trouble.message] : []), ...own.warnings],
    };
  }

  /** Looks for work: after a change of the settings. */
  wake(): void {
    this.#upkeep.wake();
  }

  /** Looks for work unless a failure is waited out, and from then on after each change of the chunks by this process. */
  check(): void {
    const { database } = this.#given;
    let seen = ownChunkChanges(database);
    // Changes of other processes are noticed by them, or by the next `check`.
    this.#timer ??= setInterval(() => {
      const changes = ownChunkChanges(database);
      if (changes !== seen) this.wake();
      seen = changes;
    }, this.#pace.gather).unref();
    this.#upkeep.check();
  }

  stop(): Promise<void> {
    clearInterval(this.#timer);
    return this.#upkeep.stop();
  }

  /**
   * Creates the owner's index, or checks that the existing one fits.
   *
   * @returns whether it was created now
   * @throws AppError `not_configured`, or the vendor's refusal in its own words
   */
  async createIndex(
    { vector_store: store }: Settings,
    dimensions: number,
    signal: AbortSignal,
  ): Promise<boolean> {
    const api = this.#connect(store);
    try {
      try {
        await requireFit(api, dimensions, signal);
        return false;
      } catch (error) {
        if (!isIndexMissing(error)) throw error;
      }
      requirePossible(dimensions);
      if (!(await api.create(dimensions, signal))) {
        await requireFit(api, dimensions, signal);
        return false;
      }
    } catch (error) {
      const { code, message, cause } = toAppError(error);
      const words = cause instanceof VendorError ? cause.message : message;
      throw new AppError(code, { message: words, cause });
    }
    await this.#clear(this.#targetOf(store));
    this.wake();
    return true;
  }

  /** Queries the owner's index once. @returns its name @throws AppError `not_configured`; the vendor's */
  async test(
    { vector_store: store }: Settings,
    vector: Float32Array,
    signal: AbortSignal,
  ): Promise<string> {
    const api = this.#connect(store);
    await requireFit(api, vector.length, signal);
    await api.query({ vector, topK: 1, namespace: 'test' }, signal);
    return `vectorize:${api.indexName}`;
  }

  /**
   * Deletes all vectors that this site has sent, whether or not the index is still the chosen one. Reads the
   * table first: it may be dropped meanwhile.
   */
  async removeVectors(store: Settings['vector_store']): Promise<void> {
    if (!store.account_id || !store.api_token || !store.index_name) return;
    const rows = await this.#obsolete(this.#targetOf(store), null, Number.MAX_SAFE_INTEGER);
    const ids = rows.map(({ namespace, chunk_id }) => remoteId(namespace, chunk_id));
    const api = this.#connect(store);
    const { signal } = new AbortController();
    let next = 0;
    async function deleteRest(): Promise<void> {
      while (next < ids.length) {
        await api.deleteByIds(ids.slice(next, (next += vectorizeLimits.deletion)), signal);
      }
    }
    await Promise.all(Array.from({ length: parallelDeletions }, deleteRest));
  }

  #connect(
    { account_id, api_token, index_name }: Settings['vector_store'],
    purpose: keyof typeof timeouts = 'upkeep',
  ): VectorizeApi {
    return new VectorizeApi({
      apiKey: api_token,
      accountId: account_id,
      indexName: index_name,
      baseUrl: this.#given.vectorizeUrl,
      timeouts: timeouts[purpose],
    });
  }

  /** Identifies the owner's index as this site uses it. */
  #targetOf(store: Settings['vector_store']): string {
    return hash(store.account_id.trim(), store.index_name.trim(), this.#given.siteUrl);
  }

  #remote(store: Settings['vector_store'], { embedder, dimensions }: EmbeddingSpace): Remote {
    const target = this.#targetOf(store);
    return { target, namespace: hash(target, embedder, dimensions), embedder, dimensions };
  }

  /** Reads the active space; null if no embedder is active. */
  async #active(store: Settings['vector_store']): Promise<Remote | null> {
    const active = await readActiveIndex(this.#given.database.query);
    return active && active.dimensions > 0 ? this.#remote(store, active) : null;
  }

  /** Returns the state of the target; as of an empty index when the last known is another target's. */
  async #state(target: string): Promise<RemoteState> {
    const text = await this.#given.state.readText(stateName);
    const known = text === null ? null : (JSON.parse(text) as RemoteState);
    return known?.target === target ? known : { target, ready: null, waiting: null };
  }

  async #change(target: string, change: Partial<RemoteState>): Promise<void> {
    const before = await this.#state(target);
    const after = JSON.stringify({ ...before, ...change });
    if (after !== JSON.stringify(before)) await this.#given.state.writeText(stateName, after);
  }

  /** Selects the chunks with a vector in this space, with what was sent of them. */
  #chunks({ target, namespace, embedder, dimensions }: Remote) {
    return this.#given.database.query
      .selectFrom('chunks')
      .leftJoin('remote_vectors as remote', (join) =>
        join
          .onRef('remote.chunk_id', '=', 'chunks.id')
          .on('remote.target', '=', target)
          .on('remote.namespace', '=', namespace),
      )
      .where('chunks.embedder', '=', embedder)
      .where('chunks.dimensions', '=', dimensions);
  }

  /** Counts the chunks of the space, and those that were sent. */
  async #progress(remote: Remote | null): Promise<{ total: number; sent: number }> {
    const row =
      remote &&
      (await this.#chunks(remote)
        .select(({ fn }) => [fn.countAll().as('total'), fn.sum('remote.sent').as('sent')])
        .executeTakeFirst());
    return { total: toNumber(row?.total), sent: toNumber(row?.sent) };
  }

  /** Returns rows whose chunk is gone or that belong to another namespace; namespace null: all rows. */
  #obsolete(target: string, namespace: string | null, limit: number) {
    return this.#given.database.query
      .selectFrom('remote_vectors')
      .leftJoin('chunks', 'chunks.id', 'remote_vectors.chunk_id')
      .select(['remote_vectors.namespace', 'remote_vectors.chunk_id'])
      .where('target', '=', target)
      .$if(namespace !== null, (rows) =>
        rows.where((where) =>
          where.or([
            where('chunks.id', 'is', null),
            where('remote_vectors.namespace', '!=', namespace!),
          ]),
        ),
      )
      .limit(limit)
      .execute();
  }

  /** Forgets everything that was sent: the hosted index is empty or gone. */
  async #clear(target: string): Promise<void> {
    await this.#change(target, { ready: null, waiting: null });
    const { query } = this.#given.database;
    await query.deleteFrom('remote_vectors').where('target', '=', target).execute();
  }

  /** Whether the hosted index has 99 % of the space's vectors and has not failed just now. */
  async #isReady({ target, namespace }: Remote): Promise<boolean> {
    if (this.#given.clock() < this.#restUntil) return false;
    return (await this.#state(target)).ready === namespace;
  }

  /** Returns chunks that still have a vector in the space, in the vendor's order; their cosine is unknown. */
  async #searchHosted(
    store: Settings['vector_store'],
    remote: Remote,
    { vector, topK }: VectorQuery,
  ): Promise<Candidate[]> {
    const { namespace } = remote;
    const { signal } = new AbortController();
    // The maximum costs no more, and leaves enough when many of the chunks are gone.
    const query = { vector, topK: vectorizeLimits.topK, namespace };
    const ids = await this.#connect(store, 'query').query(query, signal);
    const found = ids
      .map((id) => Number(id.slice(namespace.length + 1)))
      .filter(Number.isSafeInteger);
    if (found.length === 0) return [];
    const chunks = this.#chunks(remote).select('chunks.id as id').where('chunks.id', 'in', found);
    const alive = new Set((await chunks.execute()).map(({ id }) => id));
    return found
      .filter((chunkId) => alive.has(chunkId))
      .slice(0, Math.max(candidatesPerResult * topK, minCandidates))
      .map((chunkId) => ({ chunkId, score: 0, error: Infinity }));
  }

  /**
   * Sends missing vectors, waits until the vendor has processed them, deletes obsolete ones. False: nothing is left.
   *
   * @throws AppError of the vendor, or `not_configured` when the index does not fit
   */
  async #step(signal: AbortSignal): Promise<boolean> {
    const known = this.#plan;
    // After a failure everything is read again.
    this.#plan = null;
    if (known && this.#given.clock() < known.until && (await this.#work(known, signal))) {
      this.#plan = known;
      return true;
    }
    // Settings or tables may have changed since: only a new plan tells that nothing is left.
    const plan = await this.#begin(signal);
    if (!plan || !(await this.#work(plan, signal))) return false;
    this.#plan = plan;
    return true;
  }

  async #work(plan: Plan, signal: AbortSignal): Promise<boolean> {
    return (
      (await this.#send(plan, signal)) ||
      (await this.#awaitProcessed(plan, signal)) ||
      (await this.#delete(plan, signal))
    );
  }

  async #begin(signal: AbortSignal): Promise<Plan | null> {
    const { settings, clock } = this.#given;
    const { vector_store: store } = await settings.get();
    if (store.engine !== 'vectorize') return null;
    const target = this.#targetOf(store);
    const api = this.#connect(store);
    const remote = await this.#active(store);
    try {
      if (remote) await requireFit(api, remote.dimensions, signal);
      else await api.describe(signal);
    } catch (error) {
      if (isIndexMissing(error)) await this.#clear(target);
      else if (toAppError(error).code === 'not_configured') {
        await this.#change(target, { ready: null });
      }
      throw error;
    }
    await this.#noteProgress(target, remote);
    return { api, target, remote, after: 0, until: clock() + planAge };
  }

  async #send(plan: Plan, signal: AbortSignal): Promise<boolean> {
    const { database } = this.#given;
    const { api, remote, after } = plan;
    if (!remote) return false;
    const ids = await idsOf(
      this.#chunks(remote)
        .select('chunks.id as id')
        .where('chunks.id', '>', after)
        .where((where) =>
          where.or([where('remote.sent', 'is', null), where('remote.sent', '=', 0)]),
        )
        .orderBy('chunks.id')
        .limit(vectorizeLimits.upsert),
    );
    if (ids.length === 0) return false;
    const { target, namespace } = remote;
    // The chunks may have changed since the plan was made.
    await this.#noteProgress(target, remote);
    const rows = ids.map((chunk_id) => ({ target, namespace, chunk_id }));
    await insertMissing(database.query, 'remote_vectors', rows);
    const lines: string[] = [];
    let last = 0;
    for (const [chunkId, vector] of await readVectorsById(database.query, remote, ids)) {
      lines.push(toLine(remote, chunkId, vector));
      last = chunkId;
      if (lines.length % writtenAtOnce === 0) await nextTurn();
    }
    if (lines.length > 0) {
      await api.upsert(lines.join('\n'), signal);
      await this.#change(target, { waiting: remoteId(namespace, last) });
    }
    await database.query
      .updateTable('remote_vectors')
      .set({ sent: 1 })
      .where((where) => where.and({ target, namespace }))
      .where('chunk_id', 'in', ids)
      .execute();
    plan.after = ids.at(-1)!;
    return true;
  }

  /**
   * The vendor processes requests in their order, so the last vector stands for all before it. Its mutation id
   * would not do: another site's may be the latest.
   */
  async #awaitProcessed({ api, target, remote }: Plan, signal: AbortSignal): Promise<boolean> {
    const { waiting } = await this.#state(target);
    if (waiting === null) return false;
    if (await api.has(waiting, signal)) {
      await this.#change(target, { waiting: null });
      await this.#noteProgress(target, remote);
    } else await sleep(this.#pace.poll, undefined, { signal });
    return true;
  }

  /** Only when nothing waits to be processed: the vector that is waited for must not be deleted. */
  async #delete({ api, target, remote }: Plan, signal: AbortSignal): Promise<boolean> {
    const namespace = remote?.namespace ?? null;
    const rows = await this.#obsolete(target, namespace, vectorizeLimits.deletion);
    if (rows.length === 0) return false;
    await api.deleteByIds(
      rows.map((row) => remoteId(row.namespace, row.chunk_id)),
      signal,
    );
    await this.#given.database.query
      .deleteFrom('remote_vectors')
      .where('target', '=', target)
      .where((where) => where.or(rows.map((row) => where.and(row))))
      .execute();
    return true;
  }

  /** A small change leaves an index ready while the vendor processes it; after a large one it waits. */
  async #noteProgress(target: string, remote: Remote | null): Promise<void> {
    const { total, sent } = await this.#progress(remote);
    const { waiting } = await this.#state(target);
    if (!remote || total - sent > total * maxMissing) await this.#change(target, { ready: null });
    else if (waiting === null) await this.#change(target, { ready: remote.namespace });
  }
}
