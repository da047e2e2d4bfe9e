import { createChats, type Chats } from './chats.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { type ForgetSessions, createSessions, type Sessions } from './sessions.ts';

/** Ids in memory begin here, so that none is that of a row of the site's database. */
const firstId = 2 ** 40;
/** Milliseconds after the last question, and conversations: limits of what is kept in memory. */
const keptFor = 3_600_000;
const maxKept = 500;

interface Place {
  sessions: Sessions;
  chats: Chats;
}

interface Dependencies {
  clock: () => number;
  forget: ForgetSessions;
  /** Opens SQLite in memory. */
  openMemory: () => Database;
  /** Whether the owner has conversations stored. */
  stores: () => Promise<boolean>;
}

/**
 * Makes the conversations of visitors. Where the owner has nothing stored they are in the memory of this process,
 * which visitors need to go on, and nowhere else.
 */
export function createVisitorChats(
  database: Database,
  { clock, forget, openMemory, stores }: Dependencies,
) {
  const stored: Place = {
    sessions: createSessions(database, clock, forget),
    chats: createChats(database, clock),
  };
  let opened: Promise<Place & { memory: Database }> | undefined;

  async function openUnstored() {
    const memory = openMemory();
    await migrate(memory);
    await memory.execute(
      ['chat_sessions', 'chats'].map(
        (table) => `insert into sqlite_sequence values ('${memory.prefix}${table}', ${firstId})`,
      ),
    );
    return {
      memory,
      sessions: createSessions(memory, clock, forget),
      chats: createChats(memory, clock, database),
    };
  }
  const unstored = () => (opened ??= openUnstored());
  const placeOf = async (sessionId: number): Promise<Place> =>
    sessionId < firstId ? stored : unstored();

  const sessions: Sessions = {
    ...stored.sessions,
    open: async (...given) =>
      ((await stores()) ? stored : await unstored()).sessions.open(...given),
    touch: async (id) => (await placeOf(id)).sessions.touch(id),
    remove: async (id) => (await placeOf(id)).sessions.remove(id),
    async require(...given) {
      const kept = await (await opened)?.sessions.require(...given).catch(() => null);
      return kept ?? stored.sessions.require(...given);
    },
    async removeOfUser(hashes) {
      const kept = (await (await opened)?.sessions.removeOfUser(hashes)) ?? { done: true };
      const removed = await stored.sessions.removeOfUser(hashes);
      return { ...removed, done: removed.done && kept.done };
    },
  };
  const chats: Chats = {
    addQuestion: async (id, ...given) => (await placeOf(id)).chats.addQuestion(id, ...given),
    addAnswer: async (asked, ...given) =>
      (await placeOf(asked.sessionId)).chats.addAnswer(asked, ...given),
    turns: async (id, ...given) => (await placeOf(id)).chats.turns(id, ...given),
    said: async (id, limit) => (await placeOf(id)).chats.said(id, limit),
    count: async (id) => (await placeOf(id)).chats.count(id),
    rate: async (id, ...given) => (await placeOf(id)).chats.rate(id, ...given),
  };

  /** Forgets what was kept in memory for long enough, and the oldest of too many. */
  async function sweep(): Promise<void> {
    if (!opened) return;
    const { memory, sessions: kept } = await opened;
    await kept.removeOlderThan(clock() - keptFor);
    const rest = await memory.query
      .selectFrom('chat_sessions')
      .select('id')
      .orderBy('last_at', 'desc')
      .limit(maxKept)
      .offset(maxKept)
      .execute();
    await kept.removeAll(rest.map(({ id }) => id));
  }

  return { sessions, chats, sweepUnstored: sweep };
}
