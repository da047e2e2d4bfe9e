/** Conversations of a site whose owner has nothing stored. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { ChatReply, HistoryReply } from '../../server/contract/chat.ts';
import { startApp } from './app-server.ts';

let app: Awaited<ReturnType<typeof startApp>>;
const store = (store_chats: boolean) =>
  app.shim.admin('PUT', '/settings', {
    body: { privacy: { store_chats }, limits: { per_ip_max: 0 } },
  });
beforeEach(async () => {
  app = await startApp();
  await store(false);
});
afterEach(() => app.close());

/** States of the index, which is made meanwhile, signatures of calls, and numbers of the limits under hashed names. */
const ofIndex = /^(call:|rate:|chunks_|embedding_|index_|tables_|vectorize_)/;

/** Every row of every table, but for those. */
async function allRows(): Promise<Record<string, unknown[]>> {
  const { query } = app.services.database;
  const tables = await sql<{ name: string }>`select name from sqlite_master where type = 'table'
    and name not like 'sqlite_%' order by name`.execute(query);
  const rows: Record<string, unknown[]> = {};
  for (const { name } of tables.rows) {
    const found = await sql<{ name?: string }>`select * from ${sql.ref(name)}`.execute(query);
    rows[name] = found.rows.filter((row) => !ofIndex.test(row.name ?? ''));
  }
  return rows;
}

const ask = async (message: string, talk?: ChatReply, userId = 0) => {
  const { status, body } = await app.shim.call<ChatReply>('POST', '/chat/sync', {
    userId,
    ip: '192.0.2.1',
    body: { message, ...(talk && { session_id: talk.session_id }) },
    headers: { 'x-itih-secret': talk?.session_secret ?? '' },
  });
  expect(status).toBe(200);
  return { ...body, session_secret: talk?.session_secret ?? body.session_secret ?? '' };
};
const about = (talk: ChatReply) => ({
  query: { session_id: talk.session_id },
  headers: { 'x-itih-secret': talk.session_secret ?? '' },
});
const history = async (talk: ChatReply, userId = 0) =>
  (await app.shim.call<HistoryReply>('GET', '/history', { ...about(talk), userId })).body.turns;

test('a whole conversation leaves no row and no figure, and yet it can be gone on with', async () => {
  const before = await allRows();
  const first = await ask('How many zebras does the harbour own?', undefined, 7);
  const second = await ask('And how many giraffes?', first, 7);
  expect(second.session_id).toBe(first.session_id);
  const { status, body } = await app.shim.call('POST', '/feedback', {
    headers: about(first).headers,
    userId: 7,
    body: {
      session_id: first.session_id,
      message_id: second.message_id,
      feedback: 'down',
      comment: 'Wrong.',
    },
  });
  expect([status, body]).toEqual([200, { updated: 1 }]);
  const turns = await history(first, 7);
  expect(turns.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
  expect(turns[3]?.feedback).toBe('down');
  const question = turns[2]?.id ?? 0;
  const events = await app.shim.call('GET', `/chat/${question}/events`, {
    ...about(first),
    userId: 7,
  });
  expect(events.status).toBe(200);
  await app.services.noteGaps.stop();
  expect(await allRows()).toEqual(before);
  expect((await app.shim.admin('GET', '/chats')).body).toEqual([]);
  const deleted = await app.shim.call('DELETE', '/history', { ...about(first), userId: 7 });
  expect(deleted.body).toEqual({ deleted: 4 });
  expect((await app.shim.call('GET', '/history', about(first))).status).toBe(403);
  expect(await allRows()).toEqual(before);
});

test('the eraser reaches what is in memory', async () => {
  const talk = await ask('Where is the pier?', undefined, 7);
  await app.shim.call('DELETE', '/privacy/7', { role: 'system' });
  expect((await app.shim.call('GET', '/history', about(talk))).status).toBe(403);
});

test('what was stored before stays the visitor’s, until they delete it', async () => {
  await store(true);
  const talk = await ask('Where is the pier?');
  await store(false);
  expect(await history(talk)).toHaveLength(2);
  const next = await ask('And the harbour?', talk);
  expect(next.session_id).not.toBe(talk.session_id);
  expect((await app.shim.call('DELETE', '/history', about(talk))).body).toEqual({ deleted: 2 });
  const rows = await allRows();
  expect([rows['wp_rag_chats'], rows['wp_rag_chat_sessions']]).toEqual([[], []]);
});
