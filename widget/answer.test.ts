/** @jest-environment jsdom */
import { beforeAll, expect, test } from '@jest/globals';
import type { ChatEvent, ChatReply } from '../server/contract/chat.ts';
import { createAnswers } from './answer.ts';
import { createSession } from './session.ts';
import {
  apiError,
  completeBrowser,
  done,
  eventStream,
  fakeServer,
  liveStream,
  memoryStorage,
  meta,
  respond,
  session,
  settle,
  source,
} from '../test/widget/browser.ts';

beforeAll(completeBrowser);

const reply: ChatReply = {
  reply: 'Yes [1].',
  reasoning: 'Looked it up.',
  citations: [source],
  tool_calls: [],
  outcome: 'answered',
  message_id: 9,
  session_id: 's2',
  session_secret: 'other',
  usage: { prompt_tokens: 1, completion_tokens: 1 },
  model: 'builtin',
  ms: 3,
};

function setUp(handlers: Parameters<typeof fakeServer>[0], now?: () => number) {
  const server = fakeServer({ 'GET session': () => session(), ...handlers });
  const tab = memoryStorage();
  const owned = createSession(
    'https://example.org/wp-json/itih/v1/',
    memoryStorage(),
    server.fetch,
  );
  const pauses = [10, 10, 10];
  const answers = createAnswers(owned, tab, 'de', { pauses, ...(now && { now }) });
  const collect = async (signal = new AbortController().signal) => {
    const events: ChatEvent[] = [];
    for await (const event of answers.ask('Open?', signal)) events.push(event);
    return events;
  };
  return { server, owned, collect };
}

const delta = { type: 'delta', content: 'Yes.' } as const;

test('yields the events of the stream and says who asks from where', async () => {
  const { server, owned, collect } = setUp({ 'POST chat': () => eventStream([meta, delta, done]) });
  owned.adopt({ id: 's1', secret: 'proof' });
  await expect(collect()).resolves.toEqual([meta, delta, done]);
  const uuid = expect.stringMatching(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  const { headers, body } = server.made('POST chat')[0]!;
  expect(body).toEqual({
    message: 'Open?',
    session_id: 's1',
    page_url: 'http://localhost/',
    locale: 'de',
    request_id: uuid,
  });
  const logged = headers.get('X-Request-Id');
  expect(logged).toEqual(uuid);
  // The other opens the answer.
  expect(logged).not.toBe((body as { request_id: string }).request_id);
});

test.each([
  ['the connection breaks at once', () => Promise.reject(new TypeError('reset'))],
  ['a firewall answers with a page', () => respond(200, '<p>Checking…</p>', 'text/html')],
  ['a proxy gives up', () => respond(504, '<h1>Timeout</h1>', 'text/html')],
])('asks for the whole reply where %s, and from then on', async (_, chat) => {
  const { server, collect } = setUp({
    'POST chat': chat,
    'POST chat/sync': () => respond(200, reply),
  });
  const events = await collect();
  expect(events.map(({ type }) => type)).toEqual([
    'meta',
    'reasoning',
    'delta',
    'citations',
    'closest',
    'next_questions',
    'done',
  ]);
  expect(events[0]).toMatchObject({ session_id: 's2', session_secret: 'other' });
  await collect();
  expect(server.made('POST chat')).toHaveLength(1);
  expect(server.made('POST chat/sync')).toHaveLength(2);
});

test('a whole reply that was cut at its limit ends as a stream of it does', async () => {
  const { collect } = setUp({
    'POST chat': () => Promise.reject(new TypeError('reset')),
    'POST chat/sync': () => respond(200, { ...reply, cut: true }),
  });
  expect((await collect()).at(-1)).toMatchObject({ type: 'done', finish_reason: 'length' });
});

test('what the API refuses is not asked again in another way', async () => {
  const { server, collect } = setUp({ 'POST chat': () => apiError(429, 'rate_limited') });
  await expect(collect()).rejects.toMatchObject({ failure: { code: 'rate_limited' } });
  expect(server.made('POST chat/sync')).toHaveLength(0);
});

test('a stream that breaks is read on over another connection', async () => {
  const stream = liveStream();
  let broken = 0;
  const { server, collect } = setUp({
    'POST chat': () => stream.response,
    'GET chat/6/events': () => {
      // The network is away for a moment, then breaks once more.
      if (broken++ === 0) throw new TypeError('Failed to fetch');
      return broken === 2 ? eventStream([delta]) : eventStream([done]);
    },
  });
  const events = collect();
  stream.send(meta);
  await settle(20);
  stream.fail();
  await expect(events).resolves.toEqual([meta, delta, done]);
  const resumed = server.made('GET chat/6/events');
  expect(resumed.map(({ headers }) => headers.get('last-event-id'))).toEqual(['1', '1', '2']);
  expect(server.made('POST chat')).toHaveLength(1);
  expect(server.made('POST chat/sync')).toHaveLength(0);
});

test.each([
  ['does not come back', () => Promise.reject(new TypeError('offline')), 4],
  ['finds the answer gone', () => apiError(404, 'not_found'), 1],
])('a connection that %s fails after its tries', async (_, events, tries) => {
  const { server, collect } = setUp({
    'POST chat': () => eventStream([meta]),
    'GET chat/6/events': events,
  });
  await expect(collect()).rejects.toThrow();
  expect(server.made('GET chat/6/events')).toHaveLength(Math.min(tries, 3));
});

test('after two streams that were held back none is asked for, for a day, and the site is told', async () => {
  let clock = 0;
  const { server, collect } = setUp(
    {
      'POST chat': () => {
        clock += 9000;
        return eventStream([meta, delta, done]);
      },
      'POST chat/sync': () => respond(200, reply),
    },
    () => clock,
  );
  const told = () => server.made('GET session').filter(({ query }) => query.has('held_back'));
  await collect();
  expect(told()).toHaveLength(0);
  await collect();
  await collect();
  await collect();
  expect(server.made('POST chat')).toHaveLength(2);
  expect(server.made('POST chat/sync')).toHaveLength(2);
  expect(told()).toHaveLength(1);
  clock += 86_400_001;
  await collect();
  expect(server.made('POST chat')).toHaveLength(3);
});

test('no stream is asked for where the site knows that its host holds them back', async () => {
  const { server, collect } = setUp({
    'GET session': () => respond(200, { nonce: 'n1', expires_in: 3600, streams: false }),
    'POST chat/sync': () => respond(200, reply),
  });
  await collect();
  expect(server.made('POST chat')).toHaveLength(0);
  expect(server.made('POST chat/sync')).toHaveLength(1);
});

test('aborting closes the connection and is not a reason to ask again', async () => {
  const stream = liveStream();
  const { server, collect } = setUp({ 'POST chat': () => stream.response });
  const controller = new AbortController();
  const events = collect(controller.signal).catch(() => 'aborted');
  await settle(20);
  controller.abort();
  await expect(events).resolves.toBe('aborted');
  expect(server.made('POST chat')[0]?.signal?.aborted).toBe(true);
  expect(server.made('POST chat/sync')).toHaveLength(0);
});
