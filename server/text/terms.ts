import { fold } from '../language/fold.ts';
import { runs, wordsOf, type Writing, tokenize } from './tokenize.ts';
import { synonymsOf, type SynonymOptions } from './synonyms.ts';
import { isFunctionWord, wordWeight } from './word-weight.ts';

/** UTF-16 code units; the rest of a word is not compared. */
const maxWord = 100;
const [start, end] = ['^'.charCodeAt(0), '$'.charCodeAt(0)] as const;

/**
 * Returns the hashes of a word's n-grams with its borders, in order: "^on", "one", "ne$" of "one" with 3 to 3. They
 * are signed 32-bit integers (FNV-1a with the end of murmur3), which take a fifth of the memory of their texts.
 *
 * @param min UTF-16 code units of the shortest n-grams. @param max Those of the longest.
 */
export function gramsOf(word: string, min: number, max: number, isBordered = true): number[] {
  const border = isBordered ? 1 : 0;
  const length = Math.min(word.length, maxWord);
  const unitAt = (at: number) => (at < 0 ? start : at < length ? word.charCodeAt(at) : end);
  const grams: number[] = [];
  for (let from = -border; from + min <= length + border; from++) {
    const to = Math.min(from + max, length + border);
    let hash = 0x811c9dc5;
    for (let at = from; at < to; at++) {
      hash = Math.imul(hash ^ unitAt(at), 0x01000193);
      if (at - from >= min - 1) grams.push(spread(hash));
    }
  }
  return grams;
}

function spread(hash: number): number {
  let value = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return value ^ (value >>> 16);
}

/**
 * Returns the n-grams by which a word of a question is compared with a text: of 3 to 5 characters, by measurement
 * (with trigrams alone, refusals of absent facts fall from 75 % to 66 %). An ideograph is half a word.
 */
export const comparedGrams = (word: string, writing: Writing): number[] =>
  writing === 'ideographic' ? gramsOf(word, 1, 1, false) : gramsOf(word, 3, 5);

/** The words of a text and their n-grams, with which words of a question are compared. */
export class NgramSet {
  /** The whole text: words of scripts without spaces are found wherever they stand. */
  readonly folded: string;
  readonly #words = new Set<string>();
  readonly #grams = new Set<number>();

  constructor(text: string) {
    this.folded = fold(text);
    for (const run of runs(text)) {
      for (const word of wordsOf(run)) {
        if (this.#words.has(word)) continue;
        this.#words.add(word);
        for (const gram of comparedGrams(word, run.writing)) this.#grams.add(gram);
      }
    }
  }

  hasWord(word: string): boolean {
    return this.#words.has(word);
  }

  /** Returns the share of n-grams that the text has; 0 if it is less than `least`, or if there is but one. */
  shareOf(grams: readonly number[], least: number): number {
    if (grams.length < 2) return 0;
    let shared = grams.length;
    for (const gram of grams) {
      // Most words are found not to be there after a few of their n-grams.
      if (!this.#grams.has(gram) && --shared / grams.length < least) return 0;
    }
    return shared / grams.length;
  }
}

/** A word of a question. */
export interface Term {
  word: string;
  writing: Writing;
  /** See `comparedGrams`. */
  grams: readonly number[];
  /** By its shape, up to 1.4; see `wordWeight`. */
  weight: number;
  /** Capitalised inside the sentence, most often a name. */
  capital: boolean;
  /** Its synonyms; none without options for them. */
  alternatives: readonly Alternative[];
}

/** A synonym: a text has it if it has all its words. */
interface Alternative {
  terms: readonly Term[];
  /** How much it counts beside the word itself. */
  weight: number;
}

const none: readonly Alternative[] = [];
const sharpness = 1.5;
const capitalFactor = 1.4;
/** A word with a smaller share of its n-grams in a text is not there. */
const minShare = 0.35;
/** Endings of the plural in many languages. Others find too much: "working" is not about work. */
const plural = ['s', 'es'] as const;
/** A word in its other number counts this much; shorter words have none. */
const inflected = 0.95;
const minInflected = 3;
/** Different words; the rest of a question is not read. */
const maxTerms = 500;
/** A word of a synonym with a smaller share of its n-grams in a text is not there. */
const minSynonym = 0.6;

/**
 * Returns the different words of a question in order.
 *
 * @param synonyms Gives the words their synonyms.
 */
export function termsOf(question: string, synonyms?: SynonymOptions): Term[] {
  const alternatives = synonyms ? alternativesOf(question, synonyms) : [];
  const language = synonyms?.language ?? '';
  const terms = new Map<string, Term>();
  for (const run of runs(question)) {
    for (const word of wordsOf(run)) {
      if (terms.size === maxTerms) return [...terms.values()];
      if (terms.has(word)) continue;
      const { writing, capital } = run;
      const own = alternatives.filter(({ words }) => words.has(word));
      const weight = wordWeight(word, language) ** sharpness * (capital ? capitalFactor : 1);
      terms.set(word, {
        word,
        writing,
        grams: comparedGrams(word, writing),
        weight,
        capital,
        alternatives: own.length > 0 ? own.flatMap(({ found }) => found) : none,
      });
    }
  }
  return [...terms.values()];
}

/** Returns the synonyms of a question's phrases with the words that tell something in these. */
function alternativesOf(question: string, options: SynonymOptions) {
  return synonymsOf(question, options).map(({ phrase: inQuestion, synonyms }) => ({
    words: tellingWords(inQuestion),
    found: synonyms
      .map(({ phrase, weight }) => ({ terms: tellingTerms(phrase), weight }))
      .filter(({ terms }) => terms.length > 0),
  }));
}

/** "Get there" has none but function words. */
function tellingWords(phrase: string): ReadonlySet<string> {
  const words = tokenize(phrase);
  const telling = words.filter((word) => !isFunctionWord(word));
  return new Set(telling.length > 0 ? telling : words);
}

const tellingTerms = (phrase: string): Term[] =>
  termsOf(phrase).filter(({ word }) => !isFunctionWord(word));

/**
 * Returns 1 if the text has the word, else the share of its n-grams that the text has, 0 below `minShare`; or
 * the weight of a synonym that the text has, if that is more.
 */
export function match(term: Term, text: NgramSet): number {
  let best = matchWord(term, text);
  for (const { terms, weight } of term.alternatives) {
    if (best >= weight) continue;
    const least = Math.min(...terms.map((each) => matchWord(each, text)));
    if (least >= minSynonym) best = Math.max(best, weight * least);
  }
  return best;
}

function matchWord({ word, writing, grams }: Term, text: NgramSet): number {
  if (text.hasWord(word)) return 1;
  if (writing !== 'spaced') {
    if (word.length > 1 && text.folded.includes(word)) return 1;
  } else if (word.length >= minInflected && hasOtherNumber(word, text)) return inflected;
  return text.shareOf(grams, minShare);
}

/** Returns whether a text has a word's plural or singular: short words have few n-grams in common with these. */
function hasOtherNumber(word: string, text: NgramSet): boolean {
  return plural.some((ending) => {
    if (text.hasWord(word + ending)) return true;
    const stem = word.slice(0, -ending.length);
    return stem.length >= minInflected && word.endsWith(ending) && text.hasWord(stem);
  });
}

/** Returns the weighted share of a text's words that `known` has, 0 to 1. */
export const sharedWith = (known: NgramSet, text: string): number => shareOf(termsOf(text), known);

/** Whether each of two texts has more than a share of the other's words. */
export const areAlike = (one: string, other: string, share: number): boolean =>
  sharedWith(new NgramSet(one), other) > share && sharedWith(new NgramSet(other), one) > share;

/** Returns the weighted share of words that `known` has, 0 to 1. */
export function shareOf(terms: readonly Term[], known: NgramSet): number {
  let shared = 0;
  let all = 0;
  for (const term of terms) {
    all += term.weight;
    shared += term.weight * match(term, known);
  }
  return all === 0 ? 0 : shared / all;
}
