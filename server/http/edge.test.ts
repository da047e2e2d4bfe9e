import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ChatReply } from '../contract/chat.ts';
import { errorBody } from '../contract/errors.ts';
import { routes } from '../contract/routes.ts';
import { errorSentence } from '../language/languages.ts';
import { createAnonymousNonce } from '../wordpress/nonce.ts';
import { anonymousNonce, startApp } from '../../test/http/app-server.ts';

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp({ ITIH_PUBLIC_PORT: '0' });
});
afterAll(() => app.close());

const send = (path: string, init: RequestInit = {}, base = app.publicUrl) =>
  fetch(`${base}/itih/v1${path}`, {
    ...init,
    headers: { 'x-wp-nonce': anonymousNonce(), ...(init.headers as Record<string, string>) },
    signal: AbortSignal.timeout(8000),
  });
const ask = (headers: Record<string, string> = {}, base?: string) =>
  send('/chat', { method: 'POST', headers, body: JSON.stringify({ message: 'Hello' }) }, base);
const codeOf = async (response: Response) => errorBody.parse(await response.json()).code;

test('answers anonymous visitors, and says that PHP had no part in it', async () => {
  const response = await ask();
  expect([response.status, response.headers.get('x-itih-transport')]).toEqual([200, 'edge']);
  expect(await response.text()).toMatch(/^id: 1\nevent: meta\n[\s\S]*event: done\n/);
});

test('tells an error in the language of the page', async () => {
  const body = JSON.stringify({ message: '', locale: 'pl-PL' });
  const response = await send('/chat', { method: 'POST', body });
  const { message } = errorBody.parse(await response.json());
  expect(message).toBe(errorSentence('empty_message', 'pl'));
});

test('only so many tests run at the same time', async () => {
  const leaving = new AbortController();
  const open = Array.from({ length: 25 }, () =>
    fetch(`${app.publicUrl}/itih/v1/chat/test`, {
      headers: { 'x-wp-nonce': anonymousNonce() },
      signal: leaving.signal,
    }),
  );
  const statuses = (await Promise.all(open)).map(({ status }) => status);
  leaving.abort();
  expect(statuses.filter((status) => status === 503)).toHaveLength(5);
});

test.each([
  ['no nonce', { 'x-wp-nonce': '' }, 'rest_cookie_invalid_nonce'],
  [
    'another site’s nonce',
    { 'x-wp-nonce': createAnonymousNonce('other', Date.now() / 1000) },
    'rest_cookie_invalid_nonce',
  ],
  ['a login', { cookie: 'a=b; wordpress_logged_in_1=x' }, 'rest_forbidden'],
  ['an identity', { 'x-itih-identity': 'role=admin' }, 'rest_forbidden'],
  ['an identity in another spelling', { X_ITIH_IDENTITY: 'role=admin' }, 'rest_forbidden'],
  ['a signature', { 'x-itih-signature': 'f'.repeat(64) }, 'rest_forbidden'],
  ['the origin of another site', { origin: 'https://other.example' }, 'rest_forbidden'],
  [
    'a forged host',
    { origin: 'https://other.example', 'x-forwarded-host': 'other.example' },
    'rest_forbidden',
  ],
  ['another port', { origin: 'http://127.0.0.1:9' }, 'rest_forbidden'],
  ['a page without a name', { origin: 'null' }, 'rest_forbidden'],
  ['no origin from another site', { 'sec-fetch-site': 'cross-site' }, 'rest_forbidden'],
  ['no origin from a sibling', { 'sec-fetch-site': 'same-site' }, 'rest_forbidden'],
])('%s is refused', async (_case, headers, code) => {
  const response = await ask(headers);
  expect([response.status, await codeOf(response)]).toEqual([403, code]);
});

test.each<[string, () => Record<string, string>]>([
  ['the host that was asked', () => ({ origin: app.publicUrl, 'sec-fetch-site': 'same-origin' })],
  ['TLS before it', () => ({ origin: app.publicUrl.replace('http:', 'https:') })],
  ['the site’s own address', () => ({ origin: app.site.url })],
  ['a page that sends no origin', () => ({ 'sec-fetch-site': 'same-origin' })],
])('a page of %s is the site’s', async (_case, headers) => {
  const response = await send('/history?session_id=x', { headers: headers() });
  expect(await codeOf(response)).toBe('invalid_session');
});

test('a history is shown only to who has its secret, and nobody may keep it', async () => {
  const body = JSON.stringify({ message: 'Hello' });
  const reply = (await (await send('/chat/sync', { method: 'POST', body })).json()) as ChatReply;
  const path = `/history?session_id=${reply.session_id}`;
  const own = await send(path, { headers: { 'x-itih-secret': reply.session_secret ?? '' } });
  expect(own.headers.get('cache-control')).toBe('no-store');
  expect(await own.json()).toMatchObject({ turns: [{ content: 'Hello' }, {}] });
  const foreign = await send(path);
  expect([foreign.status, await codeOf(foreign)]).toEqual([403, 'invalid_session']);
});

test('a page of another site is told nothing before it asks', async () => {
  const headers = { origin: 'https://other.example', 'access-control-request-method': 'POST' };
  const names = [...(await send('/chat', { method: 'OPTIONS', headers })).headers.keys()];
  expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([]);
});

test('a call of the plugin is refused: it has a port of its own', async () => {
  const { url, ...init } = app.shim.signed('GET', '/status', { role: 'admin' });
  expect((await fetch(url, init)).status).toBe(200);
  const there = await fetch(app.publicUrl + url.slice(app.url.length), init);
  expect([there.status, await codeOf(there)]).toEqual([403, 'rest_forbidden']);
});

const theirs = routes.filter(({ auth }) => auth !== 'nonce');

test(`none of the ${theirs.length} other routes is there, nor the health of the sidecar`, async () => {
  for (const { method, path } of theirs) {
    const response = await send(path.replace(/<\w+>/g, '1'), { method });
    expect([path, response.status]).toEqual([path, 404]);
  }
  expect((await fetch(`${app.publicUrl}/healthz`)).status).toBe(404);
});

test('a caller who is no configured web server is refused', async () => {
  const other = await startApp({ ITIH_PUBLIC_PORT: '0', ITIH_PUBLIC_PROXIES: '10.0.0.0/8' });
  const response = await ask({}, other.publicUrl);
  await other.close();
  expect([response.status, await codeOf(response)]).toEqual([403, 'rest_forbidden']);
});

test('limits count by the address that the web server adds, whatever the visitor claims', async () => {
  await app.services.settings.update({ limits: { per_ip_max: 2 } });
  const statuses = [];
  for (const [claimed, real] of [
    ['192.0.2.1', '198.51.100.7'],
    ['192.0.2.2', '198.51.100.7'],
    ['192.0.2.3', '198.51.100.7'],
    ['192.0.2.3', '198.51.100.8'],
    // Some load balancers name the port, too.
    ['192.0.2.4', '198.51.100.7:1024'],
    ['192.0.2.5:80', '198.51.100.8:1025'],
    ['192.0.2.5', '198.51.100.8:1026'],
    ['192.0.2.6', '[2001:db8::1]:1024'],
    ['192.0.2.6', '[2001:db8::1]:1025'],
    ['192.0.2.6', '2001:db8::1'],
  ]) {
    const response = await ask({ 'x-forwarded-for': `${claimed}, ${real}` });
    statuses.push(response.status);
    await response.text();
  }
  expect(statuses).toEqual([200, 200, 429, 200, 429, 200, 429, 200, 200, 429]);
});
