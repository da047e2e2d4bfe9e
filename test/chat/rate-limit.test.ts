import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { createRateLimit, network } from '../../server/chat/rate-limit.ts';
import type { Database } from '../../server/storage/database.ts';
import { createState } from '../../server/storage/state.ts';
import { memoryDatabase } from '../storage/memory-database.ts';

const key = new Uint8Array(32).fill(7);
const limits = { ...settingsDefaults.limits, per_ip_max: 2, per_ip_window_s: 60 };
const refused = { code: 'rate_limited', status: 429, retryable: true };

let now: number;
let database: Database;
let consume: ReturnType<typeof createRateLimit>;
beforeEach(async () => {
  now = 1_700_000_040_000;
  database = await memoryDatabase();
  consume = createRateLimit({ state: createState(database), key, clock: () => now });
});
afterEach(() => database.close());

test('so many are let through, the next is told when to come back, and then may', async () => {
  now += 15_000;
  await consume('192.0.2.1', limits);
  await consume('192.0.2.1', limits);
  await expect(consume('192.0.2.1', limits)).rejects.toMatchObject({ ...refused, retryAfter: 45 });
  now += 44_999;
  await expect(consume('192.0.2.1', limits)).rejects.toMatchObject({ ...refused, retryAfter: 1 });
  now += 1;
  await consume('192.0.2.1', limits);
});

test('of many at once no more are let through', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () => consume('192.0.2.1', limits)),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
});

test('two sidecars on one database count together', async () => {
  const other = createRateLimit({ state: createState(database), key, clock: () => now });
  await consume('192.0.2.1', limits);
  await other('192.0.2.1', limits);
  await expect(consume('192.0.2.1', limits)).rejects.toMatchObject(refused);
});

test('no limit is no limit, and nothing is written down', async () => {
  for (let n = 0; n < 5; n++) await consume('192.0.2.1', { ...limits, per_ip_max: 0 });
  const rows = await database.query.selectFrom('state').select('name').execute();
  expect(rows.filter(({ name }) => name.startsWith('rate:'))).toEqual([]);
});

test('a window that the owner changes begins anew', async () => {
  await consume('192.0.2.1', limits);
  await consume('192.0.2.1', limits);
  await consume('192.0.2.1', { ...limits, per_ip_window_s: 3600 });
});

test('the database does not know the address, and forgets the count', async () => {
  await consume('192.0.2.1', limits);
  const rows = await database.query.selectFrom('state').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain('192.0.2');
  await createState(database).sweep(now + 60_001);
  const left = await database.query.selectFrom('state').select('name').execute();
  expect(left.filter(({ name }) => name.startsWith('rate:'))).toEqual([]);
});

const pairs: [string, string, string, boolean][] = [
  ['one IPv4 address', '192.0.2.1', '192.0.2.1', true],
  ['two IPv4 addresses', '192.0.2.1', '192.0.2.2', false],
  ['an IPv4 address in either form', '192.0.2.1', '::ffff:192.0.2.1', true],
  ['two IPv4 addresses in IPv6 form', '::ffff:192.0.2.1', '::FFFF:192.0.2.2', false],
  ['a subscriber’s IPv6 addresses', '2001:db8:1:2::1', '2001:db8:1:2:ffff:0:1:2', true],
  ['the same in capitals and with zeros', '2001:DB8:1:2::1', '2001:0db8:0001:0002::9', true],
  ['zeros in the middle', '2001:db8::1:2:3:4:5', '2001:db8:0:1::9', true],
  ['two subscribers', '2001:db8:1:2::1', '2001:db8:1:3::1', false],
  ['two subscribers with zeros', '2001:db8::1', '2001:db8:0:1::1', false],
  ['an interface', 'fe80::1%eth0', 'fe80::2', true],
  ['loopback and a subscriber', '::1', '2001:db8::1', false],
  ['no address at all', '', '', true],
  ['no address and one', '', '192.0.2.1', false],
];

describe('are counted as one visitor:', () => {
  test.each(pairs)('%s, %s and %s: %s', async (_case, one, other, same) => {
    await consume(one, { ...limits, per_ip_max: 1 });
    const second = consume(other, { ...limits, per_ip_max: 1 });
    if (same) await expect(second).rejects.toMatchObject(refused);
    else await second;
  });

  test.each(pairs)('in the stored sessions, too: %s', (_case, one, other, same) => {
    expect(network(one) === network(other)).toBe(same);
  });
});
