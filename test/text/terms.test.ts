import { expect, test } from '@jest/globals';
import { haystack, match, termsOf } from '../../server/text/terms.ts';

const matchOf = (word: string, text: string, language = 'en') =>
  match(termsOf(word, { language, own: ['Ledger Room, archive'] }).at(-1)!, haystack(text));

test('a synonym counts, but less than the word', () => {
  expect(matchOf('my buggy', 'A buggy is welcome.')).toBe(1);
  const synonym = matchOf('my buggy', 'Prams are welcome in all rooms.');
  expect(synonym).toBeGreaterThan(0.3);
  expect(synonym).toBeLessThan(1);
  expect(matchOf('my buggy', 'Dogs are welcome.')).toBe(0);
});

test('a synonym of several words needs all of them', () => {
  expect(matchOf('archive', 'The ledger is in the reading room.')).toBe(0.9);
  expect(matchOf('archive', 'The room is small.')).toBe(0);
});

test('without options there are no synonyms', () => {
  expect(match(termsOf('buggy')[0]!, haystack('Prams are welcome.'))).toBe(0);
});

test('a very long question is not read to its end', () => {
  const many = Array.from({ length: 4000 }, (_, at) => String.fromCodePoint(0x4e00 + at * 5));
  expect(termsOf(many.join('')).length).toBeLessThanOrEqual(500);
});

test('a short word is found in its other number', () => {
  expect(matchOf('bus', 'Buses 7 and 22 stop at the bridge.')).toBeGreaterThan(0.9);
  expect(matchOf('cards', 'Put a card into the box.')).toBeGreaterThan(0.9);
  expect(matchOf('gas', 'The band plays on Saturdays: ga, ga.')).toBe(0);
});
