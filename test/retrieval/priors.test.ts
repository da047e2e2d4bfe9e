import { expect, test } from '@jest/globals';
import { priorOf } from '../../server/retrieval/priors.ts';
import { passage } from './passage.ts';

const now = Date.UTC(2026, 10, 22);
const year = 365.25 * 24 * 60 * 60 * 1000;
const prior = (
  over: Parameters<typeof passage>[1] = {},
  pageUrl: string | null = null,
  cited: readonly number[] = [],
) => priorOf(passage(1, over), { pageUrl, now, cited: new Set(cited) });
const post = (years: number) => prior({ postType: 'post', published: now - years * year });

test('a page is the measure', () => {
  expect(prior()).toBe(1);
  expect(prior({ published: now - 9 * year })).toBe(1);
});

test('the page that the visitor is on comes first, however its address is written', () => {
  const { url } = passage(1);
  const here = prior({}, url);
  expect(here).toBeGreaterThan(1);
  expect(prior({}, `${url.replace(/\/$/, '')}?from=menu#top`)).toBe(here);
  expect(prior({}, 'https://site.example/page-2/')).toBe(1);
  expect(prior({}, url.replace('site.example', 'other.example'))).toBe(1);
  expect(prior({ url: '' }, url)).toBe(1);
  expect(prior({}, 'not an address')).toBe(1);
});

test('a page that the last answer cites comes before others', () => {
  expect(prior({ documentId: 7 }, null, [7])).toBeGreaterThan(1);
  expect(prior({ documentId: 8 }, null, [7])).toBe(1);
});

test('a page in the menu comes before another', () => {
  expect(prior({ prominent: true })).toBeGreaterThan(1);
});

test.each(['Privacy notice', 'Cookies', 'Datenschutzerklärung', '隐私政策'])(
  'a notice about personal data counts less: %s',
  (title) => {
    expect(prior({ title })).toBeLessThan(1);
  },
);

test('a post counts less the older it is, but never nothing', () => {
  expect(post(0)).toBeLessThan(1);
  expect(post(1)).toBeLessThan(post(0));
  expect(post(20)).toBe(post(40));
  expect(post(40)).toBeGreaterThan(0);
});

test('a post of the future or of an unknown day is as a new one', () => {
  expect(post(-3)).toBe(post(0));
  expect(prior({ postType: 'post', published: 0 })).toBe(post(0));
});
