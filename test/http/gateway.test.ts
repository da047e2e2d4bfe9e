import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sessionReply } from '../../server/contract/chat.ts';
import { errorBody } from '../../server/contract/errors.ts';
import { createAnonymousNonce, verifyAnonymousNonce } from '../../server/wordpress/nonce.ts';
import { until } from '../fakes/wait.ts';
import { startApp } from './app-server.ts';

const salt = 'key one' + 'salt one';
const api = '/wp-json/itih/v1';
const loggedIn = { cookie: 'a=b; wordpress_logged_in_0123=somebody' };

/** WordPress, as far as the gateway can tell: says back what it was asked. */
interface Echo {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}
let seen: Echo[];
let upstream: Server;
let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  upstream = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const body = Buffer.concat(parts).toString();
      seen.push({ method, url, headers, body });
      if (body.includes('[[hold]]')) return;
      response.writeHead(url.includes('missing') ? 404 : 200, {
        'Content-Type': 'text/html',
        'X-From': 'WordPress',
        'Set-Cookie': ['one=1', 'two=2'],
      });
      response.end('<h1>Museum</h1>');
    });
  }).listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  app = await startApp({
    ITIH_GATEWAY_UPSTREAM: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
  });
});
beforeEach(() => {
  seen = [];
});
afterAll(async () => {
  upstream.closeAllConnections();
  upstream.close();
  await app.close();
});

const nonce = () => createAnonymousNonce(salt, Date.now() / 1000);
const send = (path: string, init: RequestInit = {}) =>
  fetch(app.gatewayUrl + path, { ...init, signal: AbortSignal.timeout(5000) });
const ask = (headers: Record<string, string>, path = '/chat/sync') =>
  send(api + path, { method: 'POST', headers, body: JSON.stringify({ message: 'Hello' }) });
const codeOf = async (response: Response) => errorBody.parse(await response.json()).code;

describe('an anonymous visitor', () => {
  test('is given a nonce that WordPress would give, and told how long it lasts', async () => {
    const response = await send(`${api}/session`);
    const { nonce: given, expires_in, limits } = sessionReply.parse(await response.json());
    expect(response.headers.get('cache-control')).toBe('no-store');
    const now = Date.now() / 1000;
    expect(verifyAnonymousNonce(given, salt, now)).toBe(true);
    expect(verifyAnonymousNonce(given, salt, now + expires_in)).toBe(true);
    expect(limits.max_message_chars).toBe(4000);
    expect(seen).toEqual([]);
  });

  test('is answered without WordPress', async () => {
    const response = await ask({ 'x-wp-nonce': nonce() });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ reply: expect.stringContaining('Hello') });
    expect(seen).toEqual([]);
  });

  test('has the stream as it is written', async () => {
    const response = await ask({ 'x-wp-nonce': nonce() }, '/chat');
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(await response.text()).toMatch(/^id: 1\nevent: meta\n[\s\S]*event: done\n/);
  });

  test.each([
    ['none', ''],
    ['a wrong one', '0123456789'],
    ['another site’s', createAnonymousNonce('other', Date.now() / 1000)],
  ])('is refused with %s as nonce, and WordPress is not bothered', async (_case, wrong) => {
    const response = await ask({ 'x-wp-nonce': wrong });
    expect([response.status, await codeOf(response)]).toEqual([403, 'rest_cookie_invalid_nonce']);
    expect(seen).toEqual([]);
  });

  test('has a history that nobody else may keep', async () => {
    const reply = (await (await ask({ 'x-wp-nonce': nonce() })).json()) as Record<string, string>;
    const { session_id = '', session_secret = '' } = reply;
    const headers = { 'x-wp-nonce': nonce(), 'x-itih-secret': session_secret };
    const response = await send(`${api}/history?session_id=${session_id}`, { headers });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toMatchObject({ turns: [{ content: 'Hello' }, {}] });
    const foreign = await send(`${api}/history?session_id=${session_id}`, {
      headers: { 'x-wp-nonce': nonce() },
    });
    expect([foreign.status, await codeOf(foreign)]).toEqual([403, 'invalid_session']);
    const cleared = await send(`${api}/history?session_id=${session_id}`, {
      method: 'DELETE',
      headers,
    });
    expect(await cleared.json()).toEqual({ deleted: 2 });
  });

  test('may not say who they are', async () => {
    const identity = 'role=admin&user_id=1&ip=192.0.2.9&locale=';
    const headers = { 'x-wp-nonce': nonce(), 'x-itih-identity': identity };
    expect((await send(`${api}/settings`, { headers })).headers.get('x-from')).toBe('WordPress');
  });

  test('whose message is too large is told so', async () => {
    const body = JSON.stringify({ message: 'x'.repeat(300_000) });
    const response = await send(`${api}/chat/sync`, {
      method: 'POST',
      headers: { 'x-wp-nonce': nonce() },
      body,
    });
    expect([response.status, await codeOf(response)]).toEqual([413, 'too_large']);
  });
});

test('who calls as the plugin does is not heard where visitors are', async () => {
  const { url, ...init } = app.shim.signed('GET', '/settings', { role: 'admin' });
  const path = url.slice(app.url.length);
  expect((await fetch(app.url + path, init)).status).toBe(200);
  expect((await send(path, init)).headers.get('x-from')).toBe('WordPress');
});

describe('WordPress answers', () => {
  test('who is logged in', async () => {
    const response = await ask({ ...loggedIn, 'x-wp-nonce': nonce() });
    expect(response.headers.get('x-from')).toBe('WordPress');
    expect(seen).toMatchObject([
      { method: 'POST', url: `${api}/chat/sync`, body: '{"message":"Hello"}', headers: loggedIn },
    ]);
    await send(`${api}/session`, { headers: loggedIn });
    expect(seen[1]).toMatchObject({ method: 'GET', url: `${api}/session` });
  });

  const others: [string, string, RequestInit][] = [
    ['a page', '/visit/?a=1&b=%20c', {}],
    ['the front page', '/', {}],
    ['an admin’s route', `${api}/documents?page=2`, {}],
    ['another plugin’s route', '/wp-json/other/v1/chat', {}],
    ['a form', '/wp-comments-post.php', { method: 'POST', body: 'comment=Gr%C3%BC%C3%9Fe' }],
    ['a route by another address', `/?rest_route=/itih/v1/chat`, { method: 'POST', body: '{}' }],
    ['another method of a chat route', `${api}/chat`, { method: 'PUT', body: '{"a":1}' }],
    ['a signed route of the sidecar', '/itih/v1/documents', { method: 'POST', body: '{"c":3}' }],
    ['whether the sidecar is well', '/healthz', {}],
    [
      'a method said in a header',
      `${api}/history`,
      { method: 'POST', headers: { 'x-http-method-override': 'DELETE' }, body: '{"b":2}' },
    ],
  ];

  test.each(others)('%s, asked as it was', async (_case, path, init) => {
    const response = await send(path, {
      ...init,
      headers: { 'x-wp-nonce': nonce(), ...init.headers },
    });
    expect(response.headers.get('x-from')).toBe('WordPress');
    expect(await response.text()).toBe('<h1>Museum</h1>');
    expect(seen).toMatchObject([
      { method: init.method ?? 'GET', url: path, body: init.body ?? '' },
    ]);
  });

  test('with its own status and cookies', async () => {
    const response = await send('/missing/');
    expect(response.status).toBe(404);
    expect(response.headers.getSetCookie()).toEqual(['one=1', 'two=2']);
  });

  test('knowing its own host, and the visitor behind the gateway', async () => {
    await send('/', { headers: { 'x-forwarded-for': '192.0.2.9' } });
    expect(seen[0]?.headers).toMatchObject({ host: new URL(app.gatewayUrl).host });
    expect(seen[0]?.headers['x-forwarded-for']).toMatch(/127\.0\.0\.1$/);
  });
});

describe('a page of another site', () => {
  const own = () => new URL(app.gatewayUrl).host;
  const routes = [
    ['POST', '/chat'],
    ['POST', '/chat/sync'],
    ['POST', '/feedback'],
    ['GET', '/history?session_id=x'],
    ['DELETE', '/history?session_id=x'],
  ] as const;
  const foreign: [string, () => Record<string, string>][] = [
    ['another name', () => ({ origin: 'https://other.example' })],
    ['another port', () => ({ origin: 'http://127.0.0.1:9' })],
    ['a name that begins alike', () => ({ origin: `http://${own()}.other.example` })],
    ['no name', () => ({ origin: 'null' })],
    ['something else', () => ({ origin: `file://${own()}` })],
    ['another site, without origin', () => ({ 'sec-fetch-site': 'cross-site' })],
    ['a sibling, without origin', () => ({ 'sec-fetch-site': 'same-site' })],
  ];

  test.each(foreign)('is refused: %s', async (_case, headers) => {
    for (const [method, path] of routes) {
      const response = await send(api + path, {
        method,
        headers: { 'x-wp-nonce': nonce(), ...headers() },
        ...(method === 'POST' && { body: '{"message":"Hello"}' }),
      });
      expect([path, response.status, await codeOf(response)]).toEqual([
        path,
        403,
        'rest_forbidden',
      ]);
    }
    expect(seen).toEqual([]);
  });

  const pages: [string, () => Record<string, string>][] = [
    [
      'the host that was asked',
      () => ({ origin: app.gatewayUrl, 'sec-fetch-site': 'same-origin' }),
    ],
    ['TLS before the gateway', () => ({ origin: app.gatewayUrl.replace('http:', 'https:') })],
    ['the site’s own address', () => ({ origin: app.site.url })],
    ['a page that sends no origin', () => ({ 'sec-fetch-site': 'same-origin' })],
    ['a program', () => ({})],
  ];
  test.each(pages)('is none: %s', async (_case, headers) => {
    const path = `${api}/history?session_id=x`;
    const response = await send(path, { headers: { 'x-wp-nonce': nonce(), ...headers() } });
    expect(await codeOf(response)).toBe('invalid_session');
  });

  test('is told nothing before it asks', async () => {
    const response = await send(`${api}/chat`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://other.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-wp-nonce',
      },
    });
    const names = [...response.headers.keys()];
    expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect(seen).toEqual([]);
  });
});

describe('questions that are passed on', () => {
  const forged = { cookie: 'wordpress_logged_in_x=1' };
  const override = { 'x-http-method-override': 'POST' };
  const spellings: [string, string, Record<string, string>, string?][] = [
    ['by a cookie', `${api}/chat`, forged],
    ['at once, by a cookie', `${api}/chat/sync`, forged],
    ['in capitals', '/wp-json/itih/v1/CHAT/Sync/', forged],
    ['percent-encoded', '/wp-json/itih/v1/ch%61t', forged],
    ['in a parameter', '/?rest_route=/itih/v1/chat', {}],
    ['in an encoded parameter', '/index.php?a=1&rest_route=%2Fitih%2Fv1%2Fchat', {}],
    ['with a method in a parameter', '/?rest_route=/itih/v1/chat&_method=POST', {}, 'PUT'],
    ['with a method in a header', `${api}/chat`, { ...forged, ...override }, 'PUT'],
  ];
  let own: typeof app;
  beforeEach(async () => {
    const { port } = upstream.address() as AddressInfo;
    own = await startApp({ ITIH_GATEWAY_UPSTREAM: `http://127.0.0.1:${port}` });
  });
  afterEach(() => own.close());
  const pass = (path: string, init: RequestInit, message = 'Hello') =>
    fetch(own.gatewayUrl + path, { method: 'POST', body: JSON.stringify({ message }), ...init });

  test.each(spellings)(
    '%s do not hold WordPress',
    async (_case, path, headers, method = 'POST') => {
      const leaving = new AbortController();
      const { signal } = leaving;
      const held = Array.from({ length: 14 }, () =>
        pass(path, { method, headers, signal }, '[[hold]]').then(
          async (response) => [response.status, await codeOf(response)],
          () => 'left',
        ),
      );
      const page = await fetch(`${own.gatewayUrl}/visit/`);
      expect([page.status, page.headers.get('x-from')]).toEqual([200, 'WordPress']);
      const refused = await pass(path, { method, headers });
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
      leaving.abort();
      const results = await Promise.all(held);
      expect(results.filter((result) => result === 'left')).toHaveLength(2);
      expect(results.filter((result) => result !== 'left')).toEqual(
        Array.from({ length: 12 }, () => [503, 'overloaded']),
      );
      await until(
        'the place is free',
        async () => (await pass(path, { method, headers })).status === 200,
      );
    },
  );

  test('count as messages, apart from those that are answered here', async () => {
    await own.shim.admin('PUT', '/settings', {
      body: { limits: { per_ip_max: 2, per_ip_window_s: 86_400 } },
    });
    const statuses = [];
    for (const headers of [forged, forged, forged, { 'x-wp-nonce': nonce() }]) {
      statuses.push((await pass(`${api}/chat/sync`, { headers })).status);
    }
    expect(statuses).toEqual([200, 200, 429, 200]);
    const page = await fetch(`${own.gatewayUrl}/wp-comments-post.php`, {
      method: 'POST',
      body: 'a=1',
    });
    expect(page.status).toBe(200);
  });
});

test('the shim reaches the sidecar behind its own gateway', async () => {
  expect((await app.shim.admin('GET', '/documents')).status).toBe(200);
  expect(seen).toEqual([]);
});

test('with WordPress gone a page is an error in words, and the chat goes on', async () => {
  const cut = await startApp({ ITIH_GATEWAY_UPSTREAM: 'http://127.0.0.1:9' });
  try {
    const response = await fetch(`${cut.gatewayUrl}/visit/`);
    expect(response.status).toBe(503);
    expect(errorBody.parse(await response.json())).toMatchObject({
      code: 'sidecar_unavailable',
      message: 'The site is not available.',
    });
    const chat = await fetch(`${cut.gatewayUrl}${api}/chat/sync`, {
      method: 'POST',
      headers: { 'x-wp-nonce': nonce() },
      body: JSON.stringify({ message: 'Hello' }),
    });
    expect(chat.status).toBe(200);
  } finally {
    await cut.close();
  }
});

test('until the tables are there the gateway says so, and pages are shown', async () => {
  const starting = await startApp(
    { ITIH_GATEWAY_UPSTREAM: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}` },
    () => false,
  );
  try {
    const chat = await fetch(`${starting.gatewayUrl}${api}/chat/sync`, {
      method: 'POST',
      headers: { 'x-wp-nonce': nonce() },
      body: JSON.stringify({ message: 'Hello' }),
    });
    expect([chat.status, await codeOf(chat)]).toEqual([503, 'sidecar_unavailable']);
    expect((await fetch(`${starting.gatewayUrl}/visit/`)).status).toBe(200);
  } finally {
    await starting.close();
  }
});
