/** @jest-environment jsdom */
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createAnswers } from './answer.ts';
import { createConversation } from './conversation.ts';
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
  settle,
} from '../test/widget/browser.ts';

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
  return createConversation(session, createAnswers(session, storage, 'en'), 40, pause);
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

const kept = (pending = 0) =>
  memoryStorage({
    [`itih-chat:${api}`]: 's1 proof',
    ...(pending && { [`itih-chat:${api} pending`]: String(pending) }),
  });
const turn = (id: number, role: string, content: string, finishReason: string | null = null) => ({
  ...{ id, role, content, finishReason, citations: [], reasoning: '', model: '', feedback: null },
  ...{ createdAt: '2026-01-01T00:00:00Z', promptTokens: 0, completionTokens: 0, responseTimeMs: 0 },
});
const question = turn(6, 'user', 'When?');

describe('an answer that another page has asked for', () => {
  test('is found in the history when it has ended meanwhile', async () => {
    let looks = 0;
    server.handlers['GET history'] = () =>
      respond(200, {
        turns: looks++ === 0 ? [question] : [question, turn(7, 'assistant', 'Nine.', 'stop')],
      });
    server.handlers['GET chat/6/events'] = () => apiError(404, 'not_found');
    const storage = kept(6);
    const conversation = open(storage);
    conversation.start();
    await settle(50);
    expect(conversation.state().messages).toMatchObject([{}, { content: 'Nine.', status: 'done' }]);
    expect(storage.get(`itih-chat:${api} pending`)).toBeNull();
  });

  test('can be asked for again when nothing has come of it', async () => {
    server.handlers['GET history'] = () => respond(200, { turns: [question] });
    server.handlers['GET chat/6/events'] = () => apiError(404, 'not_found');
    const conversation = open(kept(6));
    conversation.start();
    await settle(50);
    expect(conversation.state().messages).toMatchObject([{}, { failure: { code: 'unanswered' } }]);
    expect(server.made('GET chat/6/events')).toHaveLength(1);
  });
});

describe('another tab', () => {
  const tell = (key: string, newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key: `itih-chat:${api}${key}`, newValue }));

  test('asks during an answer: it is shown after that', async () => {
    const stream = liveStream();
    server.handlers['POST chat'] = () => stream.response;
    const conversation = open();
    const asked = conversation.ask('When?');
    await settle(20);
    for (const event of [meta, delta]) stream.send(event);
    await settle(20);
    const next = turn(8, 'user', 'And then?');
    server.handlers['GET history'] = () =>
      respond(200, { turns: [question, turn(7, 'assistant', 'Nine.', 'stop'), next] });
    server.handlers['GET chat/8/events'] = () =>
      eventStream([
        { type: 'delta', content: 'Ten.' },
        { ...done, message_id: 9 },
      ]);
    tell(' pending', '8');
    await settle(20);
    expect(lastOf(conversation)?.content).toBe('Nine.');
    stream.send(done);
    stream.end();
    await asked;
    await settle(50);
    expect(lastOf(conversation)).toMatchObject({ content: 'Ten.', id: 9 });
  });

  test('deletes: nothing is left here', async () => {
    server.handlers['GET history'] = () => respond(200, { turns: [question] });
    const conversation = open(kept());
    conversation.start();
    await settle(50);
    expect(conversation.state().messages).not.toEqual([]);
    tell('', null);
    expect(conversation.state().messages).toEqual([]);
  });
});

test('an answer that is asked for again does not end with the one that failed', async () => {
  const failed = liveStream();
  server.handlers['POST chat'] = () => failed.response;
  const conversation = open();
  void conversation.ask('When?');
  await settle(20);
  failed.send(meta);
  failed.send({ type: 'error', code: 'provider_error', message: '', retryable: true });
  await settle(20);
  const again = liveStream();
  server.handlers['POST chat'] = () => again.response;
  const asked = conversation.retry();
  await settle(20);
  // The server stores what it has before it ends.
  failed.send({ ...done, finish_reason: 'error' });
  failed.end();
  for (const event of [meta, delta, done]) again.send(event);
  again.end();
  await asked;
  expect(lastOf(conversation)).toMatchObject({ status: 'done', content: 'Nine.' });
});
