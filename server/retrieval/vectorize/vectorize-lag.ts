import type { Kysely } from 'kysely';
import { candidateRows } from '../relational/candidate-rows.ts';
import type { Database } from '../../storage/database.ts';
import {
  readyMark,
  type RemotePlace,
  type RemoteRevision,
  type RemoteVectors,
} from './remote-vectors.ts';
import type { Schema } from '../../storage/schema.ts';

/** What the hosted index does not take into account yet, at one moment of the database. */
export interface Lag extends RemoteRevision {
  place: RemotePlace;
  /** Null: more than are compared here. */
  pending: ReadonlyMap<number, { documentId: number; vector: Float32Array }> | null;
  /** Milliseconds; when all was last counted. */
  at: number;
}

/** Chunks that are compared here at most: 12 MB of vectors of 1,536 dimensions, and 3 ms. */
export const mostPending = 2000;
/** Milliseconds between two counts of what is too much. */
const recount = 5000;

/** Follows what the hosted index lags behind by, and reads again only what has changed. */
export function createLag(dependencies: {
  database: Database;
  remote: RemoteVectors;
  clock: () => number;
}) {
  const { database, remote, clock } = dependencies;
  let known: Lag | null = null;

  const isOf = (lag: Lag | null, place: RemotePlace): lag is Lag =>
    lag?.place.target === place.target && lag.place.namespace === place.namespace;

  const isCurrent = (lag: Lag, now: RemoteRevision) =>
    lag.chunks === now.chunks && lag.remote === now.remote;

  const isFresh = (lag: Lag, now: RemoteRevision) =>
    isCurrent(lag, now) || (lag.pending === null && clock() - lag.at < recount);

  async function withVectors(
    executor: Kysely<Schema>,
    place: RemotePlace,
    chunkIds: readonly number[],
  ): Promise<[number, { documentId: number; vector: Float32Array }][]> {
    if (chunkIds.length === 0) return [];
    const rows = await candidateRows(executor, place, chunkIds);
    return rows.map(({ passage: { chunkId, documentId }, vector }) => [
      chunkId,
      { documentId, vector },
    ]);
  }

  async function countAll(executor: Kysely<Schema>, place: RemotePlace): Promise<Lag['pending']> {
    const ids = await remote.pending(executor, place, mostPending + 1);
    if (ids.length > mostPending) return null;
    return new Map(await withVectors(executor, place, ids));
  }

  async function follow(executor: Kysely<Schema>, lag: Lag, now: RemoteRevision) {
    if (lag.pending === null) return countAll(executor, lag.place);
    const pending = new Map(lag.pending);
    if (now.remote !== lag.remote) {
      const gone = await remote.processed(executor, lag.place, [...pending.keys()]);
      for (const id of gone) pending.delete(id);
    }
    if (now.chunks !== lag.chunks) {
      const { documents, chunks } = await remote.pendingSince(executor, lag.place, lag.chunks);
      const changed = new Set(documents);
      for (const [id, { documentId }] of pending) if (changed.has(documentId)) pending.delete(id);
      if (pending.size + chunks.length > mostPending) return null;
      for (const [id, each] of await withVectors(executor, lag.place, chunks)) {
        pending.set(id, each);
      }
    }
    return pending;
  }

  /**
   * As it is at the moment of the transaction; null: something later is known already, so that it would be
   * mixed with what this transaction sees.
   */
  async function at(executor: Kysely<Schema>, place: RemotePlace): Promise<Lag | null> {
    const now = await remote.revision(executor);
    const before: Lag | null = known;
    if (isOf(before, place)) {
      if (isFresh(before, now)) return before;
      if (before.chunks > now.chunks || before.remote > now.remote) return null;
    }
    const pending = isOf(before, place)
      ? await follow(executor, before, now)
      : await countAll(executor, place);
    const lag = { place, ...now, pending, at: clock() };
    // Of two that read at once, the one that has seen more is kept.
    if (!isOf(known, place) || (known.chunks <= now.chunks && known.remote <= now.remote)) {
      known = lag;
    }
    return lag;
  }

  return {
    at,

    /** As it is now; null: the index does not take vectors of this place. */
    async now(place: RemotePlace): Promise<Lag | null> {
      const revision = await remote.revision(database.query);
      if (revision.ready !== readyMark(place)) return null;
      if (isOf(known, place) && isFresh(known, revision)) return known;
      for (;;) {
        const lag = await database.transaction((transaction) => at(transaction, place));
        if (lag) return lag;
      }
    },
  };
}
