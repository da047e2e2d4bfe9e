import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '../../contract/settings.ts';
import type { IndexProblem } from '../../embedding/index-status.ts';
import { createLeasedLoop, type LoopDependencies } from '../../jobs/leased-loop.ts';
import { candidateRows } from '../relational/candidate-rows.ts';
import { afterCommit } from '../../storage/after-commit.ts';
import type { Database, Transaction } from '../../storage/database.ts';
import { readIndexState } from '../../embedding/index-state.ts';
import { readyMark, type RemotePlace, type RemoteVectors } from './remote-vectors.ts';
import type { SettingsStore } from '../../wordpress/settings.ts';
import { isIndexMissing, vectorizeLimits, type VectorizeApi } from './vectorize-api.ts';
import { placeOf, remoteId, targetOf } from './vectorize-place.ts';
import { requireFit } from './vectorize-setup.ts';

interface Dependencies extends LoopDependencies {
  database: Database;
  remote: RemoteVectors;
  settings: Pick<SettingsStore, 'get'>;
  connect: (settings: Settings['vector_store']) => VectorizeApi;
  /** What no other site has. */
  site: string;
  problem: IndexProblem;
  pace?: Partial<VectorizePace> | undefined;
}

/** All in milliseconds. */
export type VectorizePace = typeof usualPace;
const usualPace = {
  /** From a change to the look at it: others may follow, and large batches are processed sooner. */
  gatherMs: 1000,
  /** An account may send 1,200 requests in five minutes, questions among them. */
  restMs: 300,
  /** Between two looks at what is processed: it takes some seconds, and minutes after 100,000 vectors. */
  firstPollMs: 1000,
  longestPollMs: 10_000,
};
/** Vectors that are written as text before others come to their turn: 5 ms. */
const written = 8;

/** One of these runs brings the hosted index to what the chunks are. */
interface Job {
  api: VectorizeApi;
  target: string;
  /** Whose vectors belong into the index, and which of them it can take. */
  namespaces: string[];
  /** `after`: all chunks up to this one have been sent. */
  places: { place: RemotePlace; after: number }[];
}

/**
 * Sends the hosted index in the background what it lacks, and removes what is no more. What was done is in the
 * database: any process goes on where another has ended, and to send a vector twice does no harm.
 */
export function createVectorizeSync(dependencies: Dependencies) {
  const { database, remote, settings, connect, site, problem, pace, ...loop } = dependencies;
  const { gatherMs, restMs, firstPollMs, longestPollMs } = { ...usualPace, ...pace };
  let job: Job | null = null;
  let poll = firstPollMs;

  async function begin(signal: AbortSignal): Promise<void> {
    job = null;
    const { vector_store: store } = await settings.get();
    if (store.engine !== 'vectorize') return;
    const target = targetOf(store, site);
    const api = connect(store);
    const index = await api.describe(signal).catch(async (error: unknown) => {
      if (isIndexMissing(error)) {
        await remote.forgetAll(target);
        await remote.setReady('');
      }
      throw error;
    });
    const state = await readIndexState(database.query);
    const wanted = [state?.active, state?.next]
      .filter((each) => each !== null && each !== undefined)
      .filter(({ dimensions }) => dimensions > 0)
      .map((identity) => placeOf(target, identity));
    const fitting = index.metric === 'cosine' ? index.dimensions : 0;
    await remote.setReady(readyMark({ target, dimensions: fitting }));
    const places = wanted
      .filter(({ dimensions }) => dimensions === fitting)
      .map((place) => ({ place, after: 0 }));
    if (wanted[0] && places.length === 0) {
      requireFit(api.indexName, index, wanted[0].dimensions);
    }
    job = { api, target, namespaces: wanted.map(({ namespace }) => namespace), places };
  }

  async function step(signal: AbortSignal): Promise<boolean> {
    if (!job) return false;
    const { api, target, namespaces, places } = job;
    for (const at of places) {
      const { place, after } = at;
      const ids = await remote.unsent(place, { after, limit: vectorizeLimits.upsert });
      if (ids.length === 0) continue;
      await send(api, place, ids, signal);
      at.after = ids.at(-1)!;
      poll = firstPollMs;
      return true;
    }
    // Only then is what is processed last one of those that were sent, and not a removal.
    const last = await remote.lastUnprocessed(target);
    if (last) {
      if (!(await noteProcessed(job, last, signal))) {
        await sleep(poll, undefined, { signal });
        poll = Math.min(2 * poll, longestPollMs);
      }
      return true;
    }
    const obsolete = await remote.obsolete(target, namespaces, vectorizeLimits.deletion);
    if (obsolete.length === 0) return false;
    const ids = obsolete.map(({ namespace, chunkId }) => remoteId(namespace, chunkId));
    await api.deleteByIds(ids, signal);
    await remote.forget(target, obsolete);
    return true;
  }

  async function send(
    api: VectorizeApi,
    place: RemotePlace,
    wanted: readonly number[],
    signal: AbortSignal,
  ): Promise<void> {
    await remote.announce(place, wanted);
    const lines = new Map<number, string>();
    for (const { passage, vector } of await candidateRows(database.query, place, wanted)) {
      lines.set(passage.chunkId, line(place, passage.chunkId, vector));
      if (lines.size % written === 0) await nextTurn();
    }
    const ids = [...lines.keys()];
    const absent = wanted.filter((id) => !lines.has(id));
    const mutation = ids.length > 0 ? await api.upsert([...lines.values()].join('\n'), signal) : '';
    await remote.sent(place, { ids, absent, mutation });
  }

  async function noteProcessed(
    { api, target }: Job,
    last: { namespace: string; chunkId: number; sequence: number },
    signal: AbortSignal,
  ): Promise<boolean> {
    const mutation = await api.processedUpTo(signal);
    let upTo = mutation === null ? null : await remote.sequenceOf(target, mutation);
    // Mutations of other sites in the same index say nothing about ours.
    if (upTo === null && (await api.has(remoteId(last.namespace, last.chunkId), signal))) {
      upTo = last.sequence;
    }
    return upTo !== null && (await remote.markProcessed(target, upTo)) > 0;
  }

  const sync = createLeasedLoop(
    {
      name: 'vectorize_sync',
      begin,
      step,
      rest: (signal) => sleep(restMs, undefined, { signal }),
      report: (error) => (error === null ? problem.clear() : problem.report(error)),
      failure: 'the index at Vectorize could not be brought up to date; it is tried again',
    },
    loop,
  );
  let gathering: NodeJS.Timeout | undefined;

  return {
    ...sync,

    /** The transaction changes chunks or their vectors. */
    changed(transaction: Transaction): void {
      afterCommit(transaction, () => {
        gathering ??= setTimeout(() => {
          gathering = undefined;
          sync.look();
        }, gatherMs);
      });
    },

    async stop(): Promise<void> {
      clearTimeout(gathering);
      await sync.stop();
    },
  };
}

/** Seven digits are what float32 holds; candidates are compared again with the vectors that are stored here. */
function line({ namespace }: RemotePlace, chunkId: number, vector: Float32Array): string {
  const values = Array.from(vector, (value) => Number(value.toPrecision(7)));
  return JSON.stringify({ id: remoteId(namespace, chunkId), namespace, values });
}
