import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from '../errors/app-error.ts';
import type { Database } from './database.ts';
import { createRemoveSessions, type ForgetSessions } from './remove-sessions.ts';

export interface Session {
  id: number;
  publicId: string;
  /** Only for a new session; it is stored hashed and cannot be read again. */
  secret?: string;
}

const hash = (secret: string) => createHash('sha256').update(secret).digest('hex');

const sameHash = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

export function createSessions(
  database: Database,
  clock: () => number,
  forget: ForgetSessions = () => Promise.resolve(),
) {
  const { query } = database;

  /** Returns the row of a session that is this visitor's: that of a user is open to that user alone, also after logout. */
  async function owned(publicId: string, secret: string, user: string) {
    const row = await query
      .selectFrom('chat_sessions')
      .select(['id', 'secret_hash', 'user_hash'])
      .where('public_id', '=', publicId)
      .executeTakeFirst();
    const isOwn =
      row && sameHash(row.secret_hash, hash(secret)) && ['', user].includes(row.user_hash);
    return isOwn ? row : null;
  }

  /**
   * Returns the session if this visitor may go on with it. A conversation without a login becomes that of the
   * visitor who logs in; another user of the same browser, and who has logged out, gets a new one.
   */
  async function resume(publicId: string, secret: string, user: string): Promise<Session | null> {
    const row = await owned(publicId, secret, user);
    if (!row) return null;
    if (user !== '' && row.user_hash === '') {
      await query
        .updateTable('chat_sessions')
        .set({ user_hash: user })
        .where('id', '=', row.id)
        .execute();
    }
    return { id: row.id, publicId };
  }

  return {
    /**
     * Returns the session that belongs to `secret`, or a new one, in which the first question is counted.
     *
     * @param userHash Of a logged-in visitor; empty without a login.
     */
    async open(publicId: string, secret: string, ipHash: string, userHash = ''): Promise<Session> {
      const known = publicId === '' ? null : await resume(publicId, secret, userHash);
      if (known) return known;
      const now = clock();
      const made = { publicId: randomUUID(), secret: randomBytes(24).toString('base64url') };
      const result = await query
        .insertInto('chat_sessions')
        .values({
          public_id: made.publicId,
          secret_hash: hash(made.secret),
          ip_hash: ipHash,
          user_hash: userHash,
          turns: 1,
          created_at: now,
          last_at: now,
        })
        .executeTakeFirstOrThrow();
      return { id: Number(result.insertId), ...made };
    },

    /** Counts a further question, and records the use from which `removeOlderThan` counts. */
    async touch(id: number): Promise<void> {
      await query
        .updateTable('chat_sessions')
        .set({ last_at: clock(), turns: sql`turns + 1` })
        .where('id', '=', id)
        .execute();
    },

    /**
     * @param userHash As for `open`.
     * @throws AppError `invalid_session` for an unknown id, a wrong secret and the session of another user alike.
     */
    async require(publicId: string, secret: string, userHash = ''): Promise<Session> {
      const session = await owned(publicId, secret, userHash);
      if (!session) throw new AppError('invalid_session');
      return { id: session.id, publicId };
    },

    ...createRemoveSessions(database, clock, forget),
  };
}
export type Sessions = ReturnType<typeof createSessions>;
