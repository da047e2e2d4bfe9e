import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { AppError } from '../errors/app-error.ts';
import type { BridgePost } from '../contract/bridge.ts';
import { Bridge, PostLoader, fetchSiteIdentity } from './bridge.ts';
import { signatureHeaders } from './signature.ts';
import type { Site } from './site.ts';
import { fakeSite } from '../../test/fakes/shim.ts';

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
  bridge = new Bridge({
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

/** The call, its answer, and what is asked: method, path, query, body. */
const calls: [string, () => Promise<unknown>, object, string, string, object, string][] = [
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
  ['an attachment', () => bridge.attachment(5), about, 'GET', 'attachments/5', {}, ''],
];

test.each(calls)(
  '%s: asks so that the shim understands it, whatever the permalinks are',
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
    expect(headers.get(signatureHeaders.site)).toContain(fakeSite.id);
    expect(headers.get(signatureHeaders.identity)).toMatch(/^role=system&/);
    expect(JSON.stringify([url.href, ...headers])).not.toContain(secret);
  },
);

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
  const broken = new ReadableStream({
    start: (controller) => controller.error(new Error('reset')),
  });
  const answers: [string, () => Response][] = [
    ['an error of WordPress', () => json({ code: 'internal_server_error' }, 500)],
    ['a plugin that is not active', () => json({ code: 'rest_no_route' }, 404)],
    ['another secret', () => json({ code: 'invalid_signature' }, 401)],
    ['a login page instead of JSON', () => new Response('<html></html>')],
    ['an answer that breaks off', () => new Response(broken)],
    ['nobody there', () => Promise.reject(new TypeError('fetch failed')) as never],
  ];

  test.each(answers)('%s', async (_case, answer) => {
    fetch.mockImplementationOnce(async () => answer());
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

const postOf = (id: number) => ({ id }) as BridgePost;

/** A site that answers when the test says so; odd posts are public. */
function slowSite() {
  const calls: number[][] = [];
  const answers: ((fail?: Error) => void)[] = [];
  const fetchPosts = (ids: readonly number[]) => {
    calls.push([...ids]);
    return new Promise<BridgePost[]>((resolve, reject) => {
      answers.push((fail) =>
        fail ? reject(fail) : resolve(ids.filter((id) => id % 2).map(postOf)),
      );
    });
  };
  const loader = new PostLoader(fetchPosts);
  return {
    calls,
    answer: (fail?: Error) => answers.shift()?.(fail),
    load: (id: number) => loader.load(id),
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('what is asked for during a call goes into the next one, each id once', async () => {
  const { calls, answer, load } = slowSite();
  const first = [load(1), load(2)];
  await turn();
  const second = [load(3), load(5), load(3)];
  await turn();
  expect(calls).toEqual([[1, 2]]);
  answer();
  expect(await Promise.all(first)).toEqual([postOf(1), null]);
  await turn();
  expect(calls).toEqual([
    [1, 2],
    [3, 5],
  ]);
  answer();
  expect(await Promise.all(second)).toEqual([postOf(3), postOf(5), postOf(3)]);
});

describe('a call that fails', () => {
  test('is made again for each post alone, while others are asked for', async () => {
    const { calls, answer, load } = slowSite();
    const together = Promise.allSettled([load(1), load(3), load(3)]);
    await turn();
    answer(new Error('PHP has ended'));
    await turn();
    const later = load(5);
    await turn();
    expect(calls).toEqual([[1, 3], [1], [3], [5]]);
    answer(new Error('PHP has ended'));
    answer();
    answer();
    expect((await together).map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(await later).toEqual(postOf(5));
  });
});

test('no more than a hundred at once', async () => {
  const { calls, answer, load } = slowSite();
  const all = Promise.all(Array.from({ length: 130 }, (_, index) => load(2 * index + 1)));
  for (let call = 0; call < 2; call++) {
    await turn();
    answer();
  }
  expect(await all).toHaveLength(130);
  expect(calls.map(({ length }) => length)).toEqual([100, 30]);
});
