/** Conversations of logged-in visitors, as core's privacy tools read and erase them. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { ChatReply } from '../../server/contract/chat.ts';
import { eraseReply, privacyReply } from '../../server/contract/privacy.ts';
import { streamTestFrame } from '../../server/contract/admin.ts';
import { createUserHash } from '../../server/secrets/user-hash.ts';
import { until } from '../fakes/wait.ts';
import { startApp } from './app-server.ts';

let app: Awaited<ReturnType<typeof startApp>>;
beforeEach(async () => {
  app = await startApp();
});
afterEach(() => app.close());

type Talk = Pick<ChatReply, 'session_id' | 'session_secret'>;

async function ask(message: string, userId: number, talk?: Talk): Promise<Talk> {
  const { status, body } = await app.shim.call('POST', '/chat/sync', {
    userId,
    body: { message, ...(talk && { session_id: talk.session_id }) },
    headers: { 'x-itih-secret': talk?.session_secret ?? '' },
  });
  expect(status).toBe(200);
  return { session_secret: talk?.session_secret, ...(body as unknown as Talk) };
}

const read = async (user: number, page = 1) => {
  const path = `/privacy/${user}`;
  const { body } = await app.shim.call('GET', path, {
    role: 'system',
    query: { page: String(page) },
  });
  return privacyReply.parse(body);
};
const erase = async (user: number) => {
  const { body } = await app.shim.call('DELETE', `/privacy/${user}`, { role: 'system' });
  return eraseReply.parse(body);
};
const questionsOf = async (user: number) =>
  (await read(user)).turns.filter(({ role }) => role === 'user').map(({ content }) => content);

test('a user has their own conversations, and nobody else’s', async () => {
  await ask('Where is the harbour?', 7);
  await ask('Where is the lighthouse?', 8);
  await ask('Where is the pier?', 0);
  expect(await questionsOf(7)).toEqual(['Where is the harbour?']);
  expect(await questionsOf(8)).toEqual(['Where is the lighthouse?']);
  expect(await questionsOf(9)).toEqual([]);
});

test('a conversation from before the login becomes the user’s', async () => {
  const talk = await ask('Where is the pier?', 0);
  const after = await ask('And the harbour?', 7, talk);
  expect(after.session_id).toBe(talk.session_id);
  expect(await questionsOf(7)).toEqual(['Where is the pier?', 'And the harbour?']);
});

test('another user of the same browser starts a conversation of their own', async () => {
  const talk = await ask('Where is the pier?', 7);
  const other = await ask('And the harbour?', 8, talk);
  expect(other.session_id).not.toBe(talk.session_id);
  expect(await questionsOf(7)).toEqual(['Where is the pier?']);
  expect(await questionsOf(8)).toEqual(['And the harbour?']);
});

test.each([
  ['nobody, after the logout', 0],
  ['another user', 8],
])('the conversation of a user is closed to %s', async (_who, userId) => {
  const talk = await ask('Where is the pier?', 7);
  const { session_id } = talk;
  const headers = { 'x-itih-secret': talk.session_secret ?? '' };
  const query = { session_id };
  const calls: Parameters<typeof app.shim.call>[] = [
    ['GET', '/history', { query }],
    ['GET', '/chat/1/events', { query }],
    ['DELETE', '/chat/1', { query }],
    ['POST', '/feedback', { body: { session_id, message_id: 2, feedback: 'up' } }],
    ['POST', '/chat/mail', { body: { session_id, email: 'kim@example.org' } }],
    ['DELETE', '/history', { query }],
  ];
  for (const [method, path, options] of calls) {
    const { body } = await app.shim.call(method, path, { ...options, headers, userId });
    expect([path, body['code']]).toEqual([path, 'invalid_session']);
  }
  expect((await ask('And the harbour?', userId, talk)).session_id).not.toBe(session_id);
  expect(await questionsOf(7)).toEqual(['Where is the pier?']);
  const own = await app.shim.call('GET', '/history', { query, headers, userId: 7 });
  expect(own.body['turns']).toHaveLength(2);
});

test('erasing takes all conversations of one user, a hundred at a time', async () => {
  await ask('Where is the lighthouse?', 8);
  const { sessions, chats, userHash } = app.services;
  for (let n = 0; n < 130; n++) {
    const { id } = await sessions.open('', '', '', userHash.of(7));
    await chats.addQuestion(id, { content: `Question ${n}`, pageUrl: null, language: 'en' });
  }
  expect((await read(7)).done).toBe(false);
  expect(await read(7, 2)).toMatchObject({ done: true, turns: { length: 30 } });
  expect(await erase(7)).toEqual({ deleted: 100, done: false });
  expect(await erase(7)).toEqual({ deleted: 30, done: true });
  expect(await erase(7)).toEqual({ deleted: 0, done: true });
  expect(await questionsOf(7)).toEqual([]);
  expect(await questionsOf(8)).toEqual(['Where is the lighthouse?']);
});

test('erasing leaves no words in the gaps, and the figures of the day', async () => {
  const rows = (table: 'gaps' | 'chat_figures' | 'chat_terms' | 'chats') =>
    app.services.database.query.selectFrom(table).selectAll().execute();
  await ask('How many zebras does the harbour own?', 7);
  await until('the gap', async () => (await rows('gaps')).length === 1);
  const figures = await rows('chat_figures');
  expect(figures).toHaveLength(1);
  expect(await erase(7)).toEqual({ deleted: 1, done: true });
  expect([await rows('gaps'), await rows('chat_terms'), await rows('chats')]).toEqual([[], [], []]);
  expect(await rows('chat_figures')).toEqual(figures);
});

test('a hash is found after the salts have changed, and tells no id without the key', () => {
  const before = createUserHash('a'.repeat(64));
  const now = createUserHash('b'.repeat(64), ['a'.repeat(64), '']);
  expect(now.of(7)).not.toBe(before.of(7));
  expect(now.all(7)).toEqual([now.of(7), before.of(7)]);
  expect([now.of(0), now.all(0)]).toEqual(['', []]);
});

test('the stream test sends its frames apart', async () => {
  const { url, ...init } = app.shim.signed('GET', '/bridge/stream-test', { role: 'visitor' });
  const response = await fetch(url, init);
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  const text = await response.text();
  const frames = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) =>
    streamTestFrame.parse(JSON.parse(data)),
  );
  expect(frames.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6]);
  expect((frames.at(-1)?.at ?? 0) - (frames[0]?.at ?? 0)).toBeGreaterThan(1200);
});

test.each(['/chat', '/chat/sync'])(
  '%s accepts no message without the consent that is asked for',
  async (path) => {
    const consent = 'Questions are stored.';
    await app.shim.admin('PUT', '/settings', { body: { privacy: { consent_text: consent } } });
    const { sessions } = await app.services.summary();
    const said = (body: object) =>
      app.shim.call('POST', path, { body: { message: 'Hello', ...body } });
    for (const body of [{}, { consent: false }]) {
      const refused = await said(body);
      expect([refused.status, refused.body['code']]).toEqual([403, 'consent_required']);
      expect(refused.body['data']).toMatchObject({ consent });
    }
    expect((await app.services.summary()).sessions).toBe(sessions);
    expect((await said({ consent: true })).status).toBe(200);
  },
);
