/** @jest-environment jsdom */
import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createAnswer } from '../../widget/answer.ts';
import { createConversation } from '../../widget/conversation.ts';
import { createSession } from '../../widget/session.ts';
import {
  apiError,
  completeBrowser,
  done,
  eventStream,
  fakeServer,
  memoryStorage,
  meta,
  respond,
  settle,
} from './browser.ts';

const api = 'https://example.org/wp-json/itih/v1/';
/** Milliseconds; the longest is so much longer that a test can tell it from the first. */
const pause = { first: 20, longest: 60 };
const delta = { type: 'delta', content: 'Nine.' } as const;

let available = true;
let server: ReturnType<typeof fakeServer>;

beforeAll(completeBrowser);
beforeEach(() => {
  available = true;
  server = fakeServer({
    'GET session': () =>
      respond(200, { nonce: 'n', expires_in: 60, limits: { max_message_chars: 40 }, available }),
    'POST chat': () =>
      available ? eventStream([meta, delta, done]) : apiError(503, 'sidecar_unavailable'),
  });
});

function open(storage = memoryStorage()) {
  const session = createSession(api, storage, server.fetch);
  return createConversation(session, createAnswer(session, storage, 'en'), 40, pause);
}
const lastOf = (conversation: ReturnType<typeof open>) => conversation.state().messages.at(-1);
const looks = () => server.made('GET session').length;

test('while nobody answers it looks again, and offers the question when it is back', async () => {
  available = false;
  const conversation = open();
  conversation.subscribe(() => undefined);
  await conversation.ask('When?');
  expect(lastOf(conversation)?.failure?.code).toBe('sidecar_unavailable');
  expect(conversation.state().isAway).toBe(true);
  const before = looks();
  await settle(200);
  expect(looks()).toBeGreaterThan(before);
  available = true;
  await settle(200);
  expect(conversation.state().isAway).toBe(false);
  expect(lastOf(conversation)?.failure).toMatchObject({ code: 'available', retryable: true });
  expect(conversation.state().messages[0]?.content).toBe('When?');
  const after = looks();
  await settle(200);
  expect(looks()).toBe(after);
  await conversation.retry();
  expect(lastOf(conversation)).toMatchObject({ status: 'done', content: 'Nine.' });
});

test('it does not look while nobody sees it', async () => {
  available = false;
  let shown = false;
  const conversation = open();
  conversation.subscribe(
    () => undefined,
    () => shown,
  );
  await conversation.ask('When?');
  const before = looks();
  await settle(150);
  expect(looks()).toBe(before);
  shown = true;
  await settle(150);
  expect(looks()).toBeGreaterThan(before);
});

test('a lost connection is waited for in the same way', async () => {
  const conversation = open();
  conversation.subscribe(() => undefined);
  const chat = server.handlers['POST chat'];
  delete server.handlers['POST chat'];
  await conversation.ask('When?');
  expect(conversation.state().isAway).toBe(true);
  if (chat) server.handlers['POST chat'] = chat;
  await settle(200);
  expect(lastOf(conversation)?.failure?.code).toBe('available');
});

test('what the question itself is refused for is not waited for', async () => {
  server.handlers['POST chat'] = () => apiError(400, 'message_too_long');
  const conversation = open();
  conversation.subscribe(() => undefined);
  await conversation.ask('When?');
  const before = looks();
  await settle(150);
  expect(conversation.state().isAway).toBe(false);
  expect(looks()).toBe(before);
});

test('it is known before the first question, and a thread that was kept is loaded later', async () => {
  available = false;
  server.handlers['GET history'] = () =>
    available ? respond(200, { turns: [] }) : apiError(503, 'sidecar_unavailable');
  const conversation = open(memoryStorage({ [`itih-chat:${api}`]: 's1 proof' }));
  conversation.subscribe(() => undefined);
  conversation.start();
  await settle(20);
  expect(conversation.state().isAway).toBe(true);
  available = true;
  await settle(200);
  expect(conversation.state()).toMatchObject({ isAway: false, history: 'idle' });
});
