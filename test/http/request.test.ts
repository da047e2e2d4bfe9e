import { EventEmitter } from 'node:events';
import { describe, expect, test } from '@jest/globals';
import type { Request } from 'express';
import { z } from 'zod';
import { clientGone, parseBody, parseId, parseQuery } from '../../server/http/request.ts';

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
