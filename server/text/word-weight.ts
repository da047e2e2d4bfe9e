import { isFunctionWord } from './function-words.ts';

/** What one character counts beside others: a Han character says more than a letter, an Arabic word leaves its short vowels out. */
const density: [RegExp, number][] = [
  [/\p{Script=Han}/u, 3],
  [/\p{Script=Hangul}/u, 2.5],
  [/\p{Script=Hiragana}|\p{Script=Katakana}/u, 1.5],
  [/\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}|\p{Script=Myanmar}/u, 1.3],
  [/\p{Script=Arabic}|\p{Script=Hebrew}/u, 1.3],
];
const fullWeight = 6;
/** Alphabets, whose function words are known for many languages: a short word that is none may be a topic. */
const alphabetic = 1.5;
const leastWeight = 0.1;
const digits = /^\p{N}+$/u;

/**
 * How telling a word is when no corpus can be asked, from 0.1 to 1. Function words are known in some
 * languages. In every language that was counted the frequent words are the short ones (Zipf's law of
 * abbreviation), so for the rest length stands in for rarity. Numbers are always telling.
 */
export function wordWeight(word: string): number {
  if (digits.test(word)) return 1;
  if (isFunctionWord(word)) return leastWeight;
  return Math.min(1, Math.max(leastWeight, lettersIn(word) / fullWeight));
}

function lettersIn(word: string): number {
  const first = word.charCodeAt(0);
  const length = [...word].length;
  if (first < 0x590) return length * alphabetic;
  return length * (density.find(([script]) => script.test(word))?.[1] ?? 1);
}
