import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { AppError } from '../../server/errors/app-error.ts';
import { createBridge, fetchSiteIdentity, type Bridge } from '../../server/wordpress/bridge.ts';
import {
  hashBody,
  signatureHeaders,
  signingKey,
  verify,
} from '../../server/wordpress/signature.ts';
import type { Site } from '../../server/wordpress/site.ts';
import { fakeSite } from '../fakes/shim.ts';

const secret = 's'.repeat(32);
const now = 1_700_000_000_000;
const json = (body: unknown, status = 200) => Response.json(body, { status });
const unavailable = { code: 'sidecar_unavailable', status: 503, retryable: true };

let fetch: jest.Mock<typeof globalThis.fetch>;
let bridge: Bridge;
let site: Site;
let reread: jest.Mock<() => Promise<Site>>;
beforeEach(() => {
  fetch = jest.fn<typeof globalThis.fetch>();
  site = { ...fakeSite, secret, address: 'http://site.test/blog' };
  reread = jest.fn(() => Promise.resolve(site));
  bridge = createBridge({
    site: { get: () => Promise.resolve(site), reread },
    fetch,
    now: () => now,
  });
});
afterEach(() => void jest.restoreAllMocks());

const asked = () => {
  const [url, init = {}] = fetch.mock.calls[0] ?? [];
  return { url: new URL(url as string), init, headers: new Headers(init.headers) };
};

const about = {
  id: 5,
  title: 'a',
  filename: 'a.pdf',
  mime_type: '',
  url: 'http://site.test/a.pdf',
  bytes: 3,
};

const calls: [
  string,
  () => Promise<unknown>,
  unknown,
  string,
  string,
  Record<string, string>,
  string,
][] = [
  [
    'the settings',
    () => bridge.settings(),
    {
      settings: {},
      site: { name: '', home_url: '', locale: '', wordpress_version: '', plugin_version: '' },
    },
    'GET',
    'settings',
    {},
    '',
  ],
  [
    'to store settings',
    () => bridge.storeSettings({ chat: { system_prompt: 'Grüße' } }),
    {},
    'PUT',
    'settings',
    {},
    '{"settings":{"chat":{"system_prompt":"Grüße"}}}',
  ],
  [
    'what posts there are',
    () => bridge.digest(7, 500, ['post', 'page']),
    { posts: [], next: null, total: 0 },
    'GET',
    'digest',
    { after: '7', limit: '500', post_types: 'post,page' },
    '',
  ],
  [
    'a post',
    () => bridge.post(7),
    { posts: [], next: null },
    'GET',
    'posts',
    { ids: '7', limit: '1' },
    '',
  ],
  ['an attachment', () => bridge.attachment(5), about, 'GET', 'attachments/5', {}, ''],
];

test.each(calls)(
  '%s: asks so that the shim can verify it, whatever the permalinks are',
  async (_case, call, answer, method, path, query, body) => {
    fetch.mockResolvedValueOnce(json(answer));
    await call();
    const { url, init, headers } = asked();
    const route = `/itih/v1/bridge/${path}`;
    expect(url.origin + url.pathname).toBe('http://site.test/blog/index.php');
    const { _, ...given } = Object.fromEntries(url.searchParams);
    expect(given).toEqual({ rest_route: route, ...query });
    // Caches that go by the address have no answer for this one.
    expect(_ ?? '').toMatch(method === 'GET' ? /^[\da-f-]{36}$/ : /^$/);
    const sent = method === 'PUT' ? ['POST', 'PUT'] : [method, null];
    expect([init.method, headers.get('x-http-method-override')]).toEqual(sent);
    expect([init.body ?? '', init.redirect]).toEqual([body, 'error']);
    const signed = {
      method,
      route,
      query: url.searchParams,
      timestamp: Number(headers.get(signatureHeaders.timestamp)),
      callId: headers.get(signatureHeaders.callId) ?? '',
      identity: headers.get(signatureHeaders.identity) ?? '',
      site: headers.get(signatureHeaders.site) ?? '',
      bodyHash: hashBody(body),
    };
    const key = signingKey(secret, fakeSite.id);
    const signature = headers.get(signatureHeaders.signature) ?? '';
    expect(verify(signed, signature, key, now / 1000)).toBe(true);
    expect(signed.site).toContain(fakeSite.id);
    expect(signed.identity).toMatch(/^role=system&/);
    expect(JSON.stringify([url.href, ...headers])).not.toContain(secret);
  },
);

test('an attachment’s bytes come as they are', async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, n) => n);
  fetch.mockResolvedValueOnce(new Response(bytes));
  expect(new Uint8Array(await bridge.attachmentFile(5))).toEqual(bytes);
  expect(asked().url.searchParams.get('rest_route')).toBe('/itih/v1/bridge/attachments/5/file');
});

describe('what the shim says of an attachment reaches the owner:', () => {
  test.each([
    ['it is gone', 404, 'not_found'],
    ['it is too large', 413, 'too_large'],
  ] as const)('%s', async (_case, status, code) => {
    fetch.mockResolvedValueOnce(json({ code, message: 'x', data: { status } }, status));
    await expect(bridge.attachment(5)).rejects.toMatchObject({ code, retryable: false });
  });
});

describe('is worth another try:', () => {
  const answers: [string, () => Promise<Response>][] = [
    ['nobody is there', () => Promise.reject(new TypeError('fetch failed'))],
    ['a redirect', () => Promise.reject(new TypeError('unexpected redirect'))],
    ['an error of WordPress', () => Promise.resolve(json({ code: 'internal_server_error' }, 500))],
    [
      'maintenance',
      () => Promise.resolve(new Response('<h1>Briefly unavailable</h1>', { status: 503 })),
    ],
    ['a plugin that is not active', () => Promise.resolve(json({ code: 'rest_no_route' }, 404))],
    [
      'a page that is not found',
      () => Promise.resolve(new Response('<h1>404</h1>', { status: 404 })),
    ],
    ['another secret', () => Promise.resolve(json({ code: 'invalid_signature' }, 401))],
    ['a login page instead of JSON', () => Promise.resolve(new Response('<html></html>'))],
    ['other JSON', () => Promise.resolve(json({ hello: 'world' }))],
    ['an empty answer', () => Promise.resolve(new Response(''))],
    [
      'an answer that breaks off',
      () =>
        Promise.resolve(
          new Response(
            new ReadableStream({ start: (controller) => controller.error(new Error('reset')) }),
          ),
        ),
    ],
  ];

  test.each(answers)('%s', async (_case, answer) => {
    fetch.mockImplementationOnce(answer);
    const failure = bridge.settings();
    await expect(failure).rejects.toBeInstanceOf(AppError);
    await expect(failure).rejects.toMatchObject(unavailable);
  });

  test('the reason is for the log, and names the call', async () => {
    fetch.mockResolvedValueOnce(json({ code: 'invalid_signature' }, 401));
    const failure: unknown = await bridge.settings().catch((error: unknown) => error);
    expect((failure as AppError).message).not.toContain('401');
    expect(String((failure as AppError).cause)).toContain('401 to GET /itih/v1/bridge/settings');
  });
});

test('a site that hangs is given up after 20 seconds', async () => {
  const timeout = new AbortController();
  const limit = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
  fetch.mockImplementationOnce(
    (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
      }),
  );
  const failure = bridge.settings();
  await new Promise(setImmediate);
  timeout.abort(new DOMException('The operation timed out.', 'TimeoutError'));
  await expect(failure).rejects.toMatchObject(unavailable);
  expect(limit).toHaveBeenCalledWith(20_000);
});

describe('a plugin that does not know the sidecar', () => {
  const refusal = { code: 'wrong_site', message: '', data: { status: 403 } };

  test('is asked again when the site has become another one', async () => {
    const other = { ...site, id: '11111111-2222-4333-8444-555555555555' };
    reread.mockResolvedValueOnce(other);
    fetch.mockResolvedValueOnce(json(refusal, 403)).mockResolvedValueOnce(json(about));
    expect(await bridge.attachment(5)).toEqual(about);
    const again = new Headers(fetch.mock.calls[1]?.[1]?.headers);
    expect(again.get(signatureHeaders.site)).toContain(other.id);
  });

  test('is asked once when the site is what it was', async () => {
    fetch.mockImplementation(() => Promise.resolve(json(refusal, 403)));
    const failure: unknown = await bridge.attachment(5).catch((error: unknown) => error);
    expect(failure).toMatchObject(unavailable);
    expect(String(failure)).toContain('moved or copied');
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});

test('an answer without end is not read to the end', async () => {
  const part = new Uint8Array(8 * 1024 * 1024);
  let sent = 0;
  let cancelled = false;
  const endless = new ReadableStream({
    pull(controller) {
      sent += part.length;
      controller.enqueue(part);
    },
    cancel: () => void (cancelled = true),
  });
  fetch.mockResolvedValueOnce(new Response(endless));
  await expect(bridge.settings()).rejects.toMatchObject({ code: 'too_large' });
  expect(cancelled).toBe(true);
  expect(sent).toBeLessThan(64 * 1024 * 1024);
});

test('no two calls that read have the same address', async () => {
  fetch.mockImplementation(() => Promise.resolve(json(about)));
  for (let n = 0; n < 3; n++) await bridge.attachment(5);
  await fetchSiteIdentity(site.address, fetch).catch(() => undefined);
  await fetchSiteIdentity(site.address, fetch).catch(() => undefined);
  expect(new Set(fetch.mock.calls.map(([url]) => url as string)).size).toBe(5);
});

test('posts that are asked for at once come in one call', async () => {
  fetch.mockResolvedValueOnce(json({ posts: [], next: null }));
  expect(await Promise.all([bridge.post(1), bridge.post(2)])).toEqual([null, null]);
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(asked().url.searchParams.get('ids')).toBe('1,2');
});
