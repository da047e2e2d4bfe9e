import { fold } from './fold.ts';
import { runs, wordsOf, type Writing } from './tokenize.ts';

/** Two sizes by measurement: with trigrams alone, refusals of absent facts fall from 75 % to 66 %. */
const gramSizes = [3, 5] as const;
/** An ideograph is half a word. */
const ideographSizes = [1, 1] as const;
const sizesOf = (writing: Writing) => (writing === 'ideographic' ? ideographSizes : gramSizes);
/** UTF-16 code units; the rest of a word is not compared. */
const maxWord = 100;
const [start, end] = ['^'.charCodeAt(0), '$'.charCodeAt(0)] as const;

const [wordBasis, gramBasis] = [0x2f0b4c47, 0x811c9dc5] as const;

/** Adds a UTF-16 code unit to a 32-bit FNV-1a hash. */
const add = (hash: number, unit: number) => Math.imul(hash ^ unit, 0x01000193);

/** Ends a hash with murmur3's finaliser; signed, as V8 keeps it unboxed, and never 0, which is an empty slot. */
function finish(hash: number): number {
  let value = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return value ^ (value >>> 16) || 1;
}

/** Returns the hash of a word's first `length` UTF-16 code units with an ending. */
function hashWord(word: string, length: number, ending: string): number {
  let hash: number = wordBasis;
  for (let at = 0; at < length; at++) hash = add(hash, word.charCodeAt(at));
  for (let at = 0; at < ending.length; at++) hash = add(hash, ending.charCodeAt(at));
  return finish(hash);
}

/** UTF-16 code units of the word that is read: hashes that are not kept need no memory. */
const units = new Uint16Array(maxWord + 2);

/** Reads a word with its borders, or without them if it is ideographs, and returns how many units that are. */
function spell(word: string, bordered: boolean): number {
  let length = 0;
  if (bordered) units[length++] = start;
  for (let at = 0; at < word.length && at < maxWord; at++) units[length++] = word.charCodeAt(at);
  if (bordered) units[length++] = end;
  return length;
}

/**
 * The words and n-grams of a text. Thousands of them are kept, so that they are one table of hashes: sets take five
 * times as much memory. Two words with one hash are taken for the same, one pair in four thousand million.
 */
export class Haystack {
  /** The whole text: words of scripts without spaces are found wherever they stand. */
  readonly folded: string;
  /** A power of two, at most three quarters full, with linear probing. */
  #slots = new Int32Array(64);
  #size = 0;

  constructor(text: string) {
    this.folded = fold(text);
    for (const run of runs(text)) {
      for (const word of wordsOf(run)) {
        this.#add(hashWord(word, word.length, ''));
        this.#addGrams(word, run.writing);
      }
    }
  }

  /** Returns whether the text has the word; with `length` and `ending`, its first units followed by the ending. */
  hasWord(word: string, length = word.length, ending = ''): boolean {
    return this.#has(hashWord(word, length, ending));
  }

  /** Returns the share of a word's n-grams that the text has; 0 if it is less than `least`, or if there is but one. */
  shareOf(word: string, writing: Writing, least: number): number {
    const [min, max] = sizesOf(writing);
    const length = spell(word, min > 1);
    let all = 0;
    for (let size = min; size <= max; size++) all += Math.max(0, length - size + 1);
    if (all < 2) return 0;
    let shared = all;
    for (let from = 0; from + min <= length; from++) {
      const to = Math.min(from + max, length);
      let hash: number = gramBasis;
      for (let at = from; at < to; at++) {
        hash = add(hash, units[at]!);
        if (at - from < min - 1 || this.#has(finish(hash))) continue;
        // Most words are found not to be there after a few of their n-grams.
        if (--shared / all < least) return 0;
      }
    }
    return shared / all;
  }

  #addGrams(word: string, writing: Writing): void {
    const [min, max] = sizesOf(writing);
    const length = spell(word, min > 1);
    for (let from = 0; from + min <= length; from++) {
      const to = Math.min(from + max, length);
      let hash: number = gramBasis;
      for (let at = from; at < to; at++) {
        hash = add(hash, units[at]!);
        if (at - from >= min - 1) this.#add(finish(hash));
      }
    }
  }

  #has(hash: number): boolean {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let at = hash & mask; slots[at] !== 0; at = (at + 1) & mask)
      if (slots[at] === hash) return true;
    return false;
  }

  #add(hash: number): void {
    let slots = this.#slots;
    let mask = slots.length - 1;
    let at = hash & mask;
    for (; slots[at] !== 0; at = (at + 1) & mask) if (slots[at] === hash) return;
    slots[at] = hash;
    if (++this.#size * 4 <= slots.length * 3) return;
    const full = slots;
    slots = this.#slots = new Int32Array(2 * full.length);
    mask = slots.length - 1;
    for (const kept of full) {
      if (kept === 0) continue;
      for (at = kept & mask; slots[at] !== 0;) at = (at + 1) & mask;
      slots[at] = kept;
    }
  }
}
