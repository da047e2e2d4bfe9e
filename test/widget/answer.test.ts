/** @jest-environment jsdom */
import { beforeAll, expect, test } from '@jest/globals';
import type { ChatEvent, ChatReply } from '../../server/contract/chat.ts';
import { createAnswer } from '../../widget/answer.ts';
import { createSession } from '../../widget/session.ts';
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
} from './browser.ts';

beforeAll(completeBrowser);

const reply: ChatReply = {
  reply: 'Yes [1].',
  reasoning: 'Looked it up.',
  citations: [source],
  tool_calls: [],
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
  const answer = createAnswer(owned, tab, 'de', now);
  const collect = async (signal = new AbortController().signal) => {
    const events: ChatEvent[] = [];
    for await (const event of answer('Open?', signal)) events.push(event);
    return events;
  };
  return { server, owned, collect };
}

const delta = { type: 'delta', content: 'Yes.' } as const;

test('yields the events of the stream and says who asks from where', async () => {
  const { server, owned, collect } = setUp({ 'POST chat': () => eventStream([meta, delta, done]) });
  owned.adopt({ id: 's1', secret: 'proof' });
  await expect(collect()).resolves.toEqual([meta, delta, done]);
  expect(server.made('POST chat')[0]?.body).toEqual({
    message: 'Open?',
    session_id: 's1',
    page_url: 'http://localhost/',
    locale: 'de',
  });
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

test('what the API refuses is not asked again in another way', async () => {
  const { server, collect } = setUp({ 'POST chat': () => apiError(429, 'rate_limited') });
  await expect(collect()).rejects.toMatchObject({ failure: { code: 'rate_limited' } });
  expect(server.made('POST chat/sync')).toHaveLength(0);
});

test('a stream that breaks after its first frame is not asked again', async () => {
  const stream = liveStream();
  const { server, collect } = setUp({ 'POST chat': () => stream.response });
  const events = collect();
  stream.send(meta);
  await settle(20);
  stream.fail();
  await expect(events).rejects.toThrow();
  expect(server.made('POST chat/sync')).toHaveLength(0);
});

test('a stream that was held back and came at once is the last of its tab', async () => {
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
  await collect();
  await collect();
  expect(server.made('POST chat')).toHaveLength(1);
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
