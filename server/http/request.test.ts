import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import express, { type ErrorRequestHandler, type Request, type Response } from 'express';
import { z } from 'zod';
import { parseBody, parseId, parseQuery } from './request.ts';
import { createServer, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { toAppError } from '../errors/app-error.ts';
import { arriveWithin, readBody } from './contract-router.ts';
import { baseApp, listenerOf, matchesAddress, takeTurns } from './base-app.ts';
import { createLog } from '../runtime/log.ts';
import { Metrics } from '../runtime/metrics.ts';
import type { SettingsStore } from '../wordpress/settings.ts';
import { listen } from '../../test/fakes/listen.ts';
import { noReadings } from '../../test/runtime/no-readings.ts';
import { startApp } from '../../test/http/app-server.ts';

const request = (over: object) => over as Request;
const withBody = (text: string) => request({ body: Buffer.from(text) });
const schema = z.object({ name: z.string(), list: z.array(z.number()).default([]) });
const optional = z.object({ mode: z.string().optional() });
const paged = z.object({ page: z.coerce.number().int().min(1).default(1) });

test('bodies, queries and ids are parsed', () => {
  const body = withBody('{"name":"Grüße","extra":1}');
  expect(parseBody(schema, body)).toEqual({ name: 'Grüße', list: [] });
  // One that is missing is an empty object.
  expect(parseBody(optional, withBody(''))).toEqual({});
  expect(parseBody(optional, request({}))).toEqual({});
  expect(parseQuery(paged, request({ query: { page: '2' } }))).toEqual({ page: 2 });
  expect(parseId(request({ params: { id: '42' } }))).toBe(42);
});

const some = expect.any(String);
test.each<[string, () => unknown, Record<string, unknown>]>([
  ['no JSON', () => parseBody(schema, withBody('{"name":')), { body: 'This is not JSON.' }],
  ['another type', () => parseBody(schema, withBody('[]')), { body: some }],
  ['a field missing', () => parseBody(schema, withBody('{}')), { name: some }],
  [
    'fields deep inside',
    () => parseBody(schema, withBody('{"name":1,"list":[0,"x"]}')),
    { name: some, 'list.1': some },
  ],
  [
    'a parameter twice',
    () => parseQuery(paged, request({ query: { page: ['1', '2'] } })),
    { page: some },
  ],
])('a request with %s is refused by name', (_case, read, fields) => {
  expect(read).toThrow(expect.objectContaining({ code: 'invalid_request', status: 400, fields }));
});

test.each(['0', '-1', '1.5', 'abc', '', '9007199254740993', 'NaN'])('%j is no id', (id) => {
  expect(() => parseId(request({ params: { id } }))).toThrow(
    expect.objectContaining({ code: 'not_found' }),
  );
});

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const megabyte = 'x'.repeat(2 ** 20);

/** Sends the head of a request, `sent` of its body, and waits for an answer. */
async function sendHead(headers: Record<string, string>, sent: string) {
  const request = httpRequest(`${app.url}/itih/v1/documents`, { method: 'POST', headers });
  request.on('error', () => {});
  request.write(sent);
  const [response] = (await once(request, 'response')) as [{ statusCode: number }];
  request.destroy();
  return response.statusCode;
}

describe('whoever has not signed', () => {
  test('is refused before the body has come', async () => {
    const headers = { 'content-length': String(24 * 2 ** 20) };
    expect(await sendHead(headers, 'x')).toBe(401);
  });

  test('makes the sidecar keep nothing of what it inflates', async () => {
    const compressed = gzipSync('x'.repeat(23 * 2 ** 20)).toString('latin1');
    const before = process.memoryUsage().arrayBuffers;
    for (let n = 0; n < 8; n++) {
      const headers = { 'content-encoding': 'gzip', 'transfer-encoding': 'chunked' };
      expect(await sendHead(headers, compressed)).toBe(401);
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(23 * 2 ** 20);
  });
});

describe('a signed call', () => {
  test('with a body that is compressed is refused', async () => {
    const headers = { 'content-encoding': 'gzip' };
    const { status, body } = await app.shim.admin('POST', '/documents', { body: '{}', headers });
    expect([status, body['code']]).toEqual([415, 'unsupported_type']);
  });

  test('of a visitor has the visitor’s limit, however the path is spelt', async () => {
    for (const path of ['/chat/sync', '/CHAT/SYNC', '/chat/sync/', '/Feedback']) {
      const { status } = await app.shim.call('POST', path, { body: { message: megabyte } });
      expect([path, status]).toEqual([path, 413]);
    }
  });
});

describe('a request that trickles in', () => {
  let server: Awaited<ReturnType<typeof listen>>;
  beforeAll(async () => {
    const refused: ErrorRequestHandler = (error, _request, response, next) => {
      const failure = toAppError(error);
      if (response.headersSent) return next(error);
      response.status(failure.status).json(failure.toBody());
    };
    const app = express()
      .use(arriveWithin(200), readBody('nonce'), (_request, response) => void response.end('read'))
      .use(refused);
    server = await listen(createServer(app));
  });
  afterAll(() => server.close());

  test('is answered and ended', async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{"message"');
    const said = await text(socket);
    expect(said).toContain('HTTP/1.1 400');
    expect(said).toContain('invalid_request');
  });

  test('does not end one that has come', async () => {
    const response = await fetch(server.url, { method: 'POST', body: 'all of it' });
    expect(await response.text()).toBe('read');
  });
});

test('a crowd of requests is begun in its order, with turns for others in between', async () => {
  const handler = takeTurns();
  const begun: number[] = [];
  const arrive = (n: number) =>
    handler({} as Request, {} as Response, () => {
      begun.push(n);
      const until = performance.now() + 2;
      while (performance.now() < until);
    });
  for (let n = 0; n < 20; n++) void arrive(n);
  expect(begun).toEqual([]);
  const seen: number[] = [];
  while (begun.length < 20) {
    await new Promise((resolve) => setTimeout(resolve));
    seen.push(begun.length);
  }
  expect(begun).toEqual(Array.from({ length: 20 }, (_, n) => n));
  expect(seen[0]).toBeLessThan(20);
});

test.each(['http://[/itih/v1/ping', 'http://%zz:x/'])(
  'an address that cannot be read, %s, is answered as the contract says',
  async (address) => {
    const metrics = new Metrics(noReadings);
    const settings = { known: () => null } as unknown as SettingsStore;
    const bare = baseApp({ log: createLog('silent'), settings, metrics }, () => undefined);
    const { port, close } = await listen(createServer(listenerOf(bare)));
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${address} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer.slice(answer.indexOf('{'))).toMatch(/^\{"code":"(invalid_request|not_found)"/);
    await close();
  },
);

const cases: [string, string, string[], boolean][] = [
  ['nobody is listed', '192.0.2.1', [], false],
  ['the address itself', '192.0.2.1', ['192.0.2.1'], true],
  ['another address', '192.0.2.2', ['192.0.2.1'], false],
  ['an address of a block', '192.0.2.200', ['192.0.2.0/24'], true],
  ['an address beside a block', '192.0.3.1', ['192.0.2.0/24'], false],
  ['IPv6', '2001:db8::9', ['2001:db8::/32'], true],
  ['IPv6, otherwise written', '2001:DB8:0:0::9', ['2001:db8::9'], true],
  ['IPv6 that is IPv4', '::ffff:10.1.2.3', ['10.0.0.0/8'], true],
  ['IPv6 is not IPv4', '::a01:203', ['10.0.0.0/8'], false],
  ['everybody, said so', '203.0.113.9', ['0.0.0.0/0'], true],
  // An entry that is wrong must not open what it was meant to guard.
  ['a block without length', '203.0.113.9', ['10.0.0.0/'], false],
  ['a length too long', '10.0.0.0', ['10.0.0.0/33'], false],
  ['a negative length', '10.0.0.0', ['10.0.0.0/-1'], false],
  ['a length in another notation', '10.9.9.9', ['10.0.0.0/0x8'], false],
  ['a name', '127.0.0.1', ['localhost'], false],
  ['nothing', '127.0.0.1', [''], false],
  ['no address', 'unknown', ['0.0.0.0/0'], false],
  ['an empty address', '', ['0.0.0.0/0'], false],
];

test.each(cases)('a trusted proxy: %s', (_case, address, list, expected) => {
  expect(matchesAddress(address, list)).toBe(expected);
});
