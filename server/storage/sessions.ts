import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, idsOf, rowOf } from './database.ts';
import { gapsOfSessions, recountGaps } from './gaps.ts';
import type { UnstoredChats } from './unstored-chats.ts';
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

interface Dependencies {
  clock: () => number;
  /** Forgets what this process keeps of conversations, by their public ids, before their rows go. */
  forget?: (publicIds: readonly string[]) => Promise<void>;
  /** Absent: all conversations are stored. */
  unstored?: UnstoredChats;
}

/** Removes conversations, and finds those of one logged-in visitor; see `Chats`. */
export class Sessions {
  readonly #database: Database;
  readonly #options: Dependencies;

  constructor(database: Database, options: Dependencies) {
    this.#database = database;
    this.#options = options;
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
