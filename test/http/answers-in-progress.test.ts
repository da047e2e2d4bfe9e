/** Answers that are being written count, over HTTP, for as long as they are being written. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { errorBody } from '../../server/contract/errors.ts';
import { apiError } from '../fakes/openai-behaviours.ts';
import { fakeApiKey, startOpenAiServer, type OpenAiServer } from '../fakes/openai-server.ts';
import { readFrames, type CallOptions, type Frame } from '../fakes/shim.ts';
import { until } from '../fakes/wait.ts';
import { startApp } from './app-server.ts';

const silent = 'Say nothing [[fake:hang]]';
const brief = 'Tell me something.';

let openai: OpenAiServer;
let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  openai = await startOpenAiServer();
});
afterAll(() => openai.close());
beforeEach(async () => {
  app = await startApp({ ITIH_FETCH_ALLOW: '127.0.0.1' });
  const connection = { api_key: fakeApiKey, base_url: openai.url, model: 'gpt-4o-mini' };
  await configure({ per_ip_max: 0, answers_per_ip: 1 });
  await app.shim.admin('PUT', '/settings', {
    body: {
      // Without history: a rewriting of the next question would find the marker in it.
      chat: { strict: false, history_turns: 0 },
      llm: { provider: 'openai', fallback: '', openai: connection },
    },
  });
});
afterEach(async () => {
  openai.script();
  await app.close();
});

const configure = (limits: Record<string, unknown>) =>
  app.shim.admin('PUT', '/settings', { body: { limits } });

/** An answer whose first event has come, and which goes on until it is left. */
async function beginAnswer(options: CallOptions = {}) {
  const leaving = new AbortController();
  const { url, ...init } = app.shim.signed('POST', '/chat', {
    body: { message: silent },
    signal: leaving.signal,
    ...options,
  });
  const response = await fetch(url, init);
  expect(response.status).toBe(200);
  const frames: AsyncIterator<Frame, undefined> = readFrames(response, 0);
  const event = (await frames.next()).value?.data;
  if (event?.type !== 'meta') throw new Error('no session');
  const { session_id: id, session_secret: secret = '', message_id: question } = event;
  const headers = { 'x-itih-secret': secret };
  return {
    session: { id, secret },
    leave: () => leaving.abort(),
    stop: () =>
      app.shim.call('DELETE', `/chat/${question}`, { query: { session_id: id }, headers }),
  };
}

const ask = (options: CallOptions = {}, path = '/chat') =>
  app.shim.call('POST', path, { body: { message: brief }, ...options });

const inSession = ({ id, secret }: { id: string; secret: string }, ip: string): CallOptions => ({
  body: { message: brief, session_id: id },
  headers: { 'x-itih-secret': secret },
  ip,
});

const counts = async () => {
  const { query } = app.services.database;
  const rows = (table: 'chats' | 'state') => query.selectFrom(table).selectAll().execute();
  const rates = (await rows('state')).filter((row) => 'name' in row && /^rate:/.test(row.name));
  return [(await rows('chats')).length, rates, openai.requests.length];
};

describe('beyond the limit', () => {
  test.each(['/chat', '/chat/sync'])('%s is refused at once, and nothing is done', async (path) => {
    await configure({ per_ip_max: 100 });
    const asked = openai.requests.length;
    const { session, stop } = await beginAnswer();
    await until('the model is asked', () => openai.requests.length > asked);
    const before = await counts();
    for (const options of [{}, inSession(session, '192.0.2.2')]) {
      const { status, headers, body } = await ask(options, path);
      expect([status, headers.get('retry-after')]).toEqual([503, '5']);
      const { code, data } = errorBody.parse(body);
      expect([code, data.retry_after]).toEqual(['overloaded', 5]);
    }
    expect(await counts()).toEqual(before);
    expect((await ask({ ip: '192.0.2.3' }, path)).status).toBe(200);
    await stop();
  });

  test('is not counted as a message', async () => {
    await configure({ per_ip_max: 2, per_ip_window_s: 86_400 });
    const { stop } = await beginAnswer();
    for (let n = 0; n < 5; n++) expect((await ask()).status).toBe(503);
    await stop();
    await until('the place is free', async () => (await ask()).status !== 503);
    expect((await ask()).body['code']).toBe('rate_limited');
  });
});

describe('the place is free again after an answer', () => {
  const free = () => until('the place is free', async () => (await ask()).status === 200, 5000);

  const ends: [string, () => Promise<unknown>][] = [
    ['that was complete', () => ask()],
    ['that was complete at once', () => ask({}, '/chat/sync')],
    [
      'that failed',
      async () => {
        openai.script(apiError(400, { message: 'No.' }));
        await ask();
      },
    ],
    [
      'that failed at once',
      async () => {
        openai.script(apiError(400, { message: 'No.' }));
        expect((await ask({}, '/chat/sync')).status).toBe(502);
      },
    ],
    ['that was stopped', async () => (await beginAnswer()).stop()],
    [
      'that was left, for a question of its session',
      async () => {
        const { session, leave } = await beginAnswer();
        leave();
        const next = () => app.shim.call('POST', '/chat', inSession(session, '192.0.2.1'));
        await until('the answer is not read', async () => (await next()).status === 200);
      },
    ],
    [
      'that was refused before it began',
      async () => {
        expect((await ask({ body: { message: 'x'.repeat(5000) } })).status).toBe(400);
      },
    ],
    [
      'that was one message too many',
      async () => {
        await configure({ per_ip_max: 1, per_ip_window_s: 86_400 });
        await ask();
        expect((await ask()).status).toBe(429);
        await configure({ per_ip_max: 0 });
      },
    ],
  ];
  test.each(ends)('%s', async (_case, end) => {
    await end();
    await free();
    expect((await ask()).status).toBe(200);
  });
});

test('a worker of PHP waits only for as many answers as PHP can spare', async () => {
  await configure({ answers_per_ip: 4 });
  const answers = [await beginAnswer({ ip: '192.0.2.1' }), await beginAnswer({ ip: '192.0.2.2' })];
  const third = await ask({ ip: '192.0.2.3' });
  expect([third.status, third.body['code']]).toEqual([503, 'overloaded']);
  await configure({ answers_relayed: 3 });
  expect((await ask({ ip: '192.0.2.3' })).status).toBe(200);
  for (const { stop } of answers) await stop();
});

test('an answer has three readers, and each that joins counts as a request', async () => {
  await configure({ per_ip_max: 1, answers_per_ip: 20, answers_relayed: 100 });
  const request_id = '7d444840-9dc0-41d1-b245-5ffdce74fad2';
  const leaving = new AbortController();
  const send = async () => {
    const { url, ...init } = app.shim.signed('POST', '/chat', {
      body: { message: silent, request_id },
      signal: leaving.signal,
    });
    const response = await fetch(url, init);
    return response.ok ? 200 : errorBody.parse(await response.json()).code;
  };
  const all: (string | number)[] = [];
  for (let n = 0; n < 12; n++) all.push(await send());
  leaving.abort();
  expect(all).toEqual([
    ...Array<number>(3).fill(200),
    // Ten requests for each question: the first began the answer.
    ...Array<string>(8).fill('overloaded'),
    'rate_limited',
  ]);
});

test.each(['/chat', '/chat/sync'])(
  'a visitor who holds all places of PHP by %s makes room for another',
  async (path) => {
    await configure({ per_ip_max: 0, answers_per_ip: 20 });
    const leaving = new AbortController();
    const send = (ip: string, to: string) => {
      const { url, ...init } = app.shim.signed('POST', to, {
        ip,
        body: { message: silent },
        signal: leaving.signal,
      });
      return fetch(url, init);
    };
    const open = openai.requests.length;
    const first = send('192.0.2.1', path);
    await until('the first is written', () => openai.requests.length > open);
    const second = send('192.0.2.1', path).catch(() => undefined);
    await until('the second is written', () => openai.requests.length > open + 1);
    expect((await send('192.0.2.2', '/chat')).status).toBe(200);
    const ended = await first;
    if (path === '/chat') expect(await ended.text()).not.toContain('event: done');
    else
      expect([ended.status, errorBody.parse(await ended.json()).code]).toEqual([503, 'overloaded']);
    leaving.abort();
    await second;
  },
);
