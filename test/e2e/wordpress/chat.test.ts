/** The chat of a visitor over HTTP: streaming, its own history, and what is refused in the contract's words. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { TestReply } from '../../../server/contract/admin.ts';
import type { ChatReply } from '../../../server/contract/chat.ts';
import { errorBody } from '../../../server/contract/errors.ts';
import { providers } from '../../../server/contract/providers.ts';
import { answer, namedBehaviours } from '../../fakes/openai-behaviours.ts';
import { fakeApiKey, startOpenAiServer, type OpenAiServer } from '../../fakes/openai-server.ts';
import { anonymous, createPost, login, rest, runPhp, stack } from '../../stack.ts';
import { openAi, page, sitePlugin, useSidecar } from './on-site.ts';
import { ask, indexed, saveSettings, visitorNonce } from './visitor.ts';

useSidecar({ database: 'mariadb', settings: { limits: { per_ip_max: 0 } } });
let openai: OpenAiServer;
let link: string;

beforeAll(async () => {
  openai = await startOpenAiServer({ models: { [providers.anthropic.recommended]: 0 } });
  await saveSettings({ llm: { openai: openAi(openai).openai } });
  ({ link } = await createPost({
    title: 'Visiting the lighthouse',
    content:
      '<p>The lighthouse opens at eight and closes at sunset. Climbing it costs four crowns.</p>',
  }));
  await indexed();
});
afterAll(() => openai.close());

const cost = 'What does it cost to climb the lighthouse?';
const nonced = async (headers: Record<string, string> = {}) => ({
  'x-wp-nonce': await visitorNonce(),
  ...headers,
});

test('a visitor asks, the site answers with its own words and a citation of the post', async () => {
  const { events, text, sources } = await ask(cost);
  expect(events[0]?.type).toBe('meta');
  expect(events.at(-1)).toMatchObject({ type: 'done', finish_reason: 'stop' });
  expect(text).toContain('four crowns');
  expect(sources.map(({ url }) => url)).toEqual([link]);
  // The synchronous chat answers the same, also a logged-in visitor with their own nonce.
  const sync = await anonymous<ChatReply>(
    'POST',
    '/itih/v1/chat/sync',
    { message: cost },
    await nonced(),
  );
  expect([sync.status, sync.body.reply]).toEqual([200, expect.stringContaining('four crowns')]);
  const { cookie } = await login('subscriber');
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const session = await anonymous<{ nonce: string }>('GET', '/itih/v1/session', undefined, headers);
  const own = { ...headers, 'x-wp-nonce': session.body.nonce };
  expect((await anonymous('POST', '/itih/v1/chat/sync', { message: cost }, own)).status).toBe(200);
});

test('ten tokens over two seconds arrive one by one, each soon after it was said', async () => {
  await saveSettings({ llm: { provider: 'openai' } });
  const words = Array.from({ length: 10 }, (_, index) => `word${index} `);
  openai.script(answer({ text: words, delayMs: 200 }));
  const before = openai.requests.length;
  let called = 0;
  const watch = setInterval(() => {
    if (openai.requests.length > before) called ||= performance.now();
  }, 2);
  const { frames, started, text } = await ask('When does the lighthouse open?');
  clearInterval(watch);
  await saveSettings({ llm: { provider: 'builtin' } });

  expect(text.trim()).toBe(words.join('').trim());
  const deltas = frames.filter(({ event }) => event === 'delta').map(({ at }) => at);
  expect(deltas).toHaveLength(words.length);
  const firstSaid = called - started + 200;
  expect((deltas[0] ?? 0) - firstSaid).toBeLessThan(150);
  const gaps = deltas.slice(1).map((at, index) => at - (deltas[index] ?? 0));
  // Six of nine: a busy machine may hold some up and then have two at once. Held back, all would come together.
  expect(gaps.filter((gap) => gap > 100 && gap < 400).length).toBeGreaterThanOrEqual(6);
  expect((deltas.at(-1) ?? 0) - (deltas[0] ?? 0)).toBeGreaterThan(1600);
});

/** Asks by the query of the address, in whatever spelling, and gives status and code. */
async function send(route: string, body: string, method = 'POST'): Promise<[number, string]> {
  const response = await fetch(`${stack().url}/?rest_route=${route}`, {
    method,
    headers: await nonced({ 'content-type': 'application/json' }),
    ...(method === 'POST' && { body }),
  });
  const text = await response.text();
  return [response.status, response.ok ? '' : errorBody.parse(JSON.parse(text)).code];
}

describe('what is refused', () => {
  const large = JSON.stringify({ message: 'x'.repeat(1024 * 1024) });

  test.each([
    ['an empty message', '{"message":" "}', 400, 'empty_message'],
    ['a megabyte', large, 413, 'too_large'],
    ['a wrong type', '{"message":["x"]}', 400, 'invalid_request'],
    ['what is no JSON', '{"message":', 400, 'invalid_request'],
  ])('%s', async (_case, body, status, code) => {
    expect(await send('/itih/v1/chat', body)).toEqual([status, code]);
  });

  test.each(['/itih/v1/CHAT/SYNC', '/ITIH/v1/Chat/Sync/', '/ITIH/V1/CHAT', '/itih/v1/chat/'])(
    'a megabyte, and not a question, at %s',
    async (route) => {
      expect(await send(route, large)).toEqual([413, 'too_large']);
      expect((await send(route, '{"message":"Hello"}'))[0]).toBe(200);
    },
  );

  test.each([
    ['POST', '/itih/v1/chat%0A'],
    ['POST', '/itih/v1/CHAT/sync%0A/'],
    ['POST', '/itih/v1/feedback%0A'],
    ['GET', '/itih/v1/documents/1%0A'],
    ['GET', '/itih/v1/bridge/settings%0A'],
  ])('a line break: %s %s', async (method, route) => {
    expect(await send(route, '{"message":"Hello"}', method)).toEqual([404, 'not_found']);
  });

  test('a route in the body of a form: what is in front of WordPress does not see it', async () => {
    const response = await fetch(`${stack().url}/`, {
      method: 'POST',
      headers: await nonced(),
      body: new URLSearchParams({ rest_route: '/itih/v1/chat/sync', message: 'Hello' }),
    });
    const { code } = errorBody.parse(await response.json());
    expect([response.status, code]).toEqual([403, 'rest_forbidden']);
  });
});

describe('a page of another site', () => {
  const own = () => new URL(stack().url).host;
  const foreign: [string, () => Record<string, string>][] = [
    ['another name', () => ({ origin: 'https://other.example' })],
    ['another port', () => ({ origin: 'http://127.0.0.1:9' })],
    ['no port', () => ({ origin: 'http://127.0.0.1' })],
    ['a name that begins alike', () => ({ origin: `http://${own()}.other.example` })],
    ['no name', () => ({ origin: 'null' })],
    ['another site, without origin', () => ({ 'sec-fetch-site': 'cross-site' })],
    ['a sibling, without origin', () => ({ 'sec-fetch-site': 'same-site' })],
  ];
  test.each(foreign)(
    'is refused, with a nonce as every visitor has it: %s',
    async (_case, from) => {
      const headers = await nonced(from());
      for (const [method, path] of [
        ['POST', '/itih/v1/chat'],
        ['POST', '/itih/v1/feedback'],
        ['DELETE', '/itih/v1/history?session_id=x'],
      ] as const) {
        const body = method === 'POST' ? { message: 'Hello' } : undefined;
        const answered = await anonymous<{ code: string }>(method, path, body, headers);
        expect([path, answered.status, answered.body.code]).toEqual([path, 403, 'rest_forbidden']);
      }
    },
  );

  const pages: [string, () => Record<string, string>][] = [
    ['the site’s address', () => ({ origin: stack().url, 'sec-fetch-site': 'same-origin' })],
    ['TLS before WordPress', () => ({ origin: `https://${own()}` })],
    ['a page that sends no origin', () => ({ 'sec-fetch-site': 'same-origin' })],
    ['the host that was asked', () => ({ origin: stack().url.replace('127.0.0.1', 'localhost') })],
    ['a program', () => ({})],
  ];
  test.each(pages)('is none: %s', async (name, from) => {
    const { url } = stack();
    const base = name === 'the host that was asked' ? url.replace('127.0.0.1', 'localhost') : url;
    const response = await fetch(`${base}/wp-json/itih/v1/history?session_id=x`, {
      headers: await nonced(from()),
    });
    expect(errorBody.parse(await response.json()).code).toBe('invalid_session');
  });

  test('may be named by the owner, with core’s filter', async () => {
    const allowed = await runPhp<boolean[]>(`
      add_filter( 'allowed_http_origins', fn( $origins ) => array_merge( $origins, array( 'https://shop.example' ) ) );
      return array_map( function ( $origin ) {
        $_SERVER['HTTP_ORIGIN'] = $origin;
        return \\Itih\\RagChat\\is_asked_by_own_origin( new WP_REST_Request( 'POST', '/itih/v1/chat' ) );
      }, array( 'https://shop.example', 'https://other.example' ) );`);
    expect(allowed).toEqual([true, false]);
  });
});

describe('the AI that WordPress itself has', () => {
  const isOld = stack().suite !== 'sid';
  const vendor = readFileSync(join(import.meta.dirname, 'own-ai.php'), 'utf8');
  sitePlugin('itih-test-own-ai', vendor.replace('<?php', ''));
  const key = 'connectors_ai_lantern_api_key';
  const tried = async () =>
    (await rest<TestReply>('POST', '/itih/v1/admin/test', { scope: 'llm' })).body;

  beforeAll(async () => {
    await runPhp(`update_option( 'lantern_url', '${openai.url}' );`);
    await saveSettings({ llm: { provider: 'wordpress', fallback: '' } });
  });
  afterAll(async () => {
    await runPhp(`delete_option( '${key}' ); delete_option( 'lantern_url' );`);
    await saveSettings({ llm: { provider: 'builtin', fallback: 'builtin' } });
  });

  test('is missed in words that lead to it', async () => {
    const message = isOld ? 'comes with WordPress 7.0' : 'Settings › Connectors';
    expect(await tried()).toMatchObject({
      ok: false,
      message: expect.stringContaining(message),
    });
  });

  (isOld ? test.skip : test)('answers in one piece, and its vendor’s refusal is one', async () => {
    await runPhp(`update_option( '${key}', '${fakeApiKey}' );`);
    const { cookie } = await login();
    const setup = await page('/wp-admin/admin.php?page=itih-rag-chat-setup', cookie);
    expect(setup).toContain('data-own-ai="Lantern"');
    expect(await tried()).toMatchObject({
      ok: true,
      model: `wordpress:${providers.anthropic.recommended}`,
    });

    const { events, text, sources, session } = await ask(cost);
    // The vendor repeats the first passage.
    expect(text).toMatch(/\w\. \[1\]$/);
    expect(sources).toHaveLength(1);
    expect(JSON.stringify(openai.requests.at(-1)?.body)).toContain('opens at eight');
    expect(events.at(-1)).toMatchObject({ type: 'done', finish_reason: 'stop' });
    // With the conversation before it.
    expect((await ask('And when does it close?', session)).events.at(-1)).toMatchObject({
      type: 'done',
    });
    const { body } = openai.requests.at(-1)!;
    expect(body['messages']).toMatchObject([
      { role: 'system' },
      { role: 'user' },
      { role: 'assistant' },
      { role: 'user' },
    ]);

    // Core lists the vendor's models before each try.
    const limited = [answer(), namedBehaviours['rate-limited']!];
    openai.script(...limited, ...limited, ...limited);
    expect((await ask(cost)).events).toContainEqual(
      expect.objectContaining({ type: 'error', code: 'overloaded' }),
    );
    await saveSettings({ llm: { fallback: 'builtin' } });
    openai.script(answer(), namedBehaviours['unauthorised']!);
    expect((await ask(cost)).text).toContain('four crowns');
  });
});
