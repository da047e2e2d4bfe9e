import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createAddressHash } from '../../server/chat/address-hash.ts';
import { deriveKeys } from '../../server/secrets/secrets.ts';
import type { Database } from '../../server/storage/database.ts';
import { createState } from '../../server/storage/state.ts';
import { memoryDatabase } from '../storage/memory-database.ts';

const noon = Date.UTC(2026, 10, 22, 12);
const day = 86_400_000;
const { addresses: key } = deriveKeys('a'.repeat(64));
let database: Database;
let now: number;
beforeEach(async () => {
  now = noon;
  database = await memoryDatabase();
});
afterEach(() => database.close());

/** A sidecar of the site. */
const start = (given = key) =>
  createAddressHash({ state: createState(database), key: given, clock: () => now });
const salts = () => createState(database).texts('address-salt:');

test('all sidecars of a site know an address for the day, and only for the day', async () => {
  const [one, other] = [start(), start()];
  const [first, second] = await Promise.all([one('192.0.2.1'), other('192.0.2.1')]);
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(second).toBe(first);
  now = noon + day / 2 - 1;
  expect(await start()('192.0.2.1')).toBe(first);
  expect(await one('192.0.2.2')).not.toBe(first);
  now += 1;
  const next = await one('192.0.2.1');
  expect(next).not.toBe(first);
  expect(await other('192.0.2.1')).toBe(next);
});

test('after the day nobody can try out addresses, not even with the key', async () => {
  const before = await start()('192.0.2.1');
  const [salt] = await salts();
  now += day;
  await createState(database).sweep(now);
  expect(await salts()).toEqual([]);
  // A clock that is set back makes another salt.
  now = noon;
  expect(await start()('192.0.2.1')).not.toBe(before);
  expect((await salts())[0]?.text).not.toBe(salt?.text);
});

test('on a full disk an address has a hash, the same one until the sidecar ends', async () => {
  const full = () =>
    Promise.reject(Object.assign(new Error('database or disk is full'), { errcode: 13 }));
  const state = { ...createState(database), writeMissing: full };
  const hashOf = createAddressHash({ state, key, clock: () => now });
  const first = await hashOf('192.0.2.1');
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(await hashOf('192.0.2.1')).toBe(first);
  expect(await hashOf('192.0.2.2')).not.toBe(first);
});

test('the database alone, with the salt of the day, tells no address', async () => {
  const stored = await start()('192.0.2.1');
  // Every address of the network, hashed with all that is stored.
  const tried = await Promise.all(
    Array.from({ length: 256 }, (_, n) => start(new Uint8Array(32))(`192.0.2.${n}`)),
  );
  expect(tried).not.toContain(stored);
});
