import { expect, jest, test } from '@jest/globals';
import { AppError } from '../errors/app-error.ts';
import { ConfigError, listenFailure } from '../errors/config-error.ts';
import type { Log } from './log.ts';
import { persist } from './persist.ts';
import { plainReason } from '../errors/plain-reason.ts';

const mysqlError = (errno: number, message: string) =>
  Object.assign(new Error(message), { errno, code: 'ER_X' });
const systemError = (code: string, message: string) => Object.assign(new Error(message), { code });
const denied = () => mysqlError(1045, "Access denied for user 'wp'@'localhost'");

function trying(work: () => Promise<unknown>) {
  const log = { warn: jest.fn(), error: jest.fn() };
  const { signal } = new AbortController();
  const done = persist('reading the site', work, log as unknown as Log, signal, 1);
  return { log, done };
}

test('what is not there yet is tried again, with one short line each time', async () => {
  const answers = [
    () => Promise.reject(systemError('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:3306')),
    () => Promise.reject(new AppError('not_configured', { message: 'There is no secret.' })),
    () => Promise.resolve('there'),
  ];
  const { log, done } = trying(() => (answers.shift() ?? answers[0]!)());
  expect(await done).toBe('there');
  expect(log.warn.mock.calls).toEqual([
    [{ reason: 'connect ECONNREFUSED 127.0.0.1:3306' }, expect.stringContaining('tried again')],
    [{ reason: 'There is no secret.' }, expect.stringContaining('tried again')],
  ]);
  expect(log.error).not.toHaveBeenCalled();
});

test('an account that is refused three times ends it, in one sentence', async () => {
  const work = jest.fn(() => Promise.reject(denied()));
  const { done } = trying(work);
  await expect(done).rejects.toThrow(ConfigError);
  await expect(done).rejects.toThrow(/Access denied for user.*see wp-config\.php/);
  expect(work).toHaveBeenCalledTimes(3);
});

test('a wrong setting ends it at once', async () => {
  const work = jest.fn(() => Promise.reject(new ConfigError('Wrong.')));
  await expect(trying(work).done).rejects.toThrow('Wrong.');
  expect(work).toHaveBeenCalledTimes(1);
});

test('an error that nobody has foreseen keeps its stack', async () => {
  const answers = [() => Promise.reject(new TypeError('x')), () => Promise.resolve()];
  const { log, done } = trying(() => answers.shift()!());
  await done;
  expect(log.error).toHaveBeenCalledWith({ err: expect.any(TypeError) }, expect.any(String));
});

test.each([
  ['a name with two addresses', new AggregateError([systemError('ECONNREFUSED', 'a')], ''), 'a'],
  [
    'a site that does not answer',
    new AppError('sidecar_unavailable', {
      message: 'WordPress did not answer.',
      cause: new TypeError('fetch failed', { cause: systemError('ENOTFOUND', 'getaddrinfo') }),
    }),
    'WordPress did not answer. (getaddrinfo)',
  ],
  ['a bug', new TypeError('x is not a function'), null],
  [
    'a bug behind an error of ours',
    new AppError('internal_error', { cause: new Error('x') }),
    null,
  ],
])('the reason of %s', (_case, error, expected) => {
  expect(plainReason(error)).toBe(expected);
});

test.each([
  ['EACCES', 'This user may not listen on 127.0.0.1:8790: set ITIH_PORT to 1024 or more.'],
])('a port that cannot be had: %s', (code, sentence) => {
  const error = Object.assign(systemError(code, 'listen'), { address: '127.0.0.1', port: 8790 });
  const failure = listenFailure(error, 'ITIH_PORT');
  expect(failure).toBeInstanceOf(ConfigError);
  expect((failure as Error).message).toBe(sentence);
});
