import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ChatReply, HistoryReply } from '../../../server/contract/chat.ts';
import { errorBody } from '../../../server/contract/errors.ts';
import { answer } from '../../fakes/openai-behaviours.ts';
import { fakeApiKey, startOpenAiServer, type OpenAiServer } from '../../fakes/openai-server.ts';
import {
  anonymous,
  createPost,
  login,
  rest,
  runPhp,
  stack,
  startSidecar,
  type Sidecar,
} from '../../stack.ts';
import { ask, indexed, saveSettings, visitorNonce } from './visitor.ts';

let sidecar: Sidecar;
let openai: OpenAiServer;
let link: string;

beforeAll(async () => {
  sidecar = await startSidecar({
    database: 'mariadb',
    settings: { limits: { per_ip_max: 0 } },
  });
  openai = await startOpenAiServer();
  const connection = { api_key: fakeApiKey, base_url: openai.url, model: 'gpt-4o-mini' };
  await saveSettings({ llm: { openai: connection } });
  ({ link } = await createPost({
    title: 'Visiting the lighthouse',
    content:
      '<p>The lighthouse opens at eight and closes at sunset. Climbing it costs four crowns.</p>',
  }));
  await indexed();
});
afterAll(async () => {
  await sidecar.stop();
  await openai.close();
});

test('a visitor asks, the site answers with its own words and a citation of the post', async () => {
  const { events, text, sources } = await ask('What does it cost to climb the lighthouse?');
  expect(events[0]?.type).toBe('meta');
  expect(events.at(-1)).toMatchObject({ type: 'done', finish_reason: 'stop' });
  expect(text).toContain('four crowns');
  expect(sources.map(({ url }) => url)).toEqual([link]);
});

test('a route in the body of a form is refused: a gateway does not see it', async () => {
  const nonce = await visitorNonce();
  const response = await fetch(`${stack().url}/`, {
    method: 'POST',
    headers: { 'x-wp-nonce': nonce },
    body: new URLSearchParams({ rest_route: '/itih/v1/chat/sync', message: 'Hello' }),
  });
  expect([response.status, errorBody.parse(await response.json()).code]).toEqual([
    403,
    'rest_forbidden',
  ]);
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
  const late = (deltas[0] ?? 0) - firstSaid;
  expect(late).toBeLessThan(150);
  const gaps = deltas.slice(1).map((at, index) => at - (deltas[index] ?? 0));
  // Six of nine: a busy machine may hold some up and then have two at once. Held back, all would come together.
  expect(gaps.filter((gap) => gap > 100 && gap < 400).length).toBeGreaterThanOrEqual(6);
  expect((deltas.at(-1) ?? 0) - (deltas[0] ?? 0)).toBeGreaterThan(1600);
  console.info(
    `first delta ${late.toFixed(0)} ms after the upstream's; gaps ${gaps.map((gap) => gap.toFixed(0)).join(' ')} ms`,
  );
});

test('history, feedback and clearing belong to the session', async () => {
  const { session, events } = await ask('When does the lighthouse close?');
  const done = events.at(-1);
  if (!session || done?.type !== 'done') throw new Error('incomplete');
  const owner = { 'x-wp-nonce': await visitorNonce(), 'x-itih-secret': session.secret };
  const path = `/itih/v1/history?session_id=${session.id}`;
  const rating = { message_id: done.message_id, session_id: session.id, feedback: 'up' };
  const rated = await anonymous('POST', '/itih/v1/feedback', rating, owner);
  expect(rated.body).toEqual({ updated: 1 });
  const history = await anonymous<HistoryReply>('GET', path, undefined, owner);
  expect(history.body.turns.map(({ role, feedback }) => [role, feedback])).toEqual([
    ['user', null],
    ['assistant', 'up'],
  ]);
  const stranger = { ...owner, 'x-itih-secret': 'guess' };
  expect((await anonymous('GET', path, undefined, stranger)).body).toMatchObject({
    code: 'invalid_session',
  });
  expect((await anonymous('DELETE', path, undefined, owner)).body).toEqual({ deleted: 2 });
});

test('the synchronous chat answers the same', async () => {
  const headers = { 'x-wp-nonce': await visitorNonce() };
  const message = 'What does it cost to climb the lighthouse?';
  const { status, body } = await anonymous<ChatReply>(
    'POST',
    '/itih/v1/chat/sync',
    { message },
    headers,
  );
  expect(status).toBe(200);
  expect(body.reply).toContain('four crowns');
});

test('a logged-in visitor chats with their own nonce', async () => {
  const { cookie } = await login('subscriber');
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const session = await anonymous<{ nonce: string }>('GET', '/itih/v1/session', undefined, headers);
  const chat = { ...headers, 'x-wp-nonce': session.body.nonce };
  const body = { message: 'What does it cost to climb the lighthouse?' };
  expect((await anonymous('POST', '/itih/v1/chat/sync', body, chat)).status).toBe(200);
});

describe('what is refused, in the contract’s words', () => {
  const nonced = async (headers: Record<string, string> = {}) => ({
    'x-wp-nonce': await visitorNonce(),
    ...headers,
  });

  test.each([
    ['no nonce', {}],
    ['an expired nonce', { 'x-wp-nonce': '0123456789' }],
  ])('%s', async (_case, headers) => {
    for (const [method, path] of [
      ['POST', '/itih/v1/chat'],
      ['POST', '/itih/v1/chat/sync'],
      ['POST', '/itih/v1/feedback'],
      ['GET', '/itih/v1/history?session_id=x'],
      ['DELETE', '/itih/v1/history?session_id=x'],
    ] as const) {
      const body = method === 'POST' ? { message: 'Hello' } : undefined;
      const answered = await anonymous<{ code: string }>(method, path, body, headers);
      expect([path, answered.status, answered.body.code]).toEqual([
        path,
        403,
        'rest_cookie_invalid_nonce',
      ]);
    }
  });

  test.each([
    ['an empty message', { message: ' ' }, 400, 'empty_message'],
    ['a megabyte', { message: 'x'.repeat(1024 * 1024) }, 413, 'too_large'],
    ['a wrong type', { message: ['x'] }, 400, 'invalid_request'],
  ])('%s', async (_case, body, status, code) => {
    const answered = await anonymous<{ code: string }>(
      'POST',
      '/itih/v1/chat',
      body,
      await nonced(),
    );
    expect([answered.status, answered.body.code]).toEqual([status, code]);
  });

  const large = { message: 'x'.repeat(1024 * 1024) };
  const spellings = ['chat/sync', 'CHAT/SYNC', 'Chat/Sync/', 'chat/sync/', 'CHAT', 'chat/'];
  test.each(spellings)('a megabyte, and not a question, at %s', async (path) => {
    const headers = { 'content-type': 'application/json', ...(await nonced()) };
    const send = (route: string, body: object) =>
      fetch(`${stack().url}/?rest_route=${route}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
    for (const route of [`/itih/v1/${path}`, `/ITIH/v1/${path}`]) {
      const refused = await send(route, large);
      const { code } = errorBody.parse(await refused.json());
      expect([refused.status, code]).toEqual([413, 'too_large']);
      const answered = await send(route, { message: 'Hello' });
      expect(answered.status).toBe(200);
      await answered.text();
    }
  });

  test('what is no JSON, in whatever spelling', async () => {
    const response = await fetch(`${stack().url}/?rest_route=/ITIH/V1/CHAT/SYNC`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(await nonced()) },
      body: '{"message":',
    });
    const { code } = errorBody.parse(await response.json());
    expect([response.status, code]).toEqual([400, 'invalid_request']);
  });

  test.each([
    ['POST', '/itih/v1/chat%0A'],
    ['POST', '/itih/v1/chat/sync%0A'],
    ['POST', '/itih/v1/CHAT/sync%0A/'],
    ['POST', '/itih/v1/feedback%0A'],
    ['GET', '/itih/v1/session%0A'],
    ['GET', '/itih/v1/documents/1%0A'],
    ['GET', '/itih/v1/bridge/settings%0A'],
  ])('a line break: %s %s', async (method, route) => {
    const response = await fetch(`${stack().url}/?rest_route=${route}`, {
      method,
      headers: { 'content-type': 'application/json', ...(await nonced()) },
      ...(method === 'POST' && { body: JSON.stringify({ message: 'Hello' }) }),
    });
    const { code } = errorBody.parse(await response.json());
    expect([response.status, code]).toEqual([404, 'not_found']);
  });

  test('an unknown route', async () => {
    const { status, body } = await anonymous<{ code: string }>('GET', '/itih/v1/nothing');
    expect([status, body.code]).toEqual([404, 'rest_no_route']);
  });

  test.each([
    ['GET', '/documents'],
    ['POST', '/posts/index'],
    ['GET', '/settings'],
    ['PUT', '/settings'],
    ['GET', '/dashboard'],
    ['GET', '/status'],
    ['POST', '/search'],
    ['GET', '/mcp/servers'],
    ['GET', '/chats/export'],
  ])('%s %s for anybody but an administrator', async (method, path) => {
    const body = method === 'GET' ? undefined : {};
    const nobody = await anonymous<{ code: string }>(method, `/itih/v1${path}`, body);
    expect([nobody.status, nobody.body.code]).toEqual([403, 'rest_forbidden']);
    const editor = await (
      await login('editor')
    ).rest<{ code: string }>(method, `/itih/v1${path}`, body);
    expect([editor.status, editor.body.code]).toEqual([403, 'rest_forbidden']);
  });

  test('the bridge for anybody but the sidecar', async () => {
    const { status, body } = await rest<{ code: string }>('GET', '/itih/v1/bridge/settings');
    expect([status, body.code]).toEqual([401, 'invalid_signature']);
  });
});

describe('a page of another site', () => {
  const own = () => new URL(stack().url).host;
  const routes = [
    ['POST', '/itih/v1/chat'],
    ['POST', '/itih/v1/chat/sync'],
    ['POST', '/itih/v1/feedback'],
    ['GET', '/itih/v1/history?session_id=x'],
    ['DELETE', '/itih/v1/history?session_id=x'],
  ] as const;
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
      const headers = { 'x-wp-nonce': await visitorNonce(), ...from() };
      for (const [method, path] of routes) {
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
    [
      'the host that was asked',
      () => ({ origin: `http://${own().replace('127.0.0.1', 'localhost')}` }),
    ],
    ['a program', () => ({})],
  ];
  test.each(pages)('is none: %s', async (name, from) => {
    const url = name.startsWith('the host')
      ? stack().url.replace('127.0.0.1', 'localhost')
      : stack().url;
    const response = await fetch(`${url}/wp-json/itih/v1/history?session_id=x`, {
      headers: { 'x-wp-nonce': await visitorNonce(), ...from() },
    });
    expect(errorBody.parse(await response.json()).code).toBe('invalid_session');
  });

  test('may be named by the owner, with core’s filter', async () => {
    const allowed = (origin: string) =>
      runPhp<boolean>(`
        add_filter( 'allowed_http_origins', fn( $origins ) => array_merge( $origins, array( 'https://shop.example' ) ) );
        $_SERVER['HTTP_ORIGIN'] = '${origin}';
        return \\Itih\\RagChat\\is_asked_by_own_origin( new WP_REST_Request( 'POST', '/itih/v1/chat' ) );`);
    expect(await allowed('https://shop.example')).toBe(true);
    expect(await allowed('https://other.example')).toBe(false);
  });
});
