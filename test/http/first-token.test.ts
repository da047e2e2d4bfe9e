/** A visitor waits for a model's first token in bounded time; then the next model answers. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { until } from '../fakes/wait.ts';
import { fakeApiKey, startOpenAiServer, type OpenAiServer } from '../fakes/openai-server.ts';
import { startApp } from './app-server.ts';

/** 20 s in small. With reasoning on: 1.2 s until the first token, 2.4 s until the answer begins. */
const first = 400;

let openai: OpenAiServer;
let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  openai = await startOpenAiServer();
  await import('openai');
});
afterAll(() => openai.close());
beforeEach(async () => {
  app = await startApp({
    ITIH_FETCH_ALLOW: '127.0.0.1',
    ITIH_FIRST_TOKEN_SECONDS: String(first / 1000),
  });
});
afterEach(() => app.close());

const connection = (model = 'gpt-4o-mini') => ({
  api_key: fakeApiKey,
  base_url: openai.url,
  model,
});

async function ask(behaviour: string, llm: object = {}, chat: object = {}) {
  const body = {
    chat: { strict: false, ...chat },
    limits: { per_ip_max: 0 },
    llm: { provider: 'openai', fallback: 'builtin', openai: connection(), ...llm },
  };
  await app.shim.admin('PUT', '/settings', { body });
  const started = performance.now();
  const { frames, text } = await app.shim.chat(`When are the swans fed? [[fake:${behaviour}]]`);
  const events = frames.map(({ data }) => data);
  const ms = performance.now() - started;
  return { events, text, ms, done: events.at(-1) };
}

/** Requests for an answer, and not for the list of models. */
const answersAsked = () => openai.requests.filter(({ method }) => method === 'POST').length;

const builtin = { type: 'done', model: 'builtin:extractive-1' };
/** All that is not the wait. */
const slack = 3000;

describe('an upstream without a token', () => {
  test.each(['hang', 'hang-after-headers', 'keep-alive', 'ponder'])(
    '%s: the fallback answers when the time is over',
    async (behaviour) => {
      const { done, text, ms } = await ask(behaviour);
      expect(done).toMatchObject(builtin);
      expect(text).not.toBe('');
      expect(ms).toBeGreaterThan(0.9 * first);
      expect(ms).toBeLessThan(first + slack);
      await until('the end of the call', () => openai.openRequests() === 0, 2000);
    },
  );

  test('is an error where no model is in reserve', async () => {
    const { events } = await ask('keep-alive', { fallback: '' });
    expect(events.map(({ type }) => type)).toEqual(['meta', 'status', 'error', 'done']);
    expect(events[2]).toMatchObject({ code: 'provider_timeout', retryable: true });
  });

  test('as the fallback, too, leaves the answer to the built-in model', async () => {
    const asked = answersAsked();
    const { done, ms } = await ask('hang', {
      fallback: 'openai_compatible',
      openai_compatible: connection(),
    });
    expect(done).toMatchObject(builtin);
    expect(answersAsked()).toBe(asked + 2);
    expect(ms).toBeLessThan(2 * first + slack);
  });
});

describe('with reasoning on', () => {
  const reasons = { reasoning: true, reasoning_effort: 'low' };
  const model = () => ({ openai: connection('o3-mini') });

  test.each(['hang', 'keep-alive'])('%s has three times as long', async (behaviour) => {
    const { done, ms } = await ask(behaviour, model(), reasons);
    expect(done).toMatchObject(builtin);
    expect(ms).toBeGreaterThan(2.9 * first);
    expect(ms).toBeLessThan(3 * first + slack);
  });

  test('reasoning that is shown has twice that time to come to an answer', async () => {
    const { done, events, ms } = await ask('ponder', model(), reasons);
    expect(events.some(({ type }) => type === 'reasoning')).toBe(true);
    expect(done).toMatchObject(builtin);
    expect(ms).toBeGreaterThan(5.9 * first);
    expect(ms).toBeLessThan(6 * first + slack);
  });
});

describe('a server of one’s own', () => {
  test('that is late twice in a row is left in peace for a while, and the owner is told', async () => {
    expect((await ask('hang')).done).toMatchObject(builtin);
    expect((await ask('hang')).done).toMatchObject(builtin);
    const asked = answersAsked();
    const { done, ms } = await ask('hang');
    expect(done).toMatchObject(builtin);
    expect(ms).toBeLessThan(first);
    expect(answersAsked()).toBe(asked);
    const { body } = await app.shim.admin<{ late_models: string[] }>('GET', '/status');
    expect(body.late_models).toEqual(['openai:gpt-4o-mini']);
  });
});
