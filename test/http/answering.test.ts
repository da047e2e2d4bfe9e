/** An answer over HTTP: its turn, its places, its connections and its time limits. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { errorBody } from '../../server/contract/errors.ts';
import { answer, apiError } from '../fakes/openai-behaviours.ts';
import { fakeApiKey, startOpenAiServer, type OpenAiServer } from '../fakes/openai-server.ts';
import type { CallOptions, Frame } from '../fakes/shim.ts';
import { until } from '../fakes/wait.ts';
import { begin, open, startAppWithModel, type App } from './app-server.ts';

let openai: OpenAiServer;
let app: App;
let leaving: AbortController;
beforeAll(async () => {
  openai = await startOpenAiServer();
  await import('openai');
});
afterAll(() => openai.close());
afterEach(async () => {
  leaving.abort();
  openai.script();
  await app.close();
});

async function start(limits: object, env: Record<string, string> = {}): Promise<void> {
  leaving = new AbortController();
  // Without history: a rewriting of the next question would find the marker in it.
  const settings = { chat: { history_turns: 0 }, limits: { per_ip_max: 0, ...limits } };
  app = await startAppWithModel(openai, { settings, env });
}
const configure = (limits: object) => app.shim.admin('PUT', '/settings', { body: { limits } });

const silent = 'Say nothing [[fake:hang]]';
const brief = 'Tell me something.';

const ask = (options: CallOptions = {}, path = '/chat') =>
  app.shim.call('POST', path, { body: { message: brief }, ...options });

/** Opens a stream, which is left at the end of the test. */
async function stream(body: object, ip = '192.0.2.1', path = '/chat') {
  const opened = await open(app, 'POST', path, { ip, body, signal: leaving.signal });
  return { ...opened, next: async () => (await opened.frames.next()).value as Frame | undefined };
}

/** Begins an answer that goes on until it is left or stopped. */
const occupy = () => begin(app, { body: { message: silent }, signal: leaving.signal });
type Begun = Awaited<ReturnType<typeof occupy>>;

const inSession = ({ session_id, own }: Begun, ip: string): CallOptions => ({
  body: { message: brief, session_id },
  headers: own.headers,
  ip,
});

const rows = (table: 'chats' | 'state' | 'chat_sessions' | 'chat_terms') =>
  app.services.database.query.selectFrom(table).selectAll().execute();

async function allOf(frames: AsyncIterable<Frame>): Promise<Frame[]> {
  const all: Frame[] = [];
  for await (const frame of frames) all.push(frame);
  return all;
}
const textOf = (frames: readonly Frame[]) =>
  frames.map(({ data }) => (data.type === 'delta' ? data.content : '')).join('');

describe('beyond a limit of answers at one time', () => {
  const counts = async () => {
    const rates = (await rows('state')).filter((row) => 'name' in row && /^rate:/.test(row.name));
    return [(await rows('chats')).length, rates, openai.requests.length];
  };

  test.each(['/chat', '/chat/sync'])(
    '%s is refused at once, is not counted as a message, and nothing is done',
    async (path) => {
      await start({ answers_per_ip: 1, per_ip_max: 100 });
      const asked = openai.requests.length;
      const begun = await occupy();
      await until('the model is asked', () => openai.requests.length > asked);
      const before = await counts();
      for (const options of [{}, inSession(begun, '192.0.2.2')]) {
        const { status, headers, body } = await ask(options, path);
        expect([status, headers.get('retry-after')]).toEqual([503, '5']);
        const { code, data } = errorBody.parse(body);
        expect([code, data.retry_after]).toEqual(['overloaded', 5]);
      }
      expect(await counts()).toEqual(before);
      expect((await ask({ ip: '192.0.2.3' }, path)).status).toBe(200);
    },
  );

  const ends: [string, () => Promise<unknown>][] = [
    [
      'failed',
      async () => {
        openai.script(apiError(400, { message: 'No.' }));
        expect((await ask({}, '/chat/sync')).status).toBe(502);
      },
    ],
    ['was stopped', async () => (await occupy()).stop()],
    [
      'was left, for a question of its session',
      async () => {
        const begun = await occupy();
        begun.leave();
        const next = async () => (await ask(inSession(begun, '192.0.2.1'))).status === 200;
        await until('the answer is not read', next);
      },
    ],
    [
      'was refused before it began',
      async () => {
        expect((await ask({ body: { message: 'x'.repeat(5000) } })).status).toBe(400);
      },
    ],
    [
      'was one message too many',
      async () => {
        await configure({ per_ip_max: 1, per_ip_window_s: 86_400 });
        await ask();
        expect((await ask()).status).toBe(429);
        await configure({ per_ip_max: 0 });
      },
    ],
  ];
  test.each(ends)('the place is free again after an answer that %s', async (_case, end) => {
    await start({ answers_per_ip: 1 });
    await end();
    await until('the place is free', async () => (await ask()).status === 200, 5000);
    expect((await ask()).status).toBe(200);
  });
});

test('an answer has three readers, and each that joins counts as a request', async () => {
  await start({ per_ip_max: 1, answers_relayed: 100 });
  const body = { message: silent, request_id: randomUUID() };
  const all: (string | number)[] = [];
  for (let n = 0; n < 12; n++) {
    const { response } = await stream(body);
    all.push(response.ok ? 200 : errorBody.parse(await response.json()).code);
  }
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
    await start({});
    const asked = openai.requests.length;
    const first = stream({ message: silent }, '192.0.2.1', path);
    await until('the first is written', () => openai.requests.length > asked);
    const second = stream({ message: silent }, '192.0.2.1', path).catch(() => undefined);
    await until('the second is written', () => openai.requests.length > asked + 1);
    expect((await stream({ message: silent }, '192.0.2.2')).response.status).toBe(200);
    const { response } = await first;
    if (path === '/chat') expect(await response.text()).not.toContain('event: done');
    else
      expect([response.status, await response.json()]).toMatchObject([503, { code: 'overloaded' }]);
    leaving.abort();
    await second;
  },
);

describe('questions that wait for their turn', () => {
  const one = { answers_total: 1, answers_per_ip: 1, answers_relayed: 100 };

  test('are told so, count for their address, are not stored, and are answered in the end', async () => {
    await start(one);
    const { stop } = await occupy();
    const before = await rows('chats');
    const { next, frames } = await stream({ message: 'Where is it?' }, '192.0.2.2');
    const waiting = { type: 'status', stage: 'waiting' };
    expect(await next()).toMatchObject({ id: 1, event: 'status', data: waiting });
    expect(await rows('chats')).toEqual(before);
    expect((await ask({ ip: '192.0.2.2' })).status).toBe(503);
    await stop();
    expect(await next()).toMatchObject({ id: 2, event: 'meta' });
    const last = (await allOf(frames)).at(-1)?.data;
    expect(last).toMatchObject({ type: 'done', finish_reason: 'stop' });
  });

  test('wait no more soon after their visitors have left', async () => {
    await start(one);
    await occupy();
    const { next, leave } = await stream({ message: 'Where?' }, '192.0.2.2');
    await next();
    leave();
    const again = async () => (await stream({ message: 'Where?' }, '192.0.2.2')).response.ok;
    await until('the address may ask', again, 10_000);
  });

  test('are joined by whoever asks the same again, and wait on for them', async () => {
    await start(one);
    const { stop } = await occupy();
    const body = { message: 'Where is it?', request_id: randomUUID() };
    const first = await stream(body, '192.0.2.2');
    await first.next();
    const second = await stream(body, '192.0.2.2');
    expect((await second.next())?.data).toMatchObject({ stage: 'waiting' });
    first.leave();
    await new Promise((resolve) => setTimeout(resolve, 2500));
    await stop();
    expect((await second.next())?.event).toBe('meta');
  });

  test('that failed after they were told to wait can be asked again under the same id', async () => {
    await start(one);
    const { stop } = await occupy();
    const request_id = randomUUID();
    const { next } = await stream({ message: 'x'.repeat(5000), request_id }, '192.0.2.2');
    await next();
    await stop();
    expect((await next())?.data).toMatchObject({ type: 'error', code: 'message_too_long' });
    expect((await next())?.data).toMatchObject({ type: 'done', message_id: 0 });
    expect(await next()).toBeUndefined();
    const again = await stream({ message: 'Where is it?', request_id }, '192.0.2.2');
    expect((await again.next())?.event).toBe('meta');
  });

  test('have a place or none without waiting for WordPress, whose workers may wait for them', async () => {
    await start({ ...one, answers_relayed: 1 });
    await occupy();
    app.site.delay = 1500;
    app.services.settings.invalidate();
    let isTold = false;
    const settings = app.services.settings.fresh().then(() => (isTold = true));
    const { response } = await stream({ message: 'Where is it?' }, '192.0.2.2');
    expect([response.status, isTold]).toEqual([503, false]);
    app.site.delay = 0;
    await settings;
  });
});

describe('an answer whose connection is lost', () => {
  const slow = 'Tell me slowly what there is.';

  /** Begins an answer of a second, and leaves after its first words. */
  async function beginAndLeave(body: object = { message: slow }, userId = 0) {
    const text = Array.from({ length: 20 }, (_, n) => `word${n} `);
    openai.script(answer({ text, delayMs: 50 }));
    const begun = await begin(app, { body, userId }, 'delta');
    begun.leave();
    return begun;
  }

  test('is read to its end over another one, and asked and stored once', async () => {
    await start({});
    const asked = openai.requests.length;
    const { read, message_id, own } = await beginAndLeave();
    const { frames } = await open(app, 'GET', `/chat/${message_id}/events`, {
      ...own,
      headers: { ...own.headers, 'last-event-id': String(read.length) },
    });
    const rest = await allOf(frames);
    expect(rest.map(({ id }) => id)).toEqual(rest.map((_, n) => read.length + 1 + n));
    expect(rest.at(-1)?.data).toMatchObject({ type: 'done', finish_reason: 'stop' });
    const { body } = await app.shim.call('GET', '/history', own);
    const content = textOf([...read, ...rest]);
    expect(body['turns']).toMatchObject([{ role: 'user' }, { role: 'assistant', content }]);
    expect(openai.requests).toHaveLength(asked + 1);
  });

  test('is not asked again under its request id', async () => {
    await start({});
    const body = { message: slow, request_id: randomUUID() };
    const asked = openai.requests.length;
    const { session_id } = await beginAndLeave(body);
    const frames = await allOf((await stream(body)).frames);
    expect(frames[0]?.data).toMatchObject({ type: 'meta', session_id });
    expect(frames.at(-1)?.data).toMatchObject({ type: 'done', finish_reason: 'stop' });
    const sync = await ask({ body }, '/chat/sync');
    expect(sync.body).toMatchObject({ session_id, reply: textOf(frames) });
    expect(openai.requests).toHaveLength(asked + 1);
  });

  test('is another visitor’s to nobody', async () => {
    await start({});
    const { message_id, own } = await beginAndLeave();
    const other = (await beginAndLeave()).own;
    const call = async (method: string, options: CallOptions) => {
      const path = `/chat/${message_id}${method === 'GET' ? '/events' : ''}`;
      return (await app.shim.call(method, path, options)).body['code'];
    };
    expect(await call('GET', { query: own.query })).toBe('invalid_session');
    expect(await call('GET', { ...own, headers: other.headers })).toBe('invalid_session');
    expect(await call('GET', other)).toBe('not_found');
    expect(await call('DELETE', other)).toBe('not_found');
    expect(await call('GET', { headers: own.headers })).toBe('invalid_request');
  });

  const isUnread = (session: string) => app.services.answers.unreadOf(session).length > 0;

  test.each<[string, (begun: Begun) => ReturnType<typeof ask>]>([
    ['the visitor', ({ own }) => app.shim.call('DELETE', '/history', { ...own, userId: 7 })],
    ['the owner', ({ session_id }) => app.shim.admin('DELETE', `/chats/${session_id}`)],
    ['an eraser', () => app.shim.call('DELETE', '/privacy/7', { role: 'system' })],
  ])(
    'and that %s deletes is gone from the memory, too, while it is written',
    async (_who, remove) => {
      await start({});
      const body = { message: slow, request_id: randomUUID() };
      const begun = await beginAndLeave(body, 7);
      const { session_id, message_id } = begun;
      await until('the answer has no reader', () => isUnread(session_id));
      expect((await remove(begun)).status).toBe(200);
      expect(isUnread(session_id)).toBe(false);
      expect(() => app.services.answers.require(message_id, session_id)).toThrow();
      for (const table of ['chats', 'chat_sessions', 'chat_terms'] as const) {
        expect(await rows(table)).toEqual([]);
      }
      // The same question again is another conversation.
      expect((await ask({ body }, '/chat/sync')).body['session_id']).not.toBe(session_id);
    },
  );
});

describe('the wait for a first token is bounded; then the next model answers:', () => {
  /** 20 s in small. With reasoning on: 1.2 s until the first token, 2.4 s until the answer begins. */
  const first = 400;
  /** All that is not the wait. */
  const slack = 3000;
  const builtin = { type: 'done', model: 'builtin:extractive-1' };
  const reasons = { reasoning: true, reasoning_effort: 'low' };

  async function wait(behaviour: string, llm: object = {}, chat: object = {}) {
    const body = { chat, llm: { fallback: 'builtin', ...llm } };
    await app.shim.admin('PUT', '/settings', { body });
    const started = performance.now();
    const { frames, text } = await app.shim.chat(`When are the swans fed? [[fake:${behaviour}]]`);
    const events = frames.map(({ data }) => data);
    return { events, text, ms: performance.now() - started, done: events.at(-1) };
  }
  const startInSmall = () => start({}, { ITIH_FIRST_TOKEN_SECONDS: String(first / 1000) });
  /** Requests for an answer, and not for the list of models. */
  const answersAsked = () => openai.requests.filter(({ method }) => method === 'POST').length;

  test.each<[string, number, object]>([
    ['keep-alive', 1, {}],
    // Reasoning that is shown has twice that time to come to an answer.
    ['hang', 3, reasons],
    ['ponder', 6, reasons],
  ])('%s has the time %i times', async (behaviour, times, chat) => {
    await startInSmall();
    const model = chat === reasons ? 'o3-mini' : 'gpt-4o-mini';
    const { done, text, ms } = await wait(behaviour, { openai: { model } }, chat);
    expect(done).toMatchObject(builtin);
    expect(text).not.toBe('');
    expect(ms).toBeGreaterThan((times - 0.1) * first);
    expect(ms).toBeLessThan(times * first + slack);
    await until('the end of the call', () => openai.openRequests() === 0, 2000);
  });

  test('a fallback that is silent, too, leaves the answer to the built-in model', async () => {
    await startInSmall();
    const asked = answersAsked();
    const { done, ms } = await wait('hang', {
      fallback: 'openai_compatible',
      openai_compatible: { base_url: openai.url, model: 'gpt-4o-mini', api_key: fakeApiKey },
    });
    expect(done).toMatchObject(builtin);
    expect(answersAsked()).toBe(asked + 2);
    expect(ms).toBeLessThan(2 * first + slack);
  });

  test('one that is late twice in a row is left in peace for a while, and the owner is told', async () => {
    await startInSmall();
    for (let n = 0; n < 2; n++) expect((await wait('hang')).done).toMatchObject(builtin);
    const asked = answersAsked();
    expect((await wait('hang')).done).toMatchObject(builtin);
    expect(answersAsked()).toBe(asked);
    const { body } = await app.shim.admin('GET', '/status');
    expect(body['late_models']).toEqual(['openai:gpt-4o-mini']);
  });
});
