import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import express, { type ErrorRequestHandler, type Request } from 'express';
import { z } from 'zod';
import { clientGone, parseBody, parseId, parseQuery } from '../../server/http/request.ts';
import { request as httpRequest, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { toAppError } from '../../server/errors/app-error.ts';
import { arriveWithin, readBody } from '../../server/http/body.ts';
import { startApp } from './app-server.ts';

const request = (over: object) => over as Request;
const withBody = (text: string) => request({ body: Buffer.from(text) });
const schema = z.object({ name: z.string(), list: z.array(z.number()).default([]) });

describe('a body', () => {
  test('is parsed by its schema', () => {
    expect(parseBody(schema, withBody('{"name":"Grüße","extra":1}'))).toEqual({
      name: 'Grüße',
      list: [],
    });
  });

  test('that is missing is an empty object', () => {
    const optional = z.object({ mode: z.string().optional() });
    expect(parseBody(optional, withBody(''))).toEqual({});
    expect(parseBody(optional, request({}))).toEqual({});
  });

  const wrong: [string, string, Record<string, unknown>][] = [
    ['no JSON', '{"name":', { body: 'This is not JSON.' }],
    ['another type', '[]', { body: expect.any(String) }],
    ['a field missing', '{}', { name: expect.any(String) }],
    [
      'fields deep inside',
      '{"name":1,"list":[0,"x"]}',
      { name: expect.any(String), 'list.1': expect.any(String) },
    ],
  ];

  test.each(wrong)('with %s is refused by name', (_case, text, fields) => {
    expect(() => parseBody(schema, withBody(text))).toThrow(
      expect.objectContaining({ code: 'invalid_request', status: 400, fields }),
    );
  });
});

test('a query is parsed by its schema', () => {
  const paged = z.object({ page: z.coerce.number().int().min(1).default(1) });
  expect(parseQuery(paged, request({ query: { page: '2' } }))).toEqual({ page: 2 });
  expect(() => parseQuery(paged, request({ query: { page: ['1', '2'] } }))).toThrow(
    expect.objectContaining({ fields: { page: expect.any(String) } }),
  );
});

describe('an id in the path', () => {
  test('is a number from 1', () => {
    expect(parseId(request({ params: { id: '42' } }))).toBe(42);
  });

  test.each(['0', '-1', '1.5', 'abc', '', '9007199254740993', 'NaN'])('is not %s', (id) => {
    expect(() => parseId(request({ params: { id } }))).toThrow(
      expect.objectContaining({ code: 'not_found' }),
    );
  });
});

describe('that the client has gone', () => {
  const signalOf = (res: object) => clientGone(request({ res }));
  const response = (writableFinished: boolean, closed = false) =>
    Object.assign(new EventEmitter(), { writableFinished, closed });

  test('is known when it leaves before the answer is complete', () => {
    const res = response(false);
    const signal = signalOf(res);
    expect(signal.aborted).toBe(false);
    res.emit('close');
    expect(signal.aborted).toBe(true);
  });

  test('is not said of a client that has read it all', () => {
    const res = response(true);
    const signal = signalOf(res);
    res.emit('close');
    expect(signal.aborted).toBe(false);
  });

  test('is known when it left before anybody asked', () => {
    expect(signalOf(response(false, true)).aborted).toBe(true);
  });
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

  test('of an administrator may be longer', async () => {
    const body = { title: 'A book', content: megabyte };
    expect((await app.shim.admin('POST', '/documents', { body })).status).toBe(201);
  });
});

describe('a request that trickles in', () => {
  let server: Server;
  let socket: Socket;
  beforeAll(async () => {
    const refused: ErrorRequestHandler = (error, _request, response, next) => {
      const failure = toAppError(error);
      if (response.headersSent) return next(error);
      response.status(failure.status).json(failure.toBody());
    };
    server = express()
      .use(arriveWithin(200), readBody('nonce'), (_request, response) => void response.end('read'))
      .use(refused)
      .listen(0, '127.0.0.1');
    await once(server, 'listening');
    socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
  });
  afterAll(() => {
    socket.destroy();
    server.closeAllConnections();
    server.close();
  });

  test('is answered and ended', async () => {
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{"message"');
    let said = '';
    socket.on('data', (part: Buffer) => (said += part.toString()));
    await once(socket, 'close');
    expect(said).toContain('HTTP/1.1 400');
    expect(said).toContain('invalid_request');
  });

  test('does not end one that has come', async () => {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      body: 'all of it',
    });
    expect(await response.text()).toBe('read');
  });
});
