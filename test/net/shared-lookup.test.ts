import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, jest, test } from '@jest/globals';
import { createAddressGuard, parseAllowed } from '../../server/net/address-guard.ts';
import { sharedLookup } from '../../server/net/shared-lookup.ts';

afterEach(() => void jest.useRealTimers());

const found = [{ address: '203.0.113.7', family: 4 }];

test('twelve questions at once ask a slow name server once', async () => {
  let asked = 0;
  const guard = createAddressGuard(
    parseAllowed(''),
    sharedLookup(async () => {
      asked++;
      await sleep(100);
      return [{ address: '93.184.216.34', family: 4 }];
    }),
  );
  const url = new URL('https://vendor.example/v1');
  const begun = performance.now();
  await Promise.all(Array.from({ length: 12 }, () => guard.addressesOf(url, true)));
  await guard.addressesOf(url, true);
  expect(asked).toBe(1);
  expect(performance.now() - begun).toBeLessThan(1000);
});

test('an address is asked for again after half a minute, and at once after a failure', async () => {
  jest.useFakeTimers();
  jest.advanceTimersByTime(1000);
  let asked = 0;
  const resolve = sharedLookup(() =>
    ++asked === 1 ? Promise.reject(new Error('SERVFAIL')) : Promise.resolve(found),
  );
  await expect(resolve('site.example')).rejects.toThrow('SERVFAIL');
  expect(await resolve('site.example')).toEqual(found);
  jest.advanceTimersByTime(29_000);
  await resolve('site.example');
  expect(asked).toBe(2);
  jest.advanceTimersByTime(2000);
  await resolve('site.example');
  expect(asked).toBe(3);
});

test('what is remembered is judged each time: a private address stays blocked', async () => {
  const resolve = sharedLookup(() => Promise.resolve([{ address: '10.0.0.7', family: 4 }]));
  const url = new URL('https://rebound.example/');
  const open = createAddressGuard(parseAllowed('rebound.example'), resolve);
  const closed = createAddressGuard(parseAllowed(''), resolve);
  expect((await open.addressesOf(url, true)).inside).toBe(true);
  await expect(open.addressesOf(url, false)).rejects.toMatchObject({ code: 'blocked_address' });
  await expect(closed.addressesOf(url, true)).rejects.toMatchObject({ code: 'blocked_address' });
});
