import { expect, test } from '@jest/globals';
import { createKeptCounters } from '../../server/storage/state.ts';

const full = () =>
  Promise.reject(Object.assign(new Error('database or disk is full'), { errcode: 13 }));

test('while the disk is full a counter goes on in memory, and then in the database', async () => {
  const kept = createKeptCounters();
  const add = (write: () => Promise<number>) =>
    kept.add('hits', 2, { write, read: () => Promise.resolve(5) });
  expect([await add(full), await add(full)]).toEqual([7, 9]);
  expect(await add(() => Promise.resolve(7))).toBe(7);
  expect(await add(full)).toBe(7);
});

test('what is claimed while the disk is full is refused the second time, also later', async () => {
  const kept = createKeptCounters();
  expect(await kept.claim('call:1', full)).toBe(true);
  expect(await kept.claim('call:1', full)).toBe(false);
  expect(await kept.claim('call:1', () => Promise.resolve(true))).toBe(false);
});

test('while the disk is full a sum stays within its limit', async () => {
  const kept = createKeptCounters();
  const add = () => kept.addUpTo('hits', 1, 7, { write: full, read: () => Promise.resolve(5) });
  expect([await add(), await add(), await add()]).toEqual([true, true, false]);
});

test('another error is thrown', async () => {
  const kept = createKeptCounters();
  const broken = () => Promise.reject(new Error('broken'));
  await expect(kept.claim('call:1', broken)).rejects.toThrow('broken');
  await expect(kept.add('hits', 1, { write: broken, read: broken })).rejects.toThrow('broken');
});
