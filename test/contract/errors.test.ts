import { expect, test } from '@jest/globals';
import { AppError, toAppError } from '../../server/errors/app-error.ts';
import { errorBody, errors, type ErrorCode } from '../../server/contract/errors.ts';

const codes = Object.keys(errors) as ErrorCode[];

test.each(codes)('%s is a sentence in WordPress’ shape', (code) => {
  const body = new AppError(code, { cause: new Error('password is 1234') }).toBody();
  expect(errorBody.parse(body)).toEqual(body);
  expect(body).toMatchObject({ code, data: { status: errors[code].status } });
  expect(body.message).toMatch(/^[A-Z].*\.$/);
  expect(JSON.stringify(body)).not.toContain('1234');
});

const foreign: [string, unknown, ErrorCode][] = [
  ['a programming error', new TypeError('x is undefined'), 'internal_error'],
  [
    'a refused connection',
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    'sidecar_unavailable',
  ],
  ['a lost connection', Object.assign(new Error('lost'), { fatal: true }), 'sidecar_unavailable'],
  [
    'an SQL error',
    Object.assign(new Error('near "x"'), { code: 'ER_PARSE_ERROR', fatal: false }),
    'internal_error',
  ],
  ['text', 'thrown text', 'internal_error'],
  ['nothing', undefined, 'internal_error'],
];

test.each(foreign)('%s says nothing of itself to a client', (_case, error, code) => {
  const known = toAppError(error);
  expect(known.code).toBe(code);
  expect(known.cause).toBe(error);
  expect(known.message).toBe(new AppError(code).message);
});

test('what an error names reaches the client: fields, and when to come back', () => {
  const fields = { message: 'Too short' };
  expect(new AppError('invalid_request', { fields }).toBody().data).toEqual({
    status: 400,
    fields,
  });
  expect(new AppError('rate_limited', { retryAfter: 7 }).toBody().data).toEqual({
    status: 429,
    retry_after: 7,
  });
});
