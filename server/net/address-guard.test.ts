import { afterEach, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import {
  AddressGuard,
  isPublic,
  parseAllowed,
  withSite,
  isOwnServer,
  sharedLookup,
} from './address-guard.ts';
import { pagePath } from './page-path.ts';

fc.configureGlobal({ seed: 17 });

const guardFor = (allowed: string, addresses: string[] = []) =>
  new AddressGuard(parseAllowed(allowed), () =>
    Promise.resolve(
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    ),
  );
const blocked = expect.objectContaining({ code: 'blocked_address', retryable: false });

describe('an address', () => {
  test.each([
    '1.1.1.1 93.184.215.14 172.15.255.255 172.32.0.1 100.63.255.255 192.167.1.1',
    '168.63.129.15 168.63.129.17 166.12.0.0',
    '2606:4700:4700::1111 2a00:1450:4001:80b::200e 64:ff9b::5db8:d70e ::ffff:93.184.215.14',
  ])('is public: %s', (addresses) => {
    expect(addresses.split(' ').filter((address) => !isPublic(address))).toEqual([]);
  });

  test.each([
    ['loopback', '127.0.0.1 127.255.255.254 ::1'],
    ['unspecified', '0.0.0.0 0.1.2.3 ::'],
    ['private', '10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1'],
    ['carrier-grade NAT', '100.64.0.1 100.127.255.255'],
    ['link-local', '169.254.1.1 fe80::1 fe80::1%eth0'],
    ['cloud metadata', '169.254.169.254 100.100.100.200 192.0.0.192'],
    ['cloud metadata', 'fd00:ec2::254 fd20:ce::254 fd00:42::42'],
    ['a cloud’s own network', '168.63.129.16 ::ffff:168.63.129.16 64:ff9b::a83f:8110'],
    ['a cloud’s own network', '161.26.0.7 166.11.255.255'],
    ['unique or site-local', 'fc00::1 fdff::1 fec0::1'],
    ['multicast and broadcast', '224.0.0.1 ff02::1 255.255.255.255'],
    ['reserved', '240.0.0.1 192.0.0.8 100::1 4000::1'],
    ['documentation', '192.0.2.1 198.51.100.1 203.0.113.1 2001:db8::1 3fff::1'],
    ['benchmarking', '198.18.0.1 2001:2::1'],
    ['IPv4 in IPv6', '::ffff:127.0.0.1 ::ffff:a9fe:a9fe ::127.0.0.1 ::7f00:1 ::ffff:0:127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b:1::5db8:d70e'],
    ['6to4 and Teredo', '2002:7f00:1:: 2002:5db8:d70e::1 2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['no address', 'example.com'],
  ])('is not public: %s, %s', (_range, addresses) => {
    expect(addresses.split(' ').filter(isPublic)).toEqual([]);
  });

  test('of IPv4 is as public when IPv6 carries it', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const mapped = ipaddr.IPv4.parse(address).toIPv4MappedAddress();
        const last = mapped.toByteArray().slice(12);
        const translated = ipaddr.fromByteArray([
          0,
          0x64,
          0xff,
          0x9b,
          ...Array<number>(8).fill(0),
          ...last,
        ]);
        expect(isPublic(mapped.toString())).toBe(isPublic(address));
        expect(isPublic(translated.toString())).toBe(isPublic(address));
      }),
    );
  });
});

describe('without a question to anybody', () => {
  const refused = (urls: string) =>
    urls.split(' ').filter((url) => {
      try {
        guardFor('').check(new URL(url));
        return false;
      } catch (error) {
        expect(error).toEqual(blocked);
        return true;
      }
    });

  test.each([
    'http://127.0.0.1/ http://2130706433/ http://0x7f000001/ http://0177.0.0.1/ http://127.1/ http://0/',
    'http://１２７.０.０.１/ http://[::1]/ http://[::ffff:127.0.0.1]/',
    'http://169.254.169.254/latest/meta-data/ http://[fd00:ec2::254]/',
    'http://localhost/ http://LOCALHOST./ http://app.localhost/',
    'http://site.example:25/ http://site.example:22/ https://site.example:6667/ http://1.1.1.1:6000/',
  ])('%s is refused', (urls) => expect(refused(urls)).toEqual(urls.split(' ')));

  test('others are let pass', () => {
    const urls =
      'https://site.example/ http://site.example:80/ https://site.example:8443/ http://1.1.1.1/ https://localhost.example/';
    expect(refused(urls)).toEqual([]);
  });
});

describe('what a name resolves to', () => {
  const site = new URL('https://site.example/');

  test('is what is connected to', async () => {
    const addresses = ['93.184.215.14', '2606:4700:4700::1111'];
    const found = await guardFor('', addresses).addressesOf(site, true);
    expect(found.addresses.map(({ address }) => address)).toEqual(addresses);
    expect(found.inside).toBe(false);
  });

  test.each([['10.0.0.7'], ['::1'], ['169.254.169.254']])(
    'is refused when one of it is %s, and the message does not say which',
    async (address) => {
      const found = guardFor('', ['93.184.215.14', address]).addressesOf(site, true);
      await expect(found).rejects.toEqual(blocked);
      await expect(found).rejects.not.toMatchObject({
        message: expect.stringContaining(address),
      });
    },
  );
});

describe('what the owner lets pass', () => {
  const passes = async (allowed: string, url: string, ...addresses: string[]) =>
    guardFor(allowed, addresses)
      .addressesOf(new URL(url), true)
      .then(() => true)
      .catch((error: { code?: string }) => {
        if (error.code === 'blocked_address') return false;
        throw error;
      });

  test.each([
    ['10.1.0.0/16', 'http://intra.example/', '10.1.2.3', true],
    ['10.1.0.0/16', 'http://intra.example/', '10.2.2.3', false],
    ['10.1.2.3', 'http://10.1.2.3/', '10.1.2.3', true],
    ['10.1.2.3', 'http://10.1.2.4/', '10.1.2.4', false],
    ['10.1.2.3', 'http://10.1.2.3:22/', '10.1.2.3', false],
    ['fd00::/8', 'http://[fd12::1]/', 'fd12::1', true],
    ['intra.example', 'http://intra.example/', '10.1.2.3', true],
    ['Intra.Example', 'http://intra.example:8081/', '10.1.2.3', true],
    ['intra.example', 'http://other.intra.example/', '10.1.2.3', false],
    ['intra.example:8080', 'http://intra.example:8080/', '10.1.2.3', true],
    ['intra.example:8080', 'http://intra.example/', '10.1.2.3', false],
    ['intra.example:80', 'http://intra.example/', '10.1.2.3', true],
    ['localhost:3000, 10.0.0.0/8', 'http://localhost:3000/', '127.0.0.1', true],
    ['[::1]:8080', 'http://[::1]:8080/', '::1', true],
  ])('%s: %s at %s is let pass: %s', async (allowed, url, address, expected) => {
    expect(await passes(allowed, url, address)).toBe(expected);
  });

  test.each([
    ['10.0.0.0/8', 'http://10.1.2.3/'],
    ['intra.example', 'http://intra.example/'],
    ['public.example:81', 'http://public.example:81/'],
  ])('%s is for the owner, not for pages that lead to %s', async (allowed, url) => {
    const found = guardFor(allowed, ['10.1.2.3']).addressesOf(new URL(url), false);
    await expect(found).rejects.toEqual(blocked);
  });

  test('is said in a way that can be read', () => {
    expect(parseAllowed(' ').hosts.size).toBe(0);
    for (const wrong of ['http://site.example', 'user@host', 'a/b', '10.0.0.0/99', 'host:']) {
      expect(() => parseAllowed(wrong)).toThrow(wrong);
    }
  });

  test('is also the site itself, at its very port', async () => {
    const allowed = withSite(parseAllowed(''), 'http://127.0.0.1:8080/wp');
    const guard = new AddressGuard(allowed, () =>
      Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    );
    expect(await guard.addressesOf(new URL('http://127.0.0.1:8080/page'), true)).toMatchObject({
      inside: true,
    });
    expect(() => guard.check(new URL('http://127.0.0.1:8081/'))).toThrow(blocked);
    expect(() => guard.check(new URL('http://127.0.0.1/'))).toThrow(blocked);
    expect(withSite(parseAllowed(''), '').hosts.size).toBe(0);
  });
});

test.each([
  ['http://127.0.0.1:8080/v1 http://models.example.com/v1 https://192.168.1.20/v1', true],
  ['https://[fd00::1]:8080/v1 https://ollama:11434 https://gpu.lan/v1', true],
  ['https://openrouter.ai/api/v1 https://8.8.8.8/v1 gpu https:// ', false],
])('%s: servers of one’s own: %s', (addresses, expected) => {
  for (const address of addresses.split(' '))
    expect([address, isOwnServer(address)]).toEqual([address, expected]);
});

test.each([
  ['https://site.example/venue-hire/?utm=1#x', '/venue-hire/'],
  ['http://www.site.example/', '/'],
  ['https://site.example/a"\n<b>', '/a%22%3Cb%3E'],
  [`https://site.example/${'x'.repeat(500)}`, `/${'x'.repeat(299)}`],
  ['https://other.example/venue-hire/', ''],
  ['javascript:alert(1)', ''],
  ['file://site.example/etc', ''],
  [null, ''],
])('%s is at %s', (page, path) => {
  expect(pagePath(page, 'https://site.example/shop')).toBe(path);
});

test('a site that is not known has no pages', () => {
  expect(pagePath('https://site.example/', undefined)).toBe('');
});

afterEach(() => void jest.useRealTimers());

const found = [{ address: '203.0.113.7', family: 4 }];

test('many ask for an address once, again after half a minute, and at once after a failure', async () => {
  jest.useFakeTimers();
  jest.advanceTimersByTime(1000);
  let asked = 0;
  const resolve = sharedLookup(() =>
    ++asked === 1 ? Promise.reject(new Error('SERVFAIL')) : Promise.resolve(found),
  );
  await expect(resolve('site.example')).rejects.toThrow('SERVFAIL');
  const atOnce = Array.from({ length: 12 }, () => resolve('site.example'));
  expect(await Promise.all(atOnce)).toEqual(Array(12).fill(found));
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
  const open = new AddressGuard(parseAllowed('rebound.example'), resolve);
  const closed = new AddressGuard(parseAllowed(''), resolve);
  expect((await open.addressesOf(url, true)).inside).toBe(true);
  await expect(open.addressesOf(url, false)).rejects.toMatchObject({ code: 'blocked_address' });
  await expect(closed.addressesOf(url, true)).rejects.toMatchObject({ code: 'blocked_address' });
});
