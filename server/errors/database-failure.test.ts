import { expect, test } from '@jest/globals';
import { toAppError } from './app-error.ts';
import { databaseFailure } from './database-failure.ts';

const failed = (fields: object, message = 'failed') => Object.assign(new Error(message), fields);

test.each([
  ['a row that another connection holds', { errno: 1205 }, 'locked'],
  ['a deadlock', { errno: 1213 }, 'locked'],
  ['SQLITE_BUSY_SNAPSHOT', { errcode: 517 }, 'locked'],
  ['a full disk of MySQL', { errno: 1021 }, 'full'],
  ['a full disk of SQLite', { errcode: 13 }, 'full'],
  ['a server that stops', { errno: 1053 }, 'unreachable'],
  ['a refused connection', { code: 'ECONNREFUSED' }, 'unreachable'],
  ['an error that ends the connection', { fatal: true }, 'unreachable'],
  ['a duplicate key', { errno: 1062 }, null],
  ['SQLITE_CONSTRAINT_UNIQUE', { errcode: 2067 }, null],
  ['an error of the program', {}, null],
])('%s', (_, fields, failure) => {
  expect(databaseFailure(failed(fields))).toBe(failure);
});

test('InnoDB’s own words for a full disk', () => {
  const error = failed({ errno: 1030 }, 'Got error 28 "No space left on device" from InnoDB');
  expect(databaseFailure(error)).toBe('full');
  expect(databaseFailure(failed({}, 'no space left on device'))).toBeNull();
});

test('a lock is an error that passes, with the seconds to wait', () => {
  expect(toAppError(failed({ errno: 1205 }))).toMatchObject({
    code: 'overloaded',
    retryable: true,
    retryAfter: 5,
  });
  expect(toAppError(failed({ errno: 1053 })).code).toBe('sidecar_unavailable');
  expect(toAppError(failed({ errno: 1062 })).code).toBe('internal_error');
});
