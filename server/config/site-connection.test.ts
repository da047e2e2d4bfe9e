import { createServer as createTlsServer } from 'node:https';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, jest, test } from '@jest/globals';
import { authorized, connectToSite } from './site-connection.ts';
import { selfSigned } from '../../test/fakes/self-signed.ts';
import { until } from '../../test/fakes/wait.ts';

/** Names for which there is no answer: https://www.rfc-editor.org/rfc/rfc6761#section-6.4 */
const host = 'shop.example.test';

const servers: Server[] = [];
afterEach(async () => {
  jest.restoreAllMocks();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const serve = (answer: RequestListener) => listen(createServer(answer));

/** A site that is known by what it answers to a probe. */
function connect(siteUrl: string, { tryLoopback = true, now = Date.now } = {}) {
  const probe = jest.fn(async (fetch: typeof globalThis.fetch) => {
    const response = await fetch(`${siteUrl}/probe`);
    if ((await response.text()) !== 'this site') throw new Error('Another site.');
  });
  return { probe, fetch: connectToSite({ siteUrl, tryLoopback, probe, now }) };
}

const publicly = (answer: () => Response) =>
  jest.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(answer()));

test('a site on this machine is reached under its own name, which nobody resolves', async () => {
  const hosts: string[] = [];
  const port = await serve((request, response) => {
    hosts.push(request.headers.host ?? '');
    response.end('this site');
  });
  const outside = publicly(() => new Response('outside'));
  const { fetch, probe } = connect(`http://${host}:${port}`);
  const url = `http://${host}:${port}/index.php?rest_route=/x`;
  expect(await (await fetch(url)).text()).toBe('this site');
  expect(await (await fetch(url, { method: 'PUT', body: 'x' })).text()).toBe('this site');
  expect(new Set(hosts)).toEqual(new Set([`${host}:${port}`]));
  expect(probe).toHaveBeenCalledTimes(1);
  expect(outside).not.toHaveBeenCalled();
});

test('the password of the web server is sent on loopback and elsewhere, beside other headers', async () => {
  const seen: unknown[] = [];
  const port = await serve(({ headers }, response) => {
    seen.push([headers['x-own'], headers.authorization]);
    response.end('this site');
  });
  const outside = publicly(() => new Response('outside'));
  const call = (tryLoopback: boolean) =>
    authorized(connect(`http://${host}:${port}`, { tryLoopback }).fetch, 'me:pass:word')(
      `http://${host}:${port}/`,
      { headers: { 'x-own': '1' } },
    );
  await call(true);
  await call(false);
  const basic = `Basic ${btoa('me:pass:word')}`;
  expect(seen.at(-1)).toEqual(['1', basic]);
  expect(outside.mock.calls[0]?.[1]?.headers).toEqual({ 'x-own': '1', authorization: basic });
});

test('another site on this machine is told from it, and asked again after a while', async () => {
  let answer = 'another site';
  const port = await serve((_request, response) => void response.end(answer));
  publicly(() => new Response('outside'));
  let now = 0;
  const { fetch, probe } = connect(`http://${host}:${port}`, { now: () => now });
  const get = async () => (await fetch(`http://${host}:${port}/`)).text();
  expect([await get(), await get()]).toEqual(['outside', 'outside']);
  const asked = probe.mock.calls.length;
  answer = 'this site';
  expect(await get()).toBe('outside');
  expect(probe).toHaveBeenCalledTimes(asked);
  now += 6 * 60_000;
  await until('the site is found', async () => (await get()) === 'this site');
});

test('when the site leaves this machine, the public address answers at once', async () => {
  const port = await serve((_request, response) => void response.end('this site'));
  publicly(() => new Response('outside'));
  const { fetch } = connect(`http://${host}:${port}`);
  const get = async () => (await fetch(`http://${host}:${port}/`)).text();
  expect(await get()).toBe('this site');
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  expect([await get(), await get()]).toEqual(['outside', 'outside']);
});

test('with TLS it asks for the site’s name and believes no certificate of nobody’s', async () => {
  const names: string[] = [];
  const SNICallback = (name: string, done: (error: Error | null) => void) => {
    names.push(name);
    done(null);
  };
  const answer: RequestListener = (_request, response) => void response.end('this site');
  const tls = createTlsServer({ ...selfSigned(host), SNICallback }, answer);
  const port = await listen(tls);
  publicly(() => new Response('outside'));
  const { fetch } = connect(`https://${host}:${port}`);
  expect(await (await fetch(`https://${host}:${port}/`)).text()).toBe('outside');
  expect(names).toEqual([host]);
});

test.each([
  ['an address', 'http://192.0.2.7', true],
  ['a name of this machine', 'http://localhost', true],
  ['an address that the owner has given', `http://${host}`, false],
])('%s is used as it is', async (_case, url, tryLoopback) => {
  const outside = publicly(() => new Response('outside'));
  const { fetch, probe } = connect(url, { tryLoopback });
  await fetch(`${url}/`);
  expect(probe).not.toHaveBeenCalled();
  expect(outside).toHaveBeenCalledTimes(1);
});

test('one redirect is followed: to https of the same host, with the call as it was signed', async () => {
  const asked: [string, string][] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const url = new URL(input instanceof URL ? input.href : (input as string));
    asked.push([init?.method ?? 'GET', url.href]);
    const location = url.href.replace('http:', 'https:');
    return Promise.resolve(
      url.protocol === 'http:'
        ? new Response(null, { status: 301, headers: { location } })
        : Response.json({}, { headers: { location } }),
    );
  });
  const { fetch } = connect(`http://${host}`, { tryLoopback: false });
  const response = await fetch(`http://${host}/index.php?a=b`, { method: 'PUT', body: 'x' });
  expect(response.status).toBe(200);
  expect(asked).toEqual([
    ['PUT', `http://${host}/index.php?a=b`],
    ['PUT', `https://${host}/index.php?a=b`],
  ]);
});

test.each([
  ['another host', `https://other.example/`],
  ['no TLS', `http://${host}/elsewhere`],
])('a redirect to %s is not followed', async (_case, location) => {
  const outside = publicly(() => new Response(null, { status: 302, headers: { location } }));
  const { fetch } = connect(`http://${host}`, { tryLoopback: false });
  expect((await fetch(`http://${host}/`)).status).toBe(302);
  expect(outside).toHaveBeenCalledTimes(1);
  expect(outside.mock.calls[0]?.[1]?.redirect).toBe('manual');
});
