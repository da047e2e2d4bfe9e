/** An answer is not lost with its connection: it is read to its end over another one. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { fakeApiKey, startOpenAiServer, type OpenAiServer } from '../fakes/openai-server.ts';
import { readFrames, type CallOptions, type Frame } from '../fakes/shim.ts';
import { until } from '../fakes/wait.ts';
import { startApp } from './app-server.ts';

let openai: OpenAiServer;
let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  openai = await startOpenAiServer();
});
afterAll(() => openai.close());
beforeEach(async () => {
  app = await startApp({ ITIH_FETCH_ALLOW: '127.0.0.1' });
  const connection = { api_key: fakeApiKey, base_url: openai.url, model: 'gpt-4o-mini' };
  const llm = { provider: 'openai', fallback: '', openai: connection };
  const body = { chat: { strict: false }, limits: { per_ip_max: 0 }, llm };
  await app.shim.admin('PUT', '/settings', { body });
});
afterEach(() => app.close());

const slow = 'Tell me slowly [[fake:slow]] what there is.';

async function open(method: 'GET' | 'POST', path: string, options: CallOptions) {
  const leaving = new AbortController();
  const signal = leaving.signal;
  const { url, ...init } = app.shim.signed(method, path, { ...options, signal });
  const response = await fetch(url, init);
  return { response, frames: readFrames(response, 0), leave: () => leaving.abort() };
}

async function allOf(frames: AsyncIterable<Frame>): Promise<Frame[]> {
  const all = [];
  for await (const frame of frames) all.push(frame);
  return all;
}

/** Begins an answer and leaves after its first words. */
async function beginAndLeave(body: object, userId = 0) {
  const { frames, leave } = await open('POST', '/chat', { body, userId });
  const read: Frame[] = [];
  for await (const frame of frames) {
    read.push(frame);
    if (frame.data.type === 'delta') break;
  }
  leave();
  const meta = read[0]?.data;
  if (meta?.type !== 'meta') throw new Error('no session');
  const { session_id, session_secret = '', message_id } = meta;
  return { read, session_id, message_id, headers: { 'x-itih-secret': session_secret } };
}

const textOf = (frames: readonly Frame[]) =>
  frames.map(({ data }) => (data.type === 'delta' ? data.content : '')).join('');

test('an answer that was left is read to its end, and asked and stored once', async () => {
  const asked = openai.requests.length;
  const { read, session_id, message_id, headers } = await beginAndLeave({ message: slow });
  const { frames } = await open('GET', `/chat/${message_id}/events`, {
    query: { session_id },
    headers: { ...headers, 'last-event-id': String(read.length) },
  });
  const rest = await allOf(frames);
  expect(rest.map(({ id }) => id)).toEqual(rest.map((_, n) => read.length + 1 + n));
  const done = rest.at(-1)?.data;
  expect(done).toMatchObject({ type: 'done', finish_reason: 'stop' });
  const history = await app.shim.call('GET', '/history', { query: { session_id }, headers });
  const turns = history.body['turns'] as { role: string; content: string }[];
  expect(turns.map(({ role }) => role)).toEqual(['user', 'assistant']);
  expect(turns[1]?.content).toBe(textOf([...read, ...rest]));
  expect(openai.requests).toHaveLength(asked + 1);
});

test('a question that is sent again under its request id is not asked again', async () => {
  const request_id = randomUUID();
  const asked = openai.requests.length;
  const { session_id } = await beginAndLeave({ message: slow, request_id });
  const again = await open('POST', '/chat', { body: { message: slow, request_id } });
  const frames = await allOf(again.frames);
  expect(frames[0]?.data).toMatchObject({ type: 'meta', session_id });
  expect(frames.at(-1)?.data).toMatchObject({ type: 'done', finish_reason: 'stop' });
  const sync = await app.shim.call('POST', '/chat/sync', { body: { message: slow, request_id } });
  expect(sync.body).toMatchObject({ session_id, reply: textOf(frames) });
  expect(openai.requests).toHaveLength(asked + 1);
});

test('an answer is another visitor’s to nobody', async () => {
  const { session_id, message_id, headers } = await beginAndLeave({ message: slow });
  const other = await beginAndLeave({ message: slow });
  const path = `/chat/${message_id}/events`;
  const read = (query: Record<string, string>, sent: Record<string, string>) =>
    app.shim.call('GET', path, { query, headers: sent });
  const refused = [
    await read({ session_id }, {}),
    await read({ session_id }, other.headers),
    await read({ session_id: other.session_id }, other.headers),
    await app.shim.call('DELETE', `/chat/${message_id}`, {
      query: { session_id: other.session_id },
      headers: other.headers,
    }),
    await read({}, headers),
  ];
  expect(refused.map(({ body }) => body['code'])).toEqual([
    'invalid_session',
    'invalid_session',
    'not_found',
    'not_found',
    'invalid_request',
  ]);
});

test('a stopped answer keeps what was written', async () => {
  const { session_id, message_id, headers } = await beginAndLeave({ message: slow });
  const stop = () =>
    app.shim.call('DELETE', `/chat/${message_id}`, { query: { session_id }, headers });
  expect((await stop()).body).toEqual({ stopped: true });
  const { frames } = await open('GET', `/chat/${message_id}/events`, {
    query: { session_id },
    headers,
  });
  const text = textOf(await allOf(frames));
  expect(text).not.toBe('');
  expect((await stop()).body).toEqual({ stopped: false });
  const history = await app.shim.call('GET', '/history', { query: { session_id }, headers });
  expect(history.body['turns']).toMatchObject([{}, { content: text.trimEnd() }]);
});

const isUnread = (session: string) => app.services.answers.unreadOf(session).length > 0;

test.each([
  [
    'the visitor',
    (id: string, headers: Record<string, string>) =>
      app.shim.call('DELETE', '/history', { query: { session_id: id }, headers, userId: 7 }),
  ],
  ['the owner', (id: string) => app.shim.admin('DELETE', `/chats/${id}`)],
  ['an eraser', () => app.shim.call('DELETE', '/privacy/7', { role: 'system' })],
])('what %s deletes is gone from the memory, too, while it is written', async (_who, remove) => {
  const body = { message: slow, request_id: randomUUID() };
  const { session_id, message_id, headers } = await beginAndLeave(body, 7);
  await until('the answer has no reader', () => isUnread(session_id));
  expect((await remove(session_id, headers)).status).toBe(200);
  expect(isUnread(session_id)).toBe(false);
  expect(() => app.services.answers.require(message_id, session_id)).toThrow();
  for (const table of ['chats', 'chat_sessions', 'chat_terms'] as const) {
    expect(await app.services.database.query.selectFrom(table).selectAll().execute()).toEqual([]);
  }
  // The same question again is another conversation.
  const again = await app.shim.call('POST', '/chat/sync', { body });
  expect(again.body['session_id']).not.toBe(session_id);
});
