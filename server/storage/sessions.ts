import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { AppError } from '../errors/app-error.ts';
import { sql } from 'kysely';
import type { Database } from './database.ts';

export interface Session {
  id: number;
  publicId: string;
  /** Only for a new session; it is stored hashed and cannot be read again. */
  secret?: string;
}

const hash = (secret: string) => createHash('sha256').update(secret).digest('hex');

const sameHash = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** Each has about a hundred rows in other tables: the database is not to be held for long. */
const removedAtOnce = 100;

export function createSessions(database: Database, clock: () => number) {
  const { query } = database;

  async function owned(publicId: string, secret: string): Promise<Session | null> {
    const row = await query
      .selectFrom('chat_sessions')
      .select(['id', 'secret_hash'])
      .where('public_id', '=', publicId)
      .executeTakeFirst();
    return row && sameHash(row.secret_hash, hash(secret)) ? { id: row.id, publicId } : null;
  }

  /** Deletes sessions with all their turns. Returns how many there were. */
  async function removeAll(ids: readonly number[]): Promise<number> {
    if (ids.length === 0) return 0;
    const result = await query
      .deleteFrom('chat_sessions')
      .where('id', 'in', ids)
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  }

  return {
    /** Returns the session that belongs to `secret`, or a new one. */
    async open(publicId: string, secret: string, ipHash: string): Promise<Session> {
      const known = await owned(publicId, secret);
      if (known) return known;
      const now = clock();
      const made = { publicId: randomUUID(), secret: randomBytes(24).toString('base64url') };
      const result = await query
        .insertInto('chat_sessions')
        .values({
          public_id: made.publicId,
          secret_hash: hash(made.secret),
          ip_hash: ipHash,
          created_at: now,
          last_at: now,
        })
        .executeTakeFirstOrThrow();
      return { id: Number(result.insertId), ...made };
    },

    /** Counts a question, and records the use from which `removeOlderThan` counts. */
    async touch(id: number): Promise<void> {
      await query
        .updateTable('chat_sessions')
        .set({ last_at: clock(), turns: sql`turns + 1` })
        .where('id', '=', id)
        .execute();
    },

    /** @throws AppError `invalid_session` for an unknown id and for a wrong secret alike. */
    async require(publicId: string, secret: string): Promise<Session> {
      const session = await owned(publicId, secret);
      if (!session) throw new AppError('invalid_session');
      return session;
    },

    /** Deletes a session with all its turns. */
    async remove(id: number): Promise<void> {
      await query.deleteFrom('chat_sessions').where('id', '=', id).execute();
    },

    /** Deletes sessions whose last turn is older than `before` (ms), with all their turns. */
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

    removeAll,

    /** Deletes a session with all its turns. False: there is none with this id. */
    async removeNamed(publicId: string): Promise<boolean> {
      const result = await query
        .deleteFrom('chat_sessions')
        .where('public_id', '=', publicId)
        .executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
  };
}
export type Sessions = ReturnType<typeof createSessions>;
