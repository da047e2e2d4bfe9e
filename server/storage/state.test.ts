import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from './database.ts';
import { readNumber, State } from './state.ts';
import { memoryDatabase } from '../../test/storage/memory-database.ts';

let database: Database;
let state: State;
beforeEach(async () => {
  database = await memoryDatabase();
  state = new State(database);
});
afterEach(() => database.close());

test('a counter begins at nothing and gives each caller another value', async () => {
  const seen = await Promise.all(Array.from({ length: 20 }, () => state.add('hits', 1)));
  expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  expect(await state.add('hits', -20)).toBe(0);
});

test('of many who claim a name at once one gets it', async () => {
  const claims = await Promise.all(
    Array.from({ length: 20 }, () => state.claimOnce('call:1', 100)),
  );
  expect(claims.filter(Boolean)).toHaveLength(1);
  expect(await state.claimOnce('call:2', 100)).toBe(true);
});

test('what has expired is swept, the rest is kept', async () => {
  await state.claimOnce('old', 99);
  await state.claimOnce('new', 100);
  await state.add('forever', 1);
  await state.sweep(100);
  expect(await state.claimOnce('old', 200)).toBe(true);
  expect(await state.claimOnce('new', 200)).toBe(false);
  expect(await readNumber(database.query, 'forever')).toBe(1);
});

const bound = (owner: object, value: unknown): unknown =>
  typeof value === 'function' ? (value.bind(owner) as unknown) : value;

describe('while the disk is full', () => {
  const full = () => Promise.reject(Object.assign(new Error('disk is full'), { errcode: 13 }));
  let isFull: boolean;
  beforeEach(() => {
    isFull = true;
    // The only statements that write.
    const query = new Proxy(database.query, {
      get: (target, name) =>
        isFull && (name === 'updateTable' || name === 'insertInto')
          ? () => {
              throw Object.assign(new Error('disk is full'), { errcode: 13 });
            }
          : bound(target, Reflect.get(target, name)),
    });
    const transaction: Database['transaction'] = (work) =>
      isFull ? full() : database.transaction(work);
    state = new State({ ...database, query, transaction });
  });

  test('a counter goes on in memory, and then in the database', async () => {
    isFull = false;
    await state.add('hits', 5);
    isFull = true;
    expect([await state.add('hits', 2), await state.add('hits', 2)]).toEqual([7, 9]);
    isFull = false;
    expect(await state.add('hits', 2)).toBe(7);
    isFull = true;
    expect(await state.add('hits', 2)).toBe(9);
  });

  test('a sum stays within its limit', async () => {
    const add = () => state.addUpTo('hits', 1, 2, 100);
    expect([await add(), await add(), await add()]).toEqual([true, true, false]);
  });

  test('what is claimed is refused the second time, also later', async () => {
    expect(await state.claimOnce('call:1', 100)).toBe(true);
    expect(await state.claimOnce('call:1', 100)).toBe(false);
    isFull = false;
    expect(await state.claimOnce('call:1', 100)).toBe(false);
  });
});
