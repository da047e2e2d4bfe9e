import { hash } from './hash.ts';
import type { Writing } from './tokenize.ts';

const wholeWordSeed = 1;
const gramSizes: Record<Writing, readonly [number, number]> = {
  spaced: [3, 5],
  unspaced: [3, 5],
  ideographic: [1, 2],
};

/** Hashes of what a word is made of: the word itself first, then its character n-grams, which its other forms share. */
export function wordFeatures(word: string, writing: Writing): number[] {
  const [shortest, longest] = gramSizes[writing];
  const bounded = writing === 'ideographic' ? word : `^${word}$`;
  return [hash(word, 0, word.length, wholeWordSeed), ...gramHashes(bounded, shortest, longest)];
}

/** Hashes of the n-grams of `shortest` to `longest` UTF-16 code units. */
export function gramHashes(text: string, shortest: number, longest: number, seed = 0): number[] {
  const hashes: number[] = [];
  for (let size = shortest; size <= longest; size++) {
    for (let at = 0; at + size <= text.length; at++) hashes.push(hash(text, at, at + size, seed));
  }
  return hashes;
}
