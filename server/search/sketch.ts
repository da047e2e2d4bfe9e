import { headingLine } from './heading-line.ts';
import { runs, tokenize, wordsOf, type Run, type Writing } from './tokenize.ts';
import { gramHashes, wordFeatures } from './word-features.ts';
import { wordWeight } from './word-weight.ts';

/**
 * 2,048 is where a site's database and memory stay small. Unrelated texts then have a cosine of
 * 0 ± 1/√2048; on XQuAD recall@5 is 0.003 lower at 1,536 and 0.007 higher at 4,096.
 */
export const dimensions = 2048;

export interface SketchWeights {
  /** Exponent of a word's weight: above 1 short words count less still. */
  sharpness: number;
  /** Factor for words with a capital inside a sentence. */
  capital: number;
}

/** How often a word occurs counts less and less: BM25's k1. */
const saturation = 1;
/** What a word counts that is in the heading of its passage. */
const headingFactor = 1.6;
/** Words and the bigrams below say the same twice, so each of them says less. */
const ideographicShare = 0.82;
/** Runs of scripts without spaces count again uncut, since dictionaries cut a question and its answer differently. */
const runGrams: Record<Writing, { sizes: readonly [number, number]; weight: number } | null> = {
  spaced: null,
  unspaced: { sizes: [3, 5], weight: 0.2 },
  ideographic: { sizes: [2, 2], weight: 0.5 * ideographicShare },
};
const runSeed = 2;

interface WordCount {
  count: number;
  capital: boolean;
  writing: Writing;
}

/**
 * The sum of a text's features, each hashed to a dimension and a sign (Weinberger et al. 2009), not yet
 * of length 1: its squared length says how much the text says.
 */
export function sketch(text: string, { sharpness, capital }: SketchWeights): Float32Array {
  const vector = new Float32Array(dimensions);
  const found = runs(text);
  const heading = new Set(tokenize(headingLine(text)));
  for (const [word, seen] of countWords(found)) {
    const frequency = (seen.count * (saturation + 1)) / (seen.count + saturation);
    const script = seen.writing === 'ideographic' ? ideographicShare : 1;
    const weight = wordWeight(word) ** sharpness * frequency * (seen.capital ? capital : script);
    const standing = heading.has(word) ? headingFactor : 1;
    addWord(vector, placesOf(word, seen.writing), weight * standing);
  }
  for (const run of found) addRun(vector, run);
  return vector;
}

function countWords(found: readonly Run[]): Map<string, WordCount> {
  const counts = new Map<string, WordCount>();
  for (const run of found) {
    for (const word of wordsOf(run)) {
      const seen = counts.get(word);
      if (!seen) counts.set(word, { count: 1, capital: run.capital, writing: run.writing });
      else {
        seen.count++;
        seen.capital ||= run.capital;
      }
    }
  }
  return counts;
}

/** Half of a word's energy is the word, half its n-grams. */
function addWord(vector: Float32Array, places: Int32Array, weight: number): void {
  add(vector, places[0]!, weight);
  const share = weight / Math.sqrt(Math.max(1, places.length - 1));
  for (let i = 1; i < places.length; i++) add(vector, places[i]!, share);
}

function addRun(vector: Float32Array, { text, writing }: Run): void {
  const grams = runGrams[writing];
  if (!grams) return;
  for (const value of gramHashes(text, ...grams.sizes, runSeed)) {
    add(vector, place(value), grams.weight);
  }
}

/** A dimension, and its complement for the negative sign. */
function place(value: number): number {
  const dimension = value % dimensions;
  return value >= 0x80000000 ? ~dimension : dimension;
}

function add(vector: Float32Array, at: number, weight: number): void {
  if (at < 0) vector[~at]! -= weight;
  else vector[at]! += weight;
}

const cacheSize = 20_000;
const cache = new Map<string, Int32Array>();

function placesOf(word: string, writing: Writing): Int32Array {
  let places = cache.get(word);
  if (!places) {
    places = Int32Array.from(wordFeatures(word, writing), place);
    if (cache.size >= cacheSize) cache.clear();
    if (word.length <= 64) cache.set(word, places);
  }
  return places;
}
