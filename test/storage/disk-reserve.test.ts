import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createDiskReserve } from '../../server/storage/sqlite.ts';

const full = () => Object.assign(new Error('database or disk is full'), { errcode: 13 });
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'itih-reserve-'));
  file = join(folder, 'itih.sqlite-reserve');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a deletion on a full disk gets the room that is kept, which is kept again', async () => {
  const reserve = createDiskReserve(file);
  expect(statSync(file).blocks * 512).toBeGreaterThanOrEqual(4 * 1024 * 1024);
  const work = () => (existsSync(file) ? Promise.reject(full()) : Promise.resolve('deleted'));
  expect(await reserve.forDeletion(work)).toBe('deleted');
  expect(existsSync(file)).toBe(true);
});

test('any other error gives no room, and is not repeated', async () => {
  const reserve = createDiskReserve(file);
  let calls = 0;
  const work = () => {
    calls++;
    return Promise.reject(new Error('broken'));
  };
  await expect(reserve.forDeletion(work)).rejects.toThrow('broken');
  expect([calls, existsSync(file)]).toEqual([1, true]);
});

test('a folder without room for it has none', async () => {
  const reserve = createDiskReserve(join(folder, 'missing', 'reserve'));
  await expect(reserve.forDeletion(() => Promise.reject(full()))).rejects.toThrow('full');
});
