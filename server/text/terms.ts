import { fold } from './fold.ts';
import { synonymsOf, type SynonymOptions } from './synonyms/synonyms.ts';
import { runs, tokenize, wordsOf, type Writing } from './tokenize.ts';
import { isLight, lightFactor } from './light-words.ts';
import { isFunctionWord, wordWeight } from './word-weight.ts';

/** A word of a question. */
export interface Term {
  word: string;
  writing: Writing;
  /** By its shape, up to 1.4; see `wordWeight`. */
  weight: number;
  /** Capitalised inside the sentence, most often a name. */
  capital: boolean;
  /** Its plural or singular: short words have few n-grams in common with these. */
  otherNumbers: readonly string[];
  /** Hashes of its character n-grams with its borders, or of its characters if they are ideographs. */
  grams: readonly number[];
  /** Its synonyms; none without options for them. */
  alternatives: readonly Alternative[];
}

/** A synonym: a text has it if it has all its words. */
interface Alternative {
  terms: readonly Term[];
  /** How much it counts beside the word itself. */
  weight: number;
}

type Lookup<Value> = Pick<ReadonlySet<Value>, 'has'>;

/** A text in which terms are looked up. */
export interface Haystack {
  words: Lookup<string>;
  grams: Lookup<number>;
  /** The whole text: words of scripts without spaces are found wherever they stand. */
  folded: string;
}

const sharpness = 1.5;
const capitalFactor = 1.4;
/** Two sizes by measurement: with trigrams alone, refusals of absent facts fall from 75 % to 66 %. */
const gramSizes = [3, 5] as const;
/** A word with a smaller share of its n-grams in a text is not there. */
const minShare = 0.35;
/** Endings of the plural in many languages. Others find too much: "working" is not about work. */
const plural = ['s', 'es'] as const;
/** A word in its other number counts this much; shorter words have none. */
const inflected = 0.95;
const minInflected = 3;
/** UTF-16 code units; the rest of a word is not compared. */
const maxWord = 100;
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
      const own = alternatives.filter(({ said }) => said.has(word));
      // Words of a phrase that has synonyms, such as "zu Hause", name a topic together.
      const isTopic = !isLight(word, language) || own.some(({ isPhrase }) => isPhrase);
      const shape = wordWeight(word, language) ** sharpness;
      const weight = shape * (isTopic ? 1 : lightFactor) * (capital ? capitalFactor : 1);
      terms.set(word, {
        word,
        writing,
        weight,
        capital,
        otherNumbers: writing === 'spaced' && word.length >= minInflected ? otherNumbers(word) : [],
        grams: gramsOf(word, writing),
        alternatives: own.flatMap(({ found }) => found),
      });
    }
  }
  return [...terms.values()];
}

const otherNumbers = (word: string): string[] =>
  plural.flatMap((ending) => {
    const stem = word.endsWith(ending) ? word.slice(0, -ending.length) : '';
    return stem.length >= minInflected ? [word + ending, stem] : [word + ending];
  });

/** Returns the synonyms of a question's phrases with the words that tell something in these. */
function alternativesOf(question: string, options: SynonymOptions) {
  return synonymsOf(question, options).map(({ said, synonyms }) => ({
    said: tellingWords(said),
    isPhrase: tokenize(said).length > 1,
    found: synonyms
      .map(({ phrase, weight }) => ({ terms: tellingTerms(phrase), weight }))
      .filter(({ terms }) => terms.length > 0),
  }));
}

/** "Get there" has none but function words. */
function tellingWords(said: string): ReadonlySet<string> {
  const words = tokenize(said);
  const telling = words.filter((word) => !isFunctionWord(word));
  return new Set(telling.length > 0 ? telling : words);
}

const tellingTerms = (phrase: string): Term[] =>
  termsOf(phrase).filter(({ word }) => !isFunctionWord(word));

export function haystack(text: string): Haystack {
  const found = runs(text);
  const words = new Set(found.flatMap(wordsOf));
  const grams = new Set<number>();
  for (const run of found) {
    const parts = run.writing === 'spaced' ? [run.text] : wordsOf(run);
    for (const part of parts) for (const gram of gramsOf(part, run.writing)) grams.add(gram);
  }
  return { words, grams, folded: fold(text) };
}

function gramsOf(word: string, writing: Writing): number[] {
  if (writing === 'ideographic') return gramHashes(word, 1, 1);
  return gramHashes(`^${word.slice(0, maxWord)}$`, ...gramSizes);
}

/** Returns hashes of the n-grams of `min` to `max` UTF-16 code units. */
function gramHashes(text: string, min: number, max: number): number[] {
  const hashes: number[] = [];
  for (let size = min; size <= max; size++) {
    for (let at = 0; at + size <= text.length; at++) hashes.push(hash(text, at, at + size));
  }
  return hashes;
}

/** Returns the 32-bit FNV-1a hash of UTF-16 code units, with murmur3's finaliser; signed, as V8 keeps it unboxed. */
function hash(text: string, start: number, end: number): number {
  let value = 0x811c9dc5;
  for (let at = start; at < end; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return value ^ (value >>> 16);
}

/**
 * Returns 1 if the text has the word, else the share of its n-grams that the text has, 0 below `minShare`; or
 * the weight of a synonym that the text has, if that is more.
 */
export function match(term: Term, text: Haystack): number {
  let best = matchWord(term, text);
  for (const { terms, weight } of term.alternatives) {
    if (best >= weight) continue;
    const least = Math.min(...terms.map((each) => matchWord(each, text)));
    if (least >= minSynonym) best = Math.max(best, weight * least);
  }
  return best;
}

function matchWord(term: Term, { words, grams, folded }: Haystack): number {
  if (words.has(term.word)) return 1;
  if (term.otherNumbers.some((word) => words.has(word))) return inflected;
  if (term.writing !== 'spaced' && term.word.length > 1 && folded.includes(term.word)) return 1;
  if (term.grams.length < 2) return 0;
  let shared = 0;
  for (const gram of term.grams) if (grams.has(gram)) shared++;
  const share = shared / term.grams.length;
  return share < minShare ? 0 : share;
}

/** Returns the weighted share of a text's words that `known` has, 0 to 1. */
export const sharedWith = (known: Haystack, text: string): number => shareOf(termsOf(text), known);

/** Whether the weighted share of words that `known` has is more than `least`, which most texts miss early. */
export function sharesMost(terms: readonly Term[], known: Haystack, least: number): boolean {
  const all = terms.reduce((sum, { weight }) => sum + weight, 0);
  let missing = 0;
  for (const term of terms) {
    missing += term.weight * (1 - match(term, known));
    if (missing >= (1 - least) * all) return false;
  }
  return all > 0;
}

/** Returns the weighted share of words that `known` has, 0 to 1. */
export function shareOf(terms: readonly Term[], known: Haystack): number {
  let shared = 0;
  let all = 0;
  for (const term of terms) {
    all += term.weight;
    shared += term.weight * match(term, known);
  }
  return all === 0 ? 0 : shared / all;
}
