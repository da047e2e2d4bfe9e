import { setTimeout as sleep } from 'node:timers/promises';
import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { type Database, changeRows, idsOf, rowOf } from './database.ts';
import { gapsOfSessions, recountGaps } from './gaps.ts';
import { AppError } from '../errors/app-error.ts';
import type { PersonalTurn } from '../contract/privacy.ts';

/** Sessions of one step: each has hundreds of rows and places in indexes, and SQLite holds the process meanwhile. */
const removedInStep = 3;
/** Milliseconds between two steps, in which others are answered. */
const pause = 6;
/** Sessions that are looked for at once. */
const foundAtOnce = 100;

/** Forgets what this process keeps of conversations, by their public ids, before their rows go. */
export type ForgetSessions = (publicIds: readonly string[]) => Promise<void>;

/** Deletes sessions with all their turns, and counts the gaps of their questions again. */
function createRemoveSessions(database: Database, clock: () => number, forget: ForgetSessions) {
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
        const old = query.selectFrom('chat_sessions').select('id').where('last_at', '<', before);
        const ids = await idsOf(old.orderBy('last_at').limit(foundAtOnce));
        if (ids.length === 0) return removed;
        removed += await removeAll(ids);
      }
    },

    /** Deletes up to a hundred sessions of a logged-in visitor; `done`: none is left. */
    async removeOfUser(hashes: readonly string[]): Promise<{ deleted: number; done: boolean }> {
      if (hashes.length === 0) return { deleted: 0, done: true };
      const own = query.selectFrom('chat_sessions').select('id').where('user_hash', 'in', hashes);
      const ids = await idsOf(own.limit(foundAtOnce + 1));
      const deleted = await removeAll(ids.slice(0, foundAtOnce));
      return { deleted, done: ids.length <= foundAtOnce };
    },

    /** False: there is none with this id. */
    async removeNamed(publicId: string): Promise<boolean> {
      const found = await rowOf(query, 'chat_sessions', ['id'], { public_id: publicId });
      return found !== undefined && (await removeAll([found.id])) > 0;
    },
  };
}

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
    const row = await rowOf(query, 'chat_sessions', ['id', 'secret_hash', 'user_hash'], {
      public_id: publicId,
    });
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
      await changeRows(query, 'chat_sessions', { id: row.id }, { user_hash: user });
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
      await changeRows(query, 'chat_sessions', { id }, { last_at: clock(), turns: sql`turns + 1` });
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

/** Turns of a page. */
const pageSize = 100;

/** Finds the conversations of one logged-in visitor. */
export function createPersonalChats({ query }: Database) {
  return {
    /** Returns a page of the turns, oldest first. */
    async page(hashes: string[], page: number): Promise<{ turns: PersonalTurn[]; done: boolean }> {
      if (hashes.length === 0) return { turns: [], done: true };
      const rows = await query
        .selectFrom('chats')
        .innerJoin('chat_sessions', 'chat_sessions.id', 'chats.session_id')
        .select(['chats.id', 'public_id', 'role', 'content', 'page_url', 'feedback'])
        .select(['feedback_comment', 'chats.created_at'])
        .where('user_hash', 'in', hashes)
        .orderBy('chats.id')
        .limit(pageSize + 1)
        .offset((page - 1) * pageSize)
        .execute();
      const turns = rows.slice(0, pageSize).map((row) => ({
        id: row.id,
        session: row.public_id,
        role: row.role,
        content: row.content,
        page_url: row.page_url ?? '',
        feedback: row.feedback,
        comment: row.feedback_comment ?? '',
        at: new Date(row.created_at).toISOString(),
      }));
      return { turns, done: rows.length <= pageSize };
    },
  };
}
