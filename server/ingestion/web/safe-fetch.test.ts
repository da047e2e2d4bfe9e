import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import tls from 'node:tls';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  jest,
  test,
} from '@jest/globals';
import { AddressGuard, parseAllowed, type Resolve } from '../../net/address-guard.ts';
import { SafeFetch, type FetchLimits, type FetchOptions } from './safe-fetch.ts';
import { siteAuth } from '../../net/site-auth.ts';
import { selfSigned } from '../../../test/fakes/self-signed.ts';
import { startWebSite, type WebSite } from '../../../test/fakes/web-site.ts';

const here = [{ address: '127.0.0.1', family: 4 }];
const { signal } = new AbortController();

let site: WebSite;
let resolve: jest.Mock<Resolve>;
beforeEach(async () => {
  site = await startWebSite();
  resolve = jest.fn<Resolve>(() => Promise.resolve(here));
});
afterEach(() => site.close());

const fetchWith = (limits: Partial<FetchLimits> = {}, allowed = '127.0.0.1') =>
  new SafeFetch(new AddressGuard(parseAllowed(allowed), resolve), 'Fetcher/1', limits);
const get = async (path: string, options: Partial<FetchOptions> = {}) => {
  const answer = await fetchWith().get(new URL(path, site.url), { signal, ...options });
  return { ...answer, url: answer.url.href, text: Buffer.from(answer.body).toString() };
};
const failure = (code: string, more = {}) => expect.objectContaining({ code, ...more });

test('a page is fetched with the user agent’s name', async () => {
  site.on('/page', 'Hello');
  expect(await get('/page')).toMatchObject({ status: 200, text: 'Hello', url: `${site.url}/page` });
  const [request] = site.requests;
  expect(request?.headers).toMatchObject({ 'user-agent': 'Fetcher/1', connection: 'close' });
  expect(request?.headers.cookie).toBeUndefined();
});

test('other answers have no body', async () => {
  site.on('/broken', { status: 500, body: 'x'.repeat(10_000) });
  expect(await get('/broken')).toMatchObject({ status: 500, text: '' });
  site.on('/page', { headers: { etag: '"1"' }, body: 'Hello' });
  const headers = { 'if-none-match': '"1"' };
  expect(await get('/page', { headers })).toMatchObject({ status: 304, text: '' });
});

test('the password of the own site goes nowhere else, also not after a redirect', async () => {
  const other = await startWebSite();
  other.on('/there', 'There');
  site.on('/here', 'Here');
  site.on('/away', { status: 302, headers: { location: `${other.url}/there` } });
  const auth = siteAuth('staging:door', () => ['https://elsewhere.test', site.url]);
  const fetch = new SafeFetch(new AddressGuard(parseAllowed('127.0.0.1'), resolve), 'Fetcher/1', {
    auth,
  });
  for (const path of ['/here', '/away']) await fetch.get(new URL(path, site.url), { signal });
  await other.close();
  const sent = (to: WebSite) => to.requests.map(({ headers }) => headers.authorization);
  const basic = `Basic ${btoa('staging:door')}`;
  expect([sent(site), sent(other)]).toEqual([[basic, basic], [undefined]]);
});

describe('the name of a host', () => {
  test('is resolved once, and only those addresses are connected to', async () => {
    site.on('/', 'Hello');
    resolve.mockResolvedValueOnce(here).mockResolvedValue([{ address: '10.9.9.9', family: 4 }]);
    const answer = await fetchWith().get(new URL(`http://name.example:${site.port}/`), { signal });
    expect(answer.status).toBe(200);
    expect(resolve).toHaveBeenCalledTimes(1);
    expect(site.requests[0]?.headers.host).toBe(`name.example:${site.port}`);
  });

  test('that is not public is not connected to', async () => {
    const answer = fetchWith({}, '').get(new URL(`http://name.example:${site.port}/`), { signal });
    await expect(answer).rejects.toEqual(failure('blocked_address'));
    expect(site.requests).toEqual([]);
  });

  test('that is unknown is retryable', async () => {
    resolve.mockRejectedValue(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    await expect(get('/')).rejects.toEqual(failure('provider_error', { retryable: true }));
  });
});

describe('a redirect', () => {
  const redirect = (from: string, location: string, status = 302) =>
    site.on(from, { status, headers: { location } });

  test.each([301, 308])('of status %s is followed', async (status) => {
    redirect('/old/page', '../new?x=ü', status);
    site.on('/new?x=%C3%BC', 'Moved');
    const url = `${site.url}/new?x=%C3%BC`;
    expect(await get('/old/page')).toMatchObject({ text: 'Moved', url });
  });

  test.each([
    ['to another host of this machine', 'http://[::1]/', 'blocked_address'],
    ['to a file', 'file:///etc/passwd', 'invalid_request'],
    ['with a password', 'http://user:password@127.0.0.1/', 'invalid_request'],
  ])('%s is not', async (_case, location, code) => {
    redirect('/', location);
    await expect(get('/')).rejects.toEqual(failure(code, { retryable: false }));
  });

  test('from a public host does not reach allowed private hosts', async () => {
    const intranet = await startWebSite();
    intranet.on('/', 'secret');
    redirect('/', `${intranet.url}/`);
    expect(await get('/')).toMatchObject({ text: 'secret' });

    // The same page as one of the Internet, which is nowhere on this machine.
    const guard = new AddressGuard(parseAllowed('127.0.0.1'), resolve);
    const addressesOf: typeof guard.addressesOf = async (url, named) =>
      url.host === site.host ? { addresses: here, inside: false } : guard.addressesOf(url, named);
    const onceOutside = Object.assign(new AddressGuard(parseAllowed(''), resolve), { addressesOf });
    const fetch = new SafeFetch(onceOutside, 'Fetcher/1');
    await expect(fetch.get(new URL(site.url), { signal })).rejects.toEqual(
      failure('blocked_address'),
    );
    await intranet.close();
  });

  test('is followed at most five times', async () => {
    for (let n = 0; n < 6; n++) redirect(`/${n}`, `/${n + 1}`);
    site.on('/6', 'far');
    site.on('/5', 'near');
    expect(await get('/0')).toMatchObject({ text: 'near' });
    redirect('/5', '/6');
    await expect(get('/0')).rejects.toEqual(failure('provider_error', { retryable: false }));
  });

  test('is admitted like the first address', async () => {
    redirect('/open', '/closed');
    const admit = jest.fn((url: URL) =>
      url.pathname === '/closed' ? Promise.reject(new Error('closed')) : Promise.resolve(),
    );
    await expect(get('/open', { admit })).rejects.toBeDefined();
    expect(admit).toHaveBeenCalledTimes(2);
    expect(site.paths()).toEqual(['/open']);
  });
});

describe('a body', () => {
  const text = 'The swans are fed at noon. '.repeat(100);

  test.each([
    ['gzip', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['zstd', zstdCompressSync(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
  ])('packed with %s is unpacked', async (encoding, body) => {
    site.on('/', { headers: { 'content-encoding': encoding }, body });
    expect((await get('/')).text).toBe(text);
    expect(site.requests[0]?.headers['accept-encoding']).toContain('br');
  });

  test.each(['compress', 'constructor', 'gzip, gzip, gzip'])(
    'packed with %s is refused',
    async (encoding) => {
      site.on('/', { headers: { 'content-encoding': encoding }, body: 'x' });
      await expect(get('/')).rejects.toEqual(failure('unsupported_type'));
    },
  );

  test('that is cut off, or not packed as is said, may be whole next time', async () => {
    site.on('/', (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('Only the beginning');
      setTimeout(() => response.destroy(), 20);
    });
    await expect(get('/')).rejects.toEqual(failure('provider_error', { retryable: true }));
    site.on('/', { headers: { 'content-encoding': 'gzip' }, body: gzipSync(text).subarray(0, 40) });
    await expect(get('/')).rejects.toEqual(failure('provider_error', { retryable: true }));
  });

  const maxBytes = 100_000;
  const bomb = gzipSync(Buffer.alloc(20_000_000));
  test.each([
    ['says that it is', { headers: { 'content-length': '100001' }, body: 'x'.repeat(100_001) }],
    ['is', { headers: { 'transfer-encoding': 'chunked' }, body: 'x'.repeat(100_001) }],
    ['becomes', { headers: { 'content-encoding': 'gzip' }, body: bomb }],
    [
      'becomes in two steps',
      { headers: { 'content-encoding': 'gzip, gzip' }, body: gzipSync(bomb) },
    ],
  ])('that %s larger than it may be is refused', async (_case, page) => {
    site.on('/', page);
    await expect(get('/', { maxBytes })).rejects.toEqual(failure('too_large'));
  });

  test('that never ends is refused', async () => {
    site.on('/', (_request, response) => {
      response.writeHead(200);
      const more = () => response.destroyed || response.write('x'.repeat(10_000), more);
      more();
    });
    await expect(get('/', { maxBytes })).rejects.toEqual(failure('too_large'));
  });

  test('is not read if `accept` throws', async () => {
    site.on('/', { headers: { 'content-type': 'video/mp4' }, body: 'x' });
    const accept = jest.fn<NonNullable<FetchOptions['accept']>>(() => {
      throw new Error('no videos');
    });
    await expect(get('/', { accept })).rejects.toBeDefined();
    expect(accept).toHaveBeenCalledWith(expect.objectContaining({ 'content-type': 'video/mp4' }));
  });
});

/** A server that speaks no HTTP. */
async function serve(answer: (socket: Socket) => void) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = (protocol: string) => new URL(`${protocol}://127.0.0.1:${port}/`);
  return { url, close: () => server.close() };
}

describe('time', () => {
  const begin = (response: ServerResponse) => {
    response.writeHead(200);
    response.write('A beginning');
  };
  const nothing: typeof begin = () => undefined;

  test.each([
    ['head', nothing],
    ['body', begin],
  ])('is not spent on a %s that does not come', async (_case, answerWith) => {
    site.on('/', (_request, response) => answerWith(response));
    const answer = fetchWith({ totalMs: 200 }).get(new URL(site.url), { signal });
    await expect(answer).rejects.toEqual(failure('provider_timeout', { retryable: true }));
  });

  test('is limited for connecting', async () => {
    const silent = await serve(() => undefined);
    const answer = fetchWith({ connectMs: 100 }).get(silent.url('https'), { signal });
    await expect(answer).rejects.toEqual(failure('provider_timeout'));
    silent.close();
  });

  test('ends with the caller’s signal and its reason', async () => {
    const controller = new AbortController();
    const reason = new Error('The sidecar is shutting down.');
    site.on('/', () => controller.abort(reason));
    await expect(get('/', { signal: controller.signal })).rejects.toBe(reason);
    await expect(get('/', { signal: controller.signal })).rejects.toBe(reason);
  });
});

test('an answer that is not HTTP, or none, is a retryable error', async () => {
  const garbled = await serve((socket) => socket.end('SSH-2.0-OpenSSH\r\n'));
  for (let time = 0; time < 2; time++) {
    const answer = fetchWith().get(garbled.url('http'), { signal });
    await expect(answer).rejects.toEqual(failure('provider_error', { retryable: true }));
    garbled.close();
  }
});

test('endless headers are refused', async () => {
  site.on('/', { headers: { 'x-long': 'x'.repeat(100_000) } });
  await expect(get('/')).rejects.toEqual(failure('provider_error'));
});

describe('https', () => {
  const before = tls.getCACertificates('default');
  const good = selfSigned('good.test');
  const expired = selfSigned('old.test', { expired: true });
  beforeAll(() => tls.setDefaultCACertificates([...before, good.cert, expired.cert]));
  afterAll(() => tls.setDefaultCACertificates(before));

  const over = async (credentials: { key: string; cert: string }, hostname: string) => {
    const secure = await startWebSite(credentials);
    secure.on('/', 'Hello');
    try {
      const url = new URL(`https://${hostname}:${secure.port}/`);
      return (await fetchWith().get(url, { signal })).status;
    } finally {
      await secure.close();
    }
  };

  test('checks the certificate against the name, not the address', async () => {
    expect(await over(good, 'good.test')).toBe(200);
  });

  test.each([
    ['another name', good, 'other.test'],
    ['a certificate that has expired', expired, 'old.test'],
    ['a certificate of nobody', selfSigned('good.test'), 'good.test'],
  ])('is not believed with %s', async (_case, credentials, hostname) => {
    await expect(over(credentials, hostname)).rejects.toEqual(
      failure('provider_error', { retryable: false }),
    );
  });
});
