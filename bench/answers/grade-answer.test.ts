import { expect, test } from '@jest/globals';
import { grade, isShown, type Seen } from './grade-answer.ts';
import type { Expectation } from '../parts/sites.ts';

const price: Expectation = { right: /£12/, wrong: /£8/, page: ['Prices'] };
const quoted = (text: string, over: Partial<Seen> = {}): Seen => ({
  text: `**Prices** says:\n\n> ${text}`,
  source: { title: 'Prices', text: 'Prices' },
  refused: false,
  pages: [],
  ...over,
});
const pages = [{ title: 'Prices', text: 'Adults £12' }];
const other = [{ title: 'Dogs', text: 'Dogs wait outside.' }];
const refused = (over: Partial<Seen> = {}): Seen => ({
  ...{ text: 'I found nothing.', source: null, refused: true, pages: [] },
  ...over,
});

test.each<[string, Expectation, Seen, string]>([
  ['the right section', price, quoted('**Adults £12** [1]'), 'good'],
  ['another section of the right page', price, quoted('**Dogs are free.** [1]'), 'closest'],
  ['another row that is marked', price, quoted('**Children £8** [1] Adults £12'), 'mediocre'],
  [
    'another page that says it, too',
    price,
    quoted('**£12** [1]', { source: { title: 'Shop', text: '' } }),
    'nonsense',
  ],
  [
    'another page, with the right one below',
    price,
    quoted('**Dogs.** [1]', { source: { title: 'Dogs', text: '' }, pages }),
    'closest',
  ],
  ['the right page among the nearest', price, refused({ pages }), 'closest'],
  ['other pages', price, refused({ pages: other }), 'refused_wrong'],
  ['nothing', price, refused(), 'refused_wrong'],
  ['half of an answer', { ...price, parts: [/£9/] }, quoted('**£12** [1]'), 'closest'],
  ['a quotation of what is absent', { absent: true, page: [] }, quoted('**x** [1]'), 'nonsense'],
  ['pages for what is absent', { absent: true, page: [] }, refused({ pages }), 'soft'],
  ['nothing for what is absent', { absent: true, page: [] }, refused(), 'refused_right'],
  ['a quotation for a greeting', { smallTalk: 'greeting', page: [] }, quoted('x'), 'nonsense'],
  ['a greeting', { smallTalk: 'greeting', page: [] }, refused({ refused: false }), 'good'],
])('%s is graded', (_case, expected, seen, outcome) => {
  expect(grade(expected, seen)).toBe(outcome);
});

test('what is shown of further pages counts as shown', () => {
  const seen = quoted('**Dogs.** [1]', { source: { title: 'Dogs', text: '' } });
  expect(isShown(price, { ...seen, pages })).toBe(true);
  expect(isShown(price, { ...seen, pages: other })).toBe(false);
});
