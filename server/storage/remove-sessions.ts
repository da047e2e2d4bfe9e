import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.ts';
import { gapsOfSessions, recountGaps } from './gap-figures.ts';

/** Sessions of one step: each has hundreds of rows and places in indexes, and SQLite holds the process meanwhile. */
const removedInStep = 3;
/** Milliseconds between two steps, in which others are answered. */
const pause = 6;
/** Sessions that are looked for at once. */
const foundAtOnce = 100;

/** Forgets what this process keeps of conversations, by their public ids, before their rows go. */
export type ForgetSessions = (publicIds: readonly string[]) => Promise<void>;

/** Deletes sessions with all their turns, and counts the gaps of their questions again. */
export function createRemoveSessions(
  database: Database,
  clock: () => number,
  forget: ForgetSessions,
) {
  const { query } = database;

  async function removeSome(ids: readonly number[]): Promise<number> {
    const named = await query
      .selectFrom('chat_sessions')
      .select('public_id')
      .where('id', 'in', ids)
      .execute();
    await forget(named.map(({ public_id }) => public_id));
    const gaps = await gapsOfSessions(database, ids);
    const result = await database.deletion(() =>
      query.deleteFrom('chat_sessions').where('id', 'in', ids).executeTakeFirst(),
    );
    await database.deletion(() => recountGaps(database, gaps, clock()));
    return Number(result.numDeletedRows);
  }

  /** Returns how many there were. */
  async function removeAll(ids: readonly number[]): Promise<number> {
    let removed = 0;
    for (let first = 0; first < ids.length; first += removedInStep) {
      const some = ids.slice(first, first + removedInStep);
      removed += await removeSome(some);
      if (some.length === removedInStep) await sleep(pause);
    }
    return removed;
  }

  return {
    removeAll,

    async remove(id: number): Promise<void> {
      await removeAll([id]);
    },

    /** Deletes sessions whose last turn is older than `before` (ms). */
    async removeOlderThan(before: number): Promise<number> {
      for (let removed = 0; ;) {
        const rows = await query
          .selectFrom('chat_sessions')
          .select('id')
          .where('last_at', '<', before)
          .orderBy('last_at')
          .limit(foundAtOnce)
          .execute();
        if (rows.length === 0) return removed;
        removed += await removeAll(rows.map(({ id }) => id));
      }
    },

    /** Deletes up to a hundred sessions of a logged-in visitor; `done`: none is left. */
    async removeOfUser(hashes: readonly string[]): Promise<{ deleted: number; done: boolean }> {
      if (hashes.length === 0) return { deleted: 0, done: true };
      const rows = await query
        .selectFrom('chat_sessions')
        .select('id')
        .where('user_hash', 'in', hashes)
        .limit(foundAtOnce + 1)
        .execute();
      const ids = rows.slice(0, foundAtOnce).map(({ id }) => id);
      return { deleted: await removeAll(ids), done: rows.length <= foundAtOnce };
    },

    /** False: there is none with this id. */
    async removeNamed(publicId: string): Promise<boolean> {
      const found = await query
        .selectFrom('chat_sessions')
        .select('id')
        .where('public_id', '=', publicId)
        .executeTakeFirst();
      return found !== undefined && (await removeAll([found.id])) > 0;
    },
  };
}
