import { fold } from './fold.ts';
import { runs, wordsOf, type Writing } from './tokenize.ts';
import { minSimilarity, trigramsOf } from './trigrams.ts';
import { wordWeight } from './word-weight.ts';

/** A word of a question. */
export interface Term {
  word: string;
  writing: Writing;
  /** How telling it is by its shape, up to 1.4. */
  weight: number;
  /** Capitalised inside the sentence, most often a name. */
  capital: boolean;
  /** Its trigrams, or its characters if they are ideographs. */
  grams: readonly number[];
}

type Lookup<Value> = Pick<ReadonlySet<Value>, 'has'>;

/** What terms are looked up in. */
export interface Haystack {
  words: Lookup<string>;
  grams: Lookup<number>;
  /** All of it: words of scripts without spaces are found wherever they stand. */
  folded: string;
}

const sharpness = 1.5;
const capitalFactor = 1.4;
/** UTF-16 code units; the rest of a word is not compared. */
const maxWord = 100;

/** The different words of a question in order. */
export function termsOf(question: string): Term[] {
  const terms = new Map<string, Term>();
  for (const run of runs(question)) {
    for (const word of wordsOf(run)) {
      if (terms.has(word)) continue;
      const { writing, capital } = run;
      const weight = wordWeight(word) ** sharpness * (capital ? capitalFactor : 1);
      terms.set(word, { word, writing, weight, capital, grams: gramsOf(word, writing) });
    }
  }
  return [...terms.values()];
}

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

const either = <Value>(one: Lookup<Value>, other: Lookup<Value>): Lookup<Value> => ({
  has: (value) => one.has(value) || other.has(value),
});

/** Two texts as one, without reading them again. */
export const joined = (one: Haystack, other: Haystack): Haystack => ({
  words: either(one.words, other.words),
  grams: either(one.grams, other.grams),
  folded: `${one.folded}\n${other.folded}`,
});

function gramsOf(word: string, writing: Writing): number[] {
  if (writing === 'ideographic') return Array.from(word, (character) => character.codePointAt(0)!);
  return trigramsOf(word.slice(0, maxWord));
}

/** 1: the word is there. Less: a form of it, or a part, is. */
export function match(term: Term, { words, grams, folded }: Haystack): number {
  if (words.has(term.word)) return 1;
  if (term.writing !== 'spaced' && term.word.length > 1 && folded.includes(term.word)) return 1;
  if (term.grams.length < 2) return 0;
  let shared = 0;
  for (const gram of term.grams) if (grams.has(gram)) shared++;
  const share = shared / term.grams.length;
  return share < minSimilarity ? 0 : share;
}

/** The share of a text that is known already, 0 to 1. */
export function sharedWith(known: Haystack, text: string): number {
  let shared = 0;
  let all = 0;
  for (const term of termsOf(text)) {
    all += term.weight;
    shared += term.weight * match(term, known);
  }
  return all === 0 ? 0 : shared / all;
}
