import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { settingsDefaults } from '../../contract/settings-defaults.ts';
import { AddressHash, RateLimit, network, MemoryCounters } from './rate-limit.ts';
import type { AppError } from '../../errors/app-error.ts';
import { deriveKeys } from '../../secrets/secrets.ts';
import type { Database } from '../../storage/database.ts';
import { State } from '../../storage/state.ts';
import { memoryDatabase } from '../../../test/storage/memory-database.ts';

const key = new Uint8Array(32).fill(7);
const limits = {
  ...settingsDefaults.limits,
  per_session_max: 0,
  per_ip_max: 2,
  per_ip_window_s: 60,
};
const refused = { code: 'rate_limited', status: 429, retryable: true };

let now: number;
let database: Database;
let limit: RateLimit;
const create = () => new RateLimit({ state: new State(database), key, clock: () => now });
const consume = (ip: string, given = limits) => limit.question(ip, '', given);
beforeEach(async () => {
  now = 1_700_000_040_000;
  database = await memoryDatabase();
  limit = create();
});
afterEach(() => database.close());

/** Sends questions, one a second, until one is refused. Returns how many were admitted. */
async function admitted(ask: () => Promise<void>): Promise<number> {
  for (let count = 0; count < 100; count++) {
    now += 1000;
    try {
      await ask();
    } catch {
      return count;
    }
  }
  return 100;
}
const waitOf = async (ask: () => Promise<void>): Promise<number> =>
  ask().then(
    () => 0,
    (error: unknown) => (error as AppError).retryAfter ?? -1,
  );

test('so many are let through, the next is told when to come back, and then may', async () => {
  now += 15_000;
  await consume('192.0.2.1');
  await consume('192.0.2.1');
  await expect(consume('192.0.2.1')).rejects.toMatchObject(refused);
  const wait = await waitOf(() => consume('192.0.2.1'));
  expect(wait).toBeGreaterThanOrEqual(60);
  expect(wait).toBeLessThanOrEqual(66);
  now += wait * 1000 - 1000;
  expect(await waitOf(() => consume('192.0.2.1'))).toBe(1);
  now += 1000;
  await consume('192.0.2.1');
});

test('no minute has more than its number, wherever it begins', async () => {
  const given = { ...limits, per_ip_max: 7 };
  const times: number[] = [];
  // Bursts at the borders of minutes, and tries at all other times.
  for (let second = 0; second < 400; second++, now += 1000) {
    const tries = second % 60 > 55 || second % 60 < 3 ? 5 : 1;
    for (let each = 0; each < tries; each++) {
      if ((await waitOf(() => consume('192.0.2.1', given))) === 0) times.push(now);
    }
  }
  const most = times.map((from) => times.filter((at) => at >= from && at < from + 60_000).length);
  expect(Math.max(...most)).toBe(7);
  expect(times.length).toBeGreaterThan(35);
});

test('of many at once, at two sidecars, no more are let through', async () => {
  const sidecars = [limit, create()];
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) => sidecars[n % 2]!.question('192.0.2.1', '', limits)),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
});

test('a class behind one address is possible, one of its conversations is limited', async () => {
  const { per_session_max, per_ip_max } = settingsDefaults.limits;
  const given = settingsDefaults.limits;
  const alone = () => limit.question('192.0.2.1', 'one secret', given);
  expect(await admitted(alone)).toBe(per_session_max);
  for (let pupil = 0; pupil < 30; pupil++) {
    for (let question = 0; question < 3; question++) {
      await limit.question('192.0.2.1', `secret ${pupil}`, given);
    }
  }
  expect(per_ip_max).toBeGreaterThanOrEqual(per_session_max + 90);
});

test('the question that opens a conversation counts for it', async () => {
  const given = { ...limits, per_ip_max: 0, per_session_max: 2 };
  await limit.question('192.0.2.1', '', given);
  await limit.opened('secret', given);
  await limit.question('192.0.2.1', 'secret', given);
  await expect(limit.question('192.0.2.9', 'secret', given)).rejects.toMatchObject(refused);
});

test('the site has a limit for all together', async () => {
  const given = { ...limits, per_ip_max: 2, per_site_max: 3, per_site_window_s: 60 };
  await consume('192.0.2.1', given);
  await consume('192.0.2.1', given);
  await expect(consume('192.0.2.1', given)).rejects.toMatchObject(refused);
  await consume('192.0.2.2', given);
  await expect(consume('192.0.2.3', given)).rejects.toMatchObject(refused);
});

test('a question that one limit refuses does not count for the others', async () => {
  const given = { ...limits, per_ip_max: 5, per_session_max: 1 };
  await limit.question('192.0.2.1', 'secret', given);
  for (let each = 0; each < 9; each++) {
    await waitOf(() => limit.question('192.0.2.1', 'secret', given));
  }
  expect(await admitted(() => consume('192.0.2.1', given))).toBe(4);
});

test('other requests have ten times as much room, and write nothing', async () => {
  const request = () => limit.request('192.0.2.1', limits);
  for (let each = 0; each < 20; each++) await request();
  await expect(request()).rejects.toMatchObject(refused);
  await limit.request('192.0.2.2', limits);
  await consume('192.0.2.1');
  now += 66_000;
  await request();
  const rows = await database.query.selectFrom('state').select('name').execute();
  expect(rows.filter(({ name }) => name.startsWith('rate:'))).toHaveLength(1);
});

test('what is counted in memory alone is forgotten when its window is over, and bounded', async () => {
  const counters = new MemoryCounters(() => now);
  const numbers = async (...names: string[]) => [...(await counters.readNumbers(names)).values()];
  await counters.add('first', 1, now + 60_000);
  now += 30_000;
  await counters.add('second', 1, now + 60_000);
  expect(await numbers('first', 'second')).toEqual([1, 1]);
  now += 30_000;
  await counters.add('second', 1, now + 30_000);
  expect(await numbers('first', 'second')).toEqual([0, 2]);
  for (let n = 0; n < 99_999; n++) await counters.add(`of ${n}`, 1, now + 60_000);
  expect(await numbers('second', 'of 0')).toEqual([2, 1]);
  await counters.add('one more', 1, now + 60_000);
  expect(await numbers('second', 'of 0', 'one more')).toEqual([0, 1, 1]);
});

test('the database knows neither address nor secret, and forgets the count', async () => {
  await limit.question('192.0.2.1', 'secret', { ...limits, per_session_max: 9 });
  const rows = await database.query.selectFrom('state').selectAll().execute();
  expect(JSON.stringify(rows)).not.toMatch(/192\.0\.2|secret/);
  await new State(database).sweep(now + 66_001);
  const left = await database.query.selectFrom('state').select('name').execute();
  expect(left.filter(({ name }) => name.startsWith('rate:'))).toEqual([]);
});

const pairs: [string, string, string, boolean][] = [
  ['one IPv4 address', '192.0.2.1', '192.0.2.1', true],
  ['an IPv4 address in either form', '192.0.2.1', '::ffff:192.0.2.1', true],
  ['a subscriber’s IPv6 addresses', '2001:db8:1:2::1', '2001:db8:1:2:ffff:0:1:2', true],
  ['the same in capitals and with zeros', '2001:DB8:1:2::1', '2001:0db8:0001:0002::9', true],
  ['zeros in the middle', '2001:db8::1:2:3:4:5', '2001:db8:0:1::9', true],
  ['two subscribers', '2001:db8:1:2::1', '2001:db8:1:3::1', false],
  ['an interface', 'fe80::1%eth0', 'fe80::2', true],
  ['no address at all', '', '', true],
  ['no address and one', '', '192.0.2.1', false],
];

test.each(pairs)('%s, %s and %s are one visitor: %s', (_case, one, other, same) => {
  expect(network(one) === network(other)).toBe(same);
});

const noon = Date.UTC(2026, 10, 22, 12);
const day = 86_400_000;
const { addresses: hashKey } = deriveKeys('a'.repeat(64));

describe('the hash of an address', () => {
  beforeEach(() => {
    now = noon;
  });

  /** A sidecar of the site. */
  const start = (given = hashKey) =>
    new AddressHash({ state: new State(database), key: given, clock: () => now });
  const salts = () => new State(database).texts('address-salt:');

  test('all sidecars of a site know an address for the day, and only for the day', async () => {
    const [one, other] = [start(), start()];
    const [first, second] = await Promise.all([one.of('192.0.2.1'), other.of('192.0.2.1')]);
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(second).toBe(first);
    now = noon + day / 2 - 1;
    expect(await start().of('192.0.2.1')).toBe(first);
    expect(await one.of('192.0.2.2')).not.toBe(first);
    now += 1;
    const next = await one.of('192.0.2.1');
    expect(next).not.toBe(first);
    expect(await other.of('192.0.2.1')).toBe(next);
  });

  test('after the day nobody can try out addresses, not even with the key', async () => {
    const before = await start().of('192.0.2.1');
    const [salt] = await salts();
    now += day;
    await new State(database).sweep(now);
    expect(await salts()).toEqual([]);
    // A clock that is set back makes another salt.
    now = noon;
    expect(await start().of('192.0.2.1')).not.toBe(before);
    expect((await salts())[0]?.text).not.toBe(salt?.text);
  });

  test('on a full disk an address has a hash, the same one until the sidecar ends', async () => {
    const full = () =>
      Promise.reject(Object.assign(new Error('database or disk is full'), { errcode: 13 }));
    const state = Object.assign(new State(database), { writeMissing: full });
    const hashes = new AddressHash({ state, key: hashKey, clock: () => now });
    const first = await hashes.of('192.0.2.1');
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(await hashes.of('192.0.2.1')).toBe(first);
    expect(await hashes.of('192.0.2.2')).not.toBe(first);
  });

  test('the database alone, with the salt of the day, tells no address', async () => {
    const stored = await start().of('192.0.2.1');
    // Every address of the network, hashed with all that is stored.
    const tried = await Promise.all(
      Array.from({ length: 256 }, (_, n) => start(new Uint8Array(32)).of(`192.0.2.${n}`)),
    );
    expect(tried).not.toContain(stored);
  });
});
