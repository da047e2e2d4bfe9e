import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { AppError } from '../errors/app-error.ts';
import { ServedSite, readSiteHeader, type Site } from './site.ts';
import { encodeSite } from './signature.ts';

const own: Site = {
  id: '3f1c2a9e-5d0b-4c7a-9b1e-0a2b3c4d5e6f',
  url: 'https://museum.test/en',
  secret: 's'.repeat(32),
  address: 'https://museum.test/en',
};
const named = (url: string, id = own.id) => ({ id, url });

let now: number;
let read: jest.Mock<() => Promise<Site>>;
let site: ServedSite;
beforeEach(() => {
  now = 1_000_000;
  read = jest.fn(() => Promise.resolve(own));
  site = new ServedSite(own, read, () => now);
});

const sameSites: [string, string][] = [
  ['as it was recorded', 'https://museum.test/en'],
  ['without TLS', 'http://museum.test/en'],
  ['with www', 'https://www.museum.test/en'],
  ['with a slash at its end', 'https://museum.test/en/'],
  ['with its usual port', 'https://museum.test:443/en'],
];
test.each(sameSites)('a call that names the site %s is about it', async (_case, url) => {
  expect(await site.require(named(url))).toBe(own);
  expect(read).not.toHaveBeenCalled();
});

const otherSites: [string, ReturnType<typeof named>][] = [
  ['of another host', named('https://staging.museum.test/en')],
  ['in another folder', named('https://museum.test')],
  ['at another port', named('https://museum.test:8443/en')],
  ['with another id', named(own.url, '11111111-2222-4333-8444-555555555555')],
];
test.each(otherSites)(
  'a site %s is refused, and told whose sidecar this is',
  async (_case, one) => {
    await expect(site.require(one)).rejects.toMatchObject({
      code: 'wrong_site',
      status: 403,
      site: own.url,
    });
  },
);

describe('the site is read again', () => {
  test('when a call names another one: it may have moved', async () => {
    const moved = { ...own, url: 'https://new.test', address: 'https://new.test' };
    read.mockResolvedValueOnce(moved);
    expect(await site.require(named('https://new.test'))).toEqual(moved);
    await expect(site.require(named(own.url))).rejects.toMatchObject({ site: 'https://new.test' });
  });

  test('at most every ten seconds', async () => {
    const ask = () => site.require(named('https://other.test')).catch(() => undefined);
    await ask();
    await ask();
    expect(read).toHaveBeenCalledTimes(1);
    now += 10_000;
    await ask();
    expect(read).toHaveBeenCalledTimes(2);
  });

  test('and stays what it was while nobody answers', async () => {
    read.mockRejectedValue(new AppError('sidecar_unavailable'));
    await expect(site.require(named('https://other.test'))).rejects.toMatchObject({
      code: 'wrong_site',
    });
    expect(await site.get()).toBe(own);
  });
});

test('a site that is not known yet is read once for all who wait', async () => {
  site = new ServedSite(null, read, () => now);
  const both = await Promise.all([site.get(), site.require(named(own.url))]);
  expect(both).toEqual([own, own]);
  expect(read).toHaveBeenCalledTimes(1);
});

test('a header is read as it was written, and nothing else is a site', () => {
  expect(readSiteHeader(encodeSite(own))).toEqual({ id: own.id, url: own.url });
  for (const text of ['', 'id=1&url=https%3A%2F%2Fa.test', `id=${own.id}`, `id=${own.id}&url=x`]) {
    expect(readSiteHeader(text)).toBeNull();
  }
});
