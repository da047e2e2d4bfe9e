import { setTimeout as sleep } from 'node:timers/promises';
import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { type Database, changeRows, idsOf, rowOf } from './database.ts';
import { gapsOfSessions, recountGaps } from './gaps.ts';
import type { UnstoredChats } from './unstored-chats.ts';
import { AppError } from '../errors/app-error.ts';
import type { PersonalTurn } from '../contract/privacy.ts';

/** Sessions of one step: each has hundreds of rows and places in indexes, and SQLite holds the process meanwhile. */
const removedInStep = 3;
/** Milliseconds between two steps, in which others are answered. */
const pause = 6;
/** Sessions that are looked for at once. */
const foundAtOnce = 100;
/** Turns of a page. */
const pageSize = 100;
/** Milliseconds after the last question, and conversations: limits of what is kept in memory. */
const keptFor = 3_600_000;
const maxKept = 500;

export interface Session {
  id: number;
  publicId: string;
  /** Only for a new session; it is stored hashed and cannot be read again. */
  secret?: string;
}

interface Dependencies {
  clock: () => number;
  /** Forgets what this process keeps of conversations, by their public ids, before their rows go. */
  forget?: (publicIds: readonly string[]) => Promise<void>;
  /** Absent: all conversations are stored. */
  unstored?: UnstoredChats;
}

const hash = (secret: string) => createHash('sha256').update(secret).digest('hex');

const sameHash = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** Returns the row of a session that is this visitor's: that of a user is open to that user alone, also after logout. */
async function ownRow({ query }: Database, publicId: string, secret: string, user: string) {
  const row = await rowOf(query, 'chat_sessions', ['id', 'secret_hash', 'user_hash'], {
    public_id: publicId,
  });
  const isOwn =
    row && sameHash(row.secret_hash, hash(secret)) && ['', user].includes(row.user_hash);
  return isOwn ? row : null;
}

/** Conversations of visitors: who may go on with them, and their removal. Their turns are `Chats`. */
export class Sessions {
  readonly #database: Database;
  readonly #options: Dependencies;

  constructor(database: Database, options: Dependencies) {
    this.#database = database;
    this.#options = options;
  }

  /**
   * Returns the session that belongs to `secret`, or a new one, in which the first question is counted.
   *
   * @param userHash Of a logged-in visitor; empty without a login.
   */
  async open(publicId: string, secret: string, ipHash: string, userHash = ''): Promise<Session> {
    const database = (await this.#options.unstored?.forNew()) ?? this.#database;
    const known = publicId && (await this.#resume(database, publicId, secret, userHash));
    if (known) return known;
    const now = this.#options.clock();
    const made = { publicId: randomUUID(), secret: randomBytes(24).toString('base64url') };
    const result = await database.query
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
  }

  /**
   * Returns the session if this visitor may go on with it. A conversation without a login becomes that of the
   * visitor who logs in; another user of the same browser, and who has logged out, gets a new one.
   */
  async #resume(
    database: Database,
    publicId: string,
    secret: string,
    user: string,
  ): Promise<Session | null> {
    const row = await ownRow(database, publicId, secret, user);
    if (!row) return null;
    if (user !== '' && row.user_hash === '') {
      await changeRows(database.query, 'chat_sessions', { id: row.id }, { user_hash: user });
    }
    return { id: row.id, publicId };
  }

  /** Counts a further question, and records the use from which `removeOlderThan` counts. */
  async touch(id: number): Promise<void> {
    const { query } = await this.#databaseOf(id);
    const change = { last_at: this.#options.clock(), turns: sql<number>`turns + 1` };
    await changeRows(query, 'chat_sessions', { id }, change);
  }

  /**
   * @param userHash As for `open`.
   * @throws AppError `invalid_session` for an unknown id, a wrong secret and the session of another user alike.
   */
  async require(publicId: string, secret: string, userHash = ''): Promise<Session> {
    for (const database of await this.#databases()) {
      const row = await ownRow(database, publicId, secret, userHash);
      if (row) return { id: row.id, publicId };
    }
    throw new AppError('invalid_session');
  }

  /** Returns a page of the turns of a logged-in visitor's stored conversations, oldest first. */
  async turnsOfUser(
    hashes: readonly string[],
    page: number,
  ): Promise<{ turns: PersonalTurn[]; done: boolean }> {
    if (hashes.length === 0) return { turns: [], done: true };
    const rows = await this.#database.query
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
  }

  /** Deletes stored sessions. Returns how many there were. */
  removeAll(ids: readonly number[]): Promise<number> {
    return this.#remove(this.#database, ids);
  }

  async remove(id: number): Promise<void> {
    await this.#remove(await this.#databaseOf(id), [id]);
  }

  /** Deletes stored sessions whose last turn is older than `before` (ms). */
  removeOlderThan(before: number): Promise<number> {
    return this.#removeOld(this.#database, before);
  }

  /** Forgets what was kept in memory for long enough, and the oldest of too many. */
  async sweepUnstored(): Promise<void> {
    const memory = await this.#options.unstored?.opened();
    if (!memory) return;
    await this.#removeOld(memory, this.#options.clock() - keptFor);
    const sessions = memory.query.selectFrom('chat_sessions').select('id');
    const rest = sessions.orderBy('last_at', 'desc').limit(maxKept).offset(maxKept);
    await this.#remove(memory, await idsOf(rest));
  }

  /** Deletes up to a hundred sessions of a logged-in visitor; `done`: none is left. */
  async removeOfUser(hashes: readonly string[]): Promise<{ deleted: number; done: boolean }> {
    let [deleted, done] = [0, true];
    if (hashes.length === 0) return { deleted, done };
    for (const database of await this.#databases()) {
      const sessions = database.query.selectFrom('chat_sessions').select('id');
      const own = sessions.where('user_hash', 'in', hashes);
      const ids = await idsOf(own.limit(foundAtOnce + 1));
      deleted = await this.#remove(database, ids.slice(0, foundAtOnce));
      done &&= ids.length <= foundAtOnce;
    }
    return { deleted, done };
  }

  /** False: there is none with this id. */
  async removeNamed(publicId: string): Promise<boolean> {
    const found = await rowOf(this.#database.query, 'chat_sessions', ['id'], {
      public_id: publicId,
    });
    return found !== undefined && (await this.removeAll([found.id])) > 0;
  }

  /** Deletes sessions with all their turns, and counts the gaps of their questions again. Returns how many there were. */
  async #remove(database: Database, ids: readonly number[]): Promise<number> {
    const { query } = database;
    const { forget, clock } = this.#options;
    let removed = 0;
    for (let first = 0; first < ids.length; first += removedInStep) {
      if (first > 0) await sleep(pause);
      const some = ids.slice(first, first + removedInStep);
      const sessions = query.selectFrom('chat_sessions').select('public_id');
      const named = await sessions.where('id', 'in', some).execute();
      await forget?.(named.map(({ public_id }) => public_id));
      const gaps = await gapsOfSessions(database, some);
      const result = await database.deletion(() =>
        query.deleteFrom('chat_sessions').where('id', 'in', some).executeTakeFirst(),
      );
      await database.deletion(() => recountGaps(database, gaps, clock()));
      removed += Number(result.numDeletedRows);
    }
    return removed;
  }

  async #removeOld(database: Database, before: number): Promise<number> {
    for (let removed = 0; ;) {
      const sessions = database.query.selectFrom('chat_sessions').select('id');
      const old = sessions.where('last_at', '<', before).orderBy('last_at');
      const ids = await idsOf(old.limit(foundAtOnce));
      if (ids.length === 0) return removed;
      removed += await this.#remove(database, ids);
    }
  }

  async #databaseOf(id: number): Promise<Database> {
    return (await this.#options.unstored?.of(id)) ?? this.#database;
  }

  /** Returns all databases that have conversations, the site's last. */
  async #databases(): Promise<Database[]> {
    const memory = await this.#options.unstored?.opened();
    return memory ? [memory, this.#database] : [this.#database];
  }
}
