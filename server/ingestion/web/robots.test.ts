import type { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, expect, jest, test, describe } from '@jest/globals';
import { HostGate, type SafeFetch } from './safe-fetch.ts';
import { AppError } from '../../errors/app-error.ts';
import { robotsDirectives, Robots } from './robots.ts';

const { signal } = new AbortController();
/** Lets everything that can happen without time happen. */
const settle = () => new Promise(setImmediate);

let gate: HostGate;
let begun: string[];
let ends: Map<string, () => void>;
beforeEach(() => {
  gate = new HostGate(() => 0);
  begun = [];
  ends = new Map();
});

const begin = (name: string, host = 'a.example', its = signal) =>
  gate.pass(host, 0, its, () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  });

test('two requests per host run at a time, in order, independent of other hosts', async () => {
  const all = ['1', '2', '3', '4'].map((name) => begin(name));
  const other = begin('5', 'b.example');
  await settle();
  expect(begun).toEqual(['1', '2', '5']);
  ends.get('2')?.();
  await settle();
  expect(begun).toEqual(['1', '2', '5', '3']);
  for (const name of ['1', '3', '5']) ends.get(name)?.();
  await settle();
  ends.get('4')?.();
  expect(await Promise.all([...all, other])).toEqual(['1', '2', '3', '4', '5']);
});

test('a failed request frees its place', async () => {
  const failing = () => gate.pass('a.example', 0, signal, () => Promise.reject(new Error('no')));
  await Promise.allSettled([failing(), failing(), failing()]);
  void begin('next');
  await settle();
  expect(begun).toEqual(['next']);
});

test('an aborted request leaves the queue', async () => {
  const controller = new AbortController();
  const [, , third] = [begin('1'), begin('2'), begin('3', 'a.example', controller.signal)];
  void begin('4');
  await settle();
  controller.abort(new Error('gone'));
  await expect(third).rejects.toThrow('gone');
  ends.get('1')?.();
  await settle();
  expect(begun).toEqual(['1', '2', '4']);
});

test('requests start at the given gap', async () => {
  let now = 1000;
  const sleep = jest.fn((ms: number | undefined) => {
    now += ms ?? 0;
    return Promise.resolve();
  });
  const gated = new HostGate(() => now, sleep as typeof wait);
  const at: number[] = [];
  const note = (host: string) => gated.pass(host, 60, signal, () => Promise.resolve(at.push(now)));
  await note('a.example');
  await note('a.example');
  await note('b.example');
  now += 1000;
  await note('a.example');
  expect(at).toEqual([1000, 1060, 1060, 2060]);
  expect(sleep).toHaveBeenCalledTimes(1);
});

test('a site rests after each answer, half as long as that took', async () => {
  let now = 1000;
  const pauses: number[] = [];
  const sleep = (ms = 0) => {
    pauses.push(ms);
    now += ms;
    return Promise.resolve();
  };
  const gated = new HostGate(() => now, sleep as typeof wait);
  const take = (host: string, ms: number) =>
    gated.pass(host, 0, signal, () => Promise.resolve((now += ms)));
  for (const ms of [200, 5000, 90_000, 200]) await take('a.example', ms);
  expect(pauses).toEqual([100, 2500, 20_000]);
  await take('b.example', 3000);
  expect(pauses).toHaveLength(3);
});

let now: number;
let status: number;
let text: string;
let fetched: jest.Mock<SafeFetch['get']>;
let robots: Robots;
beforeEach(() => {
  now = 0;
  status = 200;
  text = '';
  fetched = jest.fn<SafeFetch['get']>((url) =>
    Promise.resolve({ url, status, headers: {}, body: Buffer.from(text) }),
  );
  robots = new Robots({ get: fetched }, () => now);
});

const page = (path: string) => new URL(path, 'https://site.example/');
const allows = async (path: string) => (await robots.rulesFor(page(path))).allows(page(path));

test('a site’s robots.txt is read once for an hour', async () => {
  text = 'User-agent: *\nDisallow: /private/';
  await robots.admit(page('/open'));
  await expect(robots.admit(page('/private/x'))).rejects.toMatchObject({
    code: 'rest_forbidden',
    retryable: false,
  });
  expect(fetched.mock.calls.map(([url]) => url.href)).toEqual(['https://site.example/robots.txt']);
  now = 3_600_001;
  text = '';
  await robots.admit(page('/private/x'));
  expect(fetched).toHaveBeenCalledTimes(2);
});

test.each([
  ['for this crawler', 'User-agent: itihragchat\nDisallow: /x\n\nUser-agent: *\nAllow: /', false],
  ['for another', 'User-agent: OtherBot\nDisallow: /', true],
  [
    'for this one instead of all',
    'User-agent: *\nDisallow: /\n\nUser-agent: ItihRagChat\nAllow: /',
    true,
  ],
  ['with a wildcard', 'User-agent: *\nDisallow: /*/y$', false],
  ['after a byte order mark', '\ufeffUser-agent: *\r\nDisallow: /x', false],
  ['that is a page', '<!doctype html><title>Disallow: /</title>', true],
])('rules are read %s', async (_case, rules, expected) => {
  text = rules;
  expect(await allows('/x/y')).toBe(expected);
});

test.each([404, 403])('an answer %s allows everything', async (code) => {
  status = code;
  expect(await allows('/x')).toBe(true);
});

describe('an unreadable robots.txt disallows everything', () => {
  const unreadable = expect.objectContaining({ code: 'provider_error', retryable: true });

  test.each([503, 429, 302])('because of an answer %s', async (code) => {
    status = code;
    await expect(robots.admit(page('/x'))).rejects.toEqual(unreadable);
  });

  test('if the site is unreachable, and is requested again after a minute', async () => {
    fetched.mockRejectedValueOnce(new AppError('provider_timeout'));
    await expect(robots.admit(page('/x'))).rejects.toEqual(unreadable);
    await expect(robots.admit(page('/x'))).rejects.toEqual(unreadable);
    now = 60_001;
    await robots.admit(page('/x'));
  });
});

test.each([
  ['Crawl-delay: 5', 5000],
  ['Crawl-delay: 0.5', 500],
  ['Crawl-delay: 86400', 30_000],
  ['Crawl-delay: -1', 0],
  ['Crawl-delay: soon', 0],
  ['', 0],
])('%j is a gap of %s ms', async (line, delay) => {
  text = `User-agent: *\n${line}\nDisallow: /x`;
  expect((await robots.rulesFor(page('/'))).delay).toBe(delay);
});

test('rules with wildcards are limited', async () => {
  const costly = `Disallow: /${'*a'.repeat(2000)}\n`;
  text = `User-agent: *\n${costly.repeat(100)}Disallow: /*b\nDisallow: /x\n`;
  expect(await allows('/x')).toBe(false);
  expect(await allows('/b')).toBe(true);
});

describe('directives of a page', () => {
  const both = { noindex: true, nofollow: true };
  const neither = { noindex: false, nofollow: false };

  test.each([
    ['', '', neither],
    ['noindex', '', { noindex: true, nofollow: false }],
    ['', 'NoIndex, nofollow', both],
    ['NONE', '', both],
    ['otherbot: noindex, nofollow', '', neither],
    ['otherbot: noindex, ItihRagChat: nofollow', '', { noindex: false, nofollow: true }],
    ['otherbot: nosnippet, *: none', '', both],
    [
      'unavailable_after: 25 Jun 2030 15:00:00 PST, nofollow',
      '',
      { noindex: false, nofollow: true },
    ],
    ['max-snippet: 20, nofollow', '', { noindex: false, nofollow: true }],
    ['nofollow', 'noindex', both],
  ])('in a header %j and in its text %j', (header, meta, expected) => {
    expect(robotsDirectives(header, meta)).toEqual(expected);
  });
});
