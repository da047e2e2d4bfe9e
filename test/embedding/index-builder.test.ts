import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { AppError } from '../../server/errors/app-error.ts';
import { createIndexBuilder, type IndexBuilder } from '../../server/embedding/build-index.ts';
import { createLog } from '../../server/runtime/log.ts';
import type { Database } from '../../server/storage/database.ts';
import { createState, type State } from '../../server/storage/state.ts';
import { until } from '../fakes/wait.ts';
import { memoryDatabase } from '../storage/memory-database.ts';

let now: number;
let database: Database;
let state: State;
let said: string[];
/** Steps that are left. */
let left: number;
let fail: Error | null;
let builders: IndexBuilder[];
beforeEach(async () => {
  now = 1000;
  database = await memoryDatabase();
  state = createState(database);
  said = [];
  left = 3;
  fail = null;
  builders = [];
});
afterEach(async () => {
  for (const builder of builders) await builder.stop();
  await database.close();
});

function builder(name: string, step?: () => Promise<boolean>): IndexBuilder {
  const made = createIndexBuilder({
    indexes: { plan: () => (said.push(`${name} plans`), Promise.resolve(null as never)) },
    buildStep:
      step ??
      (() => {
        if (fail) return Promise.reject(fail);
        if (left === 0) return Promise.resolve(false);
        said.push(`${name} ${left--}`);
        return Promise.resolve(true);
      }),
    problem: {
      report: (error) => (said.push(`problem ${String(error)}`), Promise.resolve()),
      clear: () => (said.push('no problem'), Promise.resolve()),
      read: () => Promise.resolve(null),
    },
    state,
    busy: () => false,
    lease: 50,
    clock: () => now,
    log: createLog('silent'),
  });
  builders.push(made);
  return made;
}

test('one step follows the other until nothing is left to do', async () => {
  builder('a').look();
  await until('the last step', () => left === 0);
  expect(said).toEqual(['a plans', 'a 3', 'no problem', 'a 2', 'a 1']);
});

test('settings that change during a build are heard after the step in hand', async () => {
  const first = builder('a', () => {
    said.push('step');
    if (said.length === 2) first.look();
    return Promise.resolve(said.length < 4);
  });
  first.look();
  await until('another plan', () => said.filter((word) => word === 'a plans').length === 2);
  expect(said.slice(0, 3)).toEqual(['a plans', 'step', 'no problem']);
});

test('what fails is said and tried again; a look by the clock does not hurry it, a change does', async () => {
  fail = new AppError('overloaded', { retryAfter: 3600 });
  const failing = builder('a');
  failing.look();
  await until('the problem', () => said.some((word) => word.startsWith('problem')));
  fail = null;
  failing.check();
  await new Promise(setImmediate);
  expect(left).toBe(3);
  failing.look();
  await until('the last step', () => left === 0);
  expect(said.slice(2)).toEqual(['a plans', 'a 3', 'no problem', 'a 2', 'a 1']);
});

test('of several processes one builds, and another goes on when it is gone', async () => {
  const { promise: stepped, resolve } = Promise.withResolvers<void>();
  builder('a', () => (resolve(), new Promise(() => undefined))).look();
  await stepped;
  builders = [];
  builder('b').look();
  await until('a plan', () => said.includes('b plans'));
  expect(left).toBe(3);
  now += 51;
  await until('the last step', () => left === 0);
});

test('a process that stops lets another begin at once', async () => {
  const waiting = jest.fn<(signal: AbortSignal) => Promise<boolean>>();
  const stopped = builder(
    'a',
    () => (void waiting(new AbortController().signal), Promise.resolve(true)),
  );
  stopped.look();
  await until('a step', () => waiting.mock.calls.length > 0);
  await stopped.stop();
  builder('b').look();
  await until('the last step', () => left === 0);
});
