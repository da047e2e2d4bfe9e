import { expect, test } from '@jest/globals';
import { isLight } from '../../server/text/light-words.ts';
import { termsOf } from '../../server/text/terms.ts';
import { isFunctionWord, wordWeight } from '../../server/text/word-weight.ts';

test.each([
  ['car', 'en', 'fr'],
  ['van', 'en', 'nl'],
  ['hat', 'en', 'de'],
  ['fare', 'en', 'it'],
])('%s is a topic in "%s" and a function word in "%s"', (word, topic, other) => {
  expect(isFunctionWord(word, topic)).toBe(false);
  expect(isFunctionWord(word, other)).toBe(true);
  expect(wordWeight(word, topic)).toBeGreaterThan(4 * wordWeight(word, other));
});

test('all lists count where the language is unknown or has none', () => {
  for (const language of ['', 'ka']) {
    expect(isFunctionWord('van', language)).toBe(true);
    expect(isLight('quiero', language)).toBe(true);
  }
  expect(isLight('quiero', 'en')).toBe(false);
});

test('the words of a question are weighed in its language', () => {
  const weightOf = (language: string) =>
    termsOf('Can I park my van?', { language }).find(({ word }) => word === 'van')!.weight;
  expect(weightOf('en')).toBeGreaterThan(4 * weightOf('nl'));
});
