import { expect, test } from '@jest/globals';
import { fold } from '../../server/text/fold.ts';
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

test('all common lists count where the language is unknown or has none', () => {
  for (const language of ['', 'ka']) {
    expect(isFunctionWord('van', language)).toBe(true);
  }
});

test.each([
  ['cât', 'ro'],
  ['ten', 'pl'],
  ['hur', 'sv'],
])('%s is a function word in "%s" alone', (word, language) => {
  expect(isFunctionWord(fold(word), language)).toBe(true);
  for (const other of ['', 'en', 'ka']) expect(isFunctionWord(fold(word), other)).toBe(false);
});

test.each([
  ['el', 'Πόσο κοστίζει το εισιτήριο;', 'εισιτηριο'],
  ['hi', 'टिकट का मूल्य कितना है?', 'मूल्य'],
  ['cs', 'Kdy máte otevřeno?', 'otevreno'],
  ['ko', '입장료는 얼마예요', '입장료는'],
])('a question word tells less than the topic: %s', (language, question, topic) => {
  const terms = termsOf(question, { language });
  const asked = terms.filter(({ word }) => isFunctionWord(word, language));
  expect(asked).not.toEqual([]);
  expect(terms.find(({ word }) => word === fold(topic))!.weight).toBeGreaterThan(
    2 * asked[0]!.weight,
  );
});

test('the words of a question are weighed in its language', () => {
  const weightOf = (language: string) =>
    termsOf('Can I park my van?', { language }).find(({ word }) => word === 'van')!.weight;
  expect(weightOf('en')).toBeGreaterThan(4 * weightOf('nl'));
});
