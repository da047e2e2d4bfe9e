import type { Database } from './database.ts';
import { gapsOfSessions, recountGaps } from './gap-figures.ts';

/** Each has about a hundred rows in other tables: the database is not to be held for long. */
const removedAtOnce = 100;

/** Deletes sessions with all their turns, and counts the gaps of their questions again. */
export function createRemoveSessions(database: Database, clock: () => number) {
  const { query } = database;

  /** Returns how many there were. */
  async function removeAll(ids: readonly number[]): Promise<number> {
    if (ids.length === 0) return 0;
    const gaps = await gapsOfSessions(database, ids);
    const result = await database.deletion(() =>
      query.deleteFrom('chat_sessions').where('id', 'in', ids).executeTakeFirst(),
    );
    await database.deletion(() => recountGaps(database, gaps, clock()));
    return Number(result.numDeletedRows);
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
          .limit(removedAtOnce)
          .execute();
        if (rows.length === 0) return removed;
        removed += await removeAll(rows.map(({ id }) => id));
      }
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
