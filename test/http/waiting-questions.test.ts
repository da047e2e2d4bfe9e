/** Questions that wait for their turn, over HTTP, because one answer at a time is all that the owner wants. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { fakeApiKey, startOpenAiServer, type OpenAiServer } from '../fakes/openai-server.ts';
import { readFrames, type CallOptions, type Frame } from '../fakes/shim.ts';
import { until } from '../fakes/wait.ts';
import { startApp } from './app-server.ts';

const request_id = '7d444840-9dc0-41d1-b245-5ffdce74fad2';

let openai: OpenAiServer;
let app: Awaited<ReturnType<typeof startApp>>;
let leaving: AbortController;
beforeAll(async () => {
  openai = await startOpenAiServer();
});
afterAll(() => openai.close());
beforeEach(async () => {
  app = await startApp({ ITIH_FETCH_ALLOW: '127.0.0.1' });
  leaving = new AbortController();
  const connection = { api_key: fakeApiKey, base_url: openai.url, model: 'gpt-4o-mini' };
  await app.shim.admin('PUT', '/settings', {
    body: {
      chat: { strict: false },
      limits: { answers_total: 1, answers_per_ip: 1, answers_relayed: 100 },
      llm: { provider: 'openai', fallback: '', openai: connection },
    },
  });
});
afterEach(async () => {
  leaving.abort();
  await app.close();
});

async function open(ip: string, body: object, options: CallOptions = {}) {
  const { url, ...init } = app.shim.signed('POST', '/chat', {
    ip,
    body,
    signal: leaving.signal,
    ...options,
  });
  const response = await fetch(url, init);
  const frames = readFrames(response, 0);
  const next = async (): Promise<Frame | undefined> =>
    (await frames.next()).value as Frame | undefined;
  return { status: response.status, next };
}

/** Begins an answer that goes on for ever; returns how to stop it. */
async function occupy() {
  const { next } = await open('192.0.2.1', { message: 'Say nothing [[fake:hang]]' });
  const meta = (await next())?.data;
  if (meta?.type !== 'meta') throw new Error('no session');
  const { session_id, session_secret = '', message_id } = meta;
  const headers = { 'x-itih-secret': session_secret };
  return () => app.shim.call('DELETE', `/chat/${message_id}`, { query: { session_id }, headers });
}

const stored = async () => {
  const { query } = app.services.database;
  return (await query.selectFrom('chats').selectAll().execute()).length;
};

test('are told so, count for their address, are not stored, and are answered in the end', async () => {
  const stop = await occupy();
  const before = await stored();
  const { status, next } = await open('192.0.2.2', { message: 'Where is it?' });
  expect(status).toBe(200);
  const waiting = { type: 'status', stage: 'waiting' };
  expect(await next()).toMatchObject({ id: 1, event: 'status', data: waiting });
  expect(await stored()).toBe(before);
  const again = await open('192.0.2.2', { message: 'And when?' });
  expect(again.status).toBe(503);
  await stop();
  expect(await next()).toMatchObject({ id: 2, event: 'meta' });
  let last: Frame | undefined;
  for (let frame = await next(); frame; frame = await next()) last = frame;
  expect(last?.data).toMatchObject({ type: 'done', finish_reason: 'stop' });
});

test('wait no more soon after their visitors have left', async () => {
  const stop = await occupy();
  const leavingEarly = new AbortController();
  const { next } = await open('192.0.2.2', { message: 'Where?' }, { signal: leavingEarly.signal });
  await next();
  leavingEarly.abort();
  await until(
    'the address may ask',
    async () => (await open('192.0.2.2', { message: 'Where?' })).status === 200,
    10_000,
  );
  await stop();
});

test('are joined by whoever asks the same again, and wait on for them', async () => {
  const stop = await occupy();
  const broken = new AbortController();
  const body = { message: 'Where is it?', request_id };
  const first = await open('192.0.2.2', body, { signal: broken.signal });
  await first.next();
  const second = await open('192.0.2.2', body);
  expect((await second.next())?.data).toMatchObject({ stage: 'waiting' });
  broken.abort();
  await new Promise((resolve) => setTimeout(resolve, 2500));
  await stop();
  expect((await second.next())?.event).toBe('meta');
});

test('that failed after they were told to wait can be asked again under the same id', async () => {
  const stop = await occupy();
  const body = { message: 'x'.repeat(5000), request_id };
  const { next } = await open('192.0.2.2', body);
  await next();
  await stop();
  expect((await next())?.data).toMatchObject({ type: 'error', code: 'message_too_long' });
  expect((await next())?.data).toMatchObject({ type: 'done', message_id: 0 });
  expect(await next()).toBeUndefined();
  const again = await open('192.0.2.2', { message: 'Where is it?', request_id });
  expect((await again.next())?.event).toBe('meta');
});

test('have no events where the whole answer is asked for', async () => {
  const stop = await occupy();
  const asked = app.shim.call<{ reply: string }>('POST', '/chat/sync', {
    ip: '192.0.2.2',
    body: { message: 'Where is it?' },
  });
  await new Promise((resolve) => setTimeout(resolve, 1200));
  await stop();
  const { status, body } = await asked;
  expect([status, body.reply]).toEqual([200, expect.stringMatching(/./)]);
});

test('have a place or none without waiting for WordPress, whose workers may wait for them', async () => {
  await app.shim.admin('PUT', '/settings', { body: { limits: { answers_relayed: 1 } } });
  await occupy();
  app.site.delay = 5000;
  app.services.settings.invalidate();
  let isTold = false;
  const settings = app.services.settings.fresh().then(() => (isTold = true));
  const { status } = await open('192.0.2.2', { message: 'Where is it?' });
  expect([status, isTold]).toEqual([503, false]);
  app.site.delay = 0;
  await settings;
});
