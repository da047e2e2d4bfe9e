/** @jest-environment jsdom */
import { describe, expect, test } from '@jest/globals';
import { RequestError, failureText, readFailure } from './failure.ts';
import { englishStrings } from './strings.ts';
import { createSession, endpoint } from './session.ts';
import { safeStorage } from './storage.ts';
import { apiError, fakeServer, memoryStorage, respond, session } from '../test/widget/browser.ts';

const api = 'https://example.org/wp-json/itih/v1/';
const open = (server: ReturnType<typeof fakeServer>, storage = memoryStorage()) =>
  createSession(api, storage, server.fetch);

describe('endpoint', () => {
  test.each([
    [api, 'https://example.org/wp-json/itih/v1/chat/sync'],
    [
      'https://example.org/?rest_route=/itih/v1/',
      'https://example.org/?rest_route=%2Fitih%2Fv1%2Fchat%2Fsync',
    ],
    [
      'https://example.org/index.php?lang=de&rest_route=/itih/v1/',
      'https://example.org/index.php?lang=de&rest_route=%2Fitih%2Fv1%2Fchat%2Fsync',
    ],
    [`${api}?lang=de`, 'https://example.org/wp-json/itih/v1/chat/sync?lang=de'],
  ])('%s', (base, url) => {
    expect(endpoint(base, 'chat/sync')).toBe(url);
  });

  test('appends a query properly in both forms', () => {
    const query = { session_id: 'a&b' };
    expect(endpoint(api, 'history', query)).toBe(`${api}history?session_id=a%26b`);
    expect(endpoint('https://example.org/?rest_route=/itih/v1/', 'history', query)).toBe(
      'https://example.org/?rest_route=%2Fitih%2Fv1%2Fhistory&session_id=a%26b',
    );
  });
});

describe('request', () => {
  test('fetches the nonce once for requests at the same time', async () => {
    const server = fakeServer({
      'GET session': () => session(),
      'GET history': () => respond(200, {}),
    });
    const own = open(server);
    await Promise.all([own.warm(), own.request('GET', 'history'), own.request('GET', 'history')]);
    expect(server.made('GET session')).toHaveLength(1);
    expect(server.made('GET history').map(({ headers }) => headers.get('X-WP-Nonce'))).toEqual([
      'n1',
      'n1',
    ]);
  });

  test('nothing is read from an address that was read before: a cache may go by it alone', async () => {
    const asked: string[] = [];
    const own = createSession(api, memoryStorage(), (url) => {
      asked.push(url as string);
      return Promise.resolve(respond(200, { nonce: 'n1', turns: [] }));
    });
    await own.warm();
    await own.isAvailable();
    for (const query of [{ session_id: 's1' }, { session_id: 's1' }]) {
      await own.request('GET', 'history', { query });
      await own.request('DELETE', 'history', { query });
    }
    const read = asked.filter((url) => /[?&]_=/.test(url));
    expect([read.length, new Set(read).size]).toEqual([4, 4]);
    expect(read.at(-1)).toContain('session_id=s1');
  });

  test('proves the session once there is one', async () => {
    const server = fakeServer({
      'GET session': () => session(),
      'POST chat': () => respond(200, {}),
    });
    const own = open(server);
    await own.request('POST', 'chat', { body: {} });
    own.adopt({ id: 's1', secret: 'proof' });
    await own.request('POST', 'chat', { body: { message: 'Hi' } });
    const [first, second] = server.made('POST chat');
    expect(first?.headers.has('X-Itih-Secret')).toBe(false);
    expect(second?.headers.get('X-Itih-Secret')).toBe('proof');
    expect(second?.headers.get('Content-Type')).toBe('application/json');
    expect(second?.body).toEqual({ message: 'Hi' });
    own.forget();
    expect(own.owner()).toBeUndefined();
  });

  test('a stale nonce is refreshed silently, once', async () => {
    let nonces = 0;
    const server = fakeServer({
      'GET session': () => session(`n${(nonces += 1)}`),
      'POST chat': ({ headers }) =>
        headers.get('X-WP-Nonce') === 'n2'
          ? respond(200, { fine: true })
          : apiError(403, 'rest_cookie_invalid_nonce'),
    });
    const response = await open(server).request('POST', 'chat', { body: {} });
    await expect(response.json()).resolves.toEqual({ fine: true });
    expect(server.made('POST chat')).toHaveLength(2);
  });

  test('a nonce that is refused twice is an error', async () => {
    const server = fakeServer({
      'GET session': () => session(),
      'POST chat': () => apiError(403, 'rest_cookie_invalid_nonce'),
    });
    await expect(open(server).request('POST', 'chat')).rejects.toThrow('rest_cookie_invalid_nonce');
    expect(server.made('POST chat')).toHaveLength(2);
    expect(server.made('GET session')).toHaveLength(2);
  });

  test('a failed session fetch is not remembered', async () => {
    let tries = 0;
    const server = fakeServer({
      'GET session': () =>
        (tries += 1) > 1 ? session() : respond(502, '<h1>Bad gateway</h1>', 'text/html'),
    });
    const own = open(server);
    await expect(own.warm()).rejects.toBeInstanceOf(RequestError);
    await expect(own.warm()).resolves.toMatchObject({ limits: { max_message_chars: 40 } });
  });

  test('a page of something else in the place of the session is a failure', async () => {
    const server = fakeServer({ 'GET session': () => respond(200, '<html>', 'text/html') });
    await expect(open(server).warm()).rejects.toMatchObject({ failure: { retryable: true } });
  });

  test('a broken connection is a failure that can be retried; an abort is an abort', async () => {
    const broken = fakeServer({ 'GET session': () => session() });
    const lostError = await open(broken)
      .request('POST', 'chat')
      .catch((error: unknown) => error);
    expect(lostError).toMatchObject({ failure: { code: '', retryable: true } });

    const controller = new AbortController();
    controller.abort();
    const request = open(broken).request('POST', 'chat', { signal: controller.signal });
    await expect(request).rejects.toBeInstanceOf(TypeError);
  });
});

test.each([
  [429, { code: 'rate_limited', message: 'Wait.', data: { retry_after: 9 } }, true, 9],
  [429, { code: 'budget_exhausted', message: 'Enough.', data: { retry_after: 60 } }, false, 60],
  [503, { code: 'sidecar_unavailable', message: 'Down.' }, true, 0],
  [400, { code: 'message_too_long', message: 'Too long.' }, false, 0],
  [504, '<h1>Gateway timeout</h1>', true, 0],
])('readFailure of %i', async (status, body, retryable, pause) => {
  await expect(readFailure(respond(status, body))).resolves.toMatchObject({ retryable, pause });
});

describe('safeStorage', () => {
  test('remembers for the page what a full or blocked storage refuses', () => {
    const full = { getItem: () => null, setItem: () => refuse(), removeItem: () => refuse() };
    const blocked = () => refuse();
    for (const storage of [safeStorage(() => full as unknown as Storage), safeStorage(blocked)]) {
      storage.set('a', '1');
      expect(storage.get('a')).toBe('1');
      storage.remove('a');
      expect(storage.get('a')).toBeNull();
    }
  });

  test('what another tab has stored is seen', () => {
    const storage = safeStorage(() => localStorage);
    localStorage.setItem('a', 'other');
    expect(storage.get('a')).toBe('other');
  });
});

function refuse(): never {
  throw new DOMException('denied', 'SecurityError');
}

const { error_unavailable, error_refused, error_generic, error_unfinished } = englishStrings;
test.each([
  [403, { code: 'rest_cookie_invalid_nonce', message: 'Cookie check failed' }, error_unavailable],
  [404, { code: 'rest_no_route', message: 'No route was found.' }, error_unavailable],
  [500, { code: 'internal_server_error', message: 'A critical error.' }, error_unavailable],
  [403, '<h1>Your access to this site was limited</h1>', error_refused],
  [502, { code: 'provider_error', message: 'The model is away.' }, error_unfinished],
  [500, { code: 'internal_error' }, error_generic],
])('of %i %j a visitor reads a sentence of the chat', async (status, body, text) => {
  const failure = await readFailure(respond(status, body));
  expect(failureText(failure, englishStrings)).toBe(text);
});
