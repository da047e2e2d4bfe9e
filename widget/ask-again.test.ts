/** @jest-environment jsdom */
import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { ChatEvent } from '../server/contract/chat.ts';
import { createAnswers } from './answer.ts';
import { failureOf } from './failure.ts';
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
  session,
} from '../test/widget/browser.ts';

const waiting = { type: 'status', stage: 'waiting' } as const;
const delta = { type: 'delta', content: 'Yes.' } as const;

beforeAll(completeBrowser);
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const busy = (retry_after?: number) => apiError(503, 'overloaded', 'Busy.', { retry_after });

/** Asks a question of a server that answers as `responses` say, the last of them again and again. */
function ask(...responses: (() => Response)[]) {
  let asked = 0;
  const server = fakeServer({
    'GET session': () => session(),
    'POST chat': () => responses[Math.min(asked++, responses.length - 1)]!(),
  });
  const owned = createSession(
    'https://example.org/wp-json/itih/v1/',
    memoryStorage(),
    server.fetch,
  );
  const answers = createAnswers(owned, memoryStorage(), 'en');
  const leaving = new AbortController();
  const events: ChatEvent[] = [];
  const settled = (async () => {
    for await (const event of answers.ask('Open?', leaving.signal)) events.push(event);
    return 'ended';
  })().catch((error: unknown) => failureOf(error).code);
  return { server, events, settled, leaving, posts: () => server.made('POST chat') };
}

const seconds = (count: number) => jest.advanceTimersByTimeAsync(count * 1000);

test('a busy server is asked again after the pause that it names, as the same question', async () => {
  const { events, settled, posts, server } = ask(
    () => busy(3),
    () => busy(2),
    () => eventStream([meta, delta, done]),
  );
  await seconds(2.9);
  expect(posts()).toHaveLength(1);
  expect(events).toEqual([waiting]);
  await seconds(1.7);
  expect(posts()).toHaveLength(2);
  await seconds(3);
  expect(await settled).toBe('ended');
  expect(events).toEqual([waiting, waiting, meta, delta, done]);
  const ids = posts().map(({ body }) => body['request_id']);
  expect(new Set(ids).size).toBe(1);
  expect(server.made('POST chat/sync')).toHaveLength(0);
});

test('not all who are told the same pause come back at once', async () => {
  const random = jest.spyOn(Math, 'random');
  const after: number[] = [];
  for (const value of [0, 0.999]) {
    const { posts, leaving } = ask(() => busy(4));
    random.mockReturnValue(value);
    await seconds(0);
    let waited = 0;
    for (; posts().length < 2; waited += 0.5) await seconds(0.5);
    after.push(waited);
    leaving.abort();
  }
  expect(after).toEqual([4, 6]);
});

test('without a pause it waits for longer and longer, and fails after half a minute', async () => {
  jest.spyOn(Math, 'random').mockReturnValue(0);
  const { settled, posts, events } = ask(() => busy());
  const times: number[] = [];
  for (let n = 0; n < 40; n++) {
    await seconds(n === 0 ? 0 : 1);
    while (times.length < posts().length) times.push(n);
  }
  expect(await settled).toBe('overloaded');
  expect(times).toEqual([0, 1, 3, 7, 15, 23]);
  expect(events).toEqual(Array(5).fill(waiting));
});

test.each(['rate_limited', 'budget_exhausted', 'sidecar_unavailable', 'chat_disabled'])(
  '%s is not asked again',
  async (code) => {
    const { settled, posts } = ask(() => apiError(429, code, '', { retry_after: 1 }));
    await seconds(20);
    expect(await settled).toBe(code);
    expect(posts()).toHaveLength(1);
  },
);

const refusal = {
  type: 'error',
  code: 'overloaded',
  message: 'Busy.',
  retryable: true,
  retry_after: 2,
} as const;

test('one that waited in vain at the server is asked again, one that was stored is not', async () => {
  const failed = { ...done, message_id: 0, finish_reason: 'error' } as const;
  const inVain = ask(
    () => eventStream([waiting, refusal, failed]),
    () => eventStream([meta, refusal, failed]),
  );
  await seconds(20);
  expect(await inVain.settled).toBe('ended');
  expect(inVain.events).toEqual([waiting, waiting, meta, refusal, failed]);
  expect(inVain.posts()).toHaveLength(2);
});

test('one whose line breaks while it waits at the server goes on to wait', async () => {
  const stream = liveStream();
  const { settled, events, posts, server } = ask(
    () => stream.response,
    () => eventStream([waiting, meta, done]),
  );
  await seconds(0);
  stream.send(waiting);
  await seconds(0);
  stream.fail();
  await seconds(2);
  expect(await settled).toBe('ended');
  expect(events).toEqual([waiting, waiting, waiting, meta, done]);
  expect(posts()[0]?.body['request_id']).toBe(posts()[1]?.body['request_id']);
  expect(server.made('POST chat/sync')).toHaveLength(0);
});

test('a visitor who stops meanwhile asks no more', async () => {
  const { settled, posts, leaving } = ask(() => busy(5));
  await seconds(1);
  leaving.abort();
  expect(await settled).toBe('ended');
  await seconds(20);
  expect(posts()).toHaveLength(1);
});

test('an answer that is read on waits for as long as the server says', async () => {
  jest.spyOn(Math, 'random').mockReturnValue(0);
  const { settled, server, events } = ask(() => eventStream([meta]));
  let reads = 0;
  server.handlers['GET chat/6/events'] = () => (reads++ < 2 ? busy(5) : eventStream([delta, done]));
  await seconds(4);
  expect(reads).toBe(1);
  await seconds(7);
  expect(await settled).toBe('ended');
  expect(events).toEqual([meta, delta, done]);
});
