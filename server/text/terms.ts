import { comparedGrams, Haystack } from './grams.ts';
import { synonymsOf, type SynonymOptions } from './synonyms.ts';
import { runs, tokenize, wordsOf, type Writing } from './tokenize.ts';
import { isFunctionWord, wordWeight } from './word-weight.ts';

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

export type { Haystack };

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
      const own = alternatives.filter(({ said }) => said.has(word));
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
  return synonymsOf(question, options).map(({ said, synonyms }) => ({
    said: tellingWords(said),
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

export const haystack = (text: string): Haystack => new Haystack(text);

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

function matchWord({ word, writing, grams }: Term, text: Haystack): number {
  if (text.hasWord(word)) return 1;
  if (writing !== 'spaced') {
    if (word.length > 1 && text.folded.includes(word)) return 1;
  } else if (word.length >= minInflected && hasOtherNumber(word, text)) return inflected;
  return text.shareOf(grams, minShare);
}

/** Returns whether a text has a word's plural or singular: short words have few n-grams in common with these. */
function hasOtherNumber(word: string, text: Haystack): boolean {
  return plural.some((ending) => {
    if (text.hasWord(word + ending)) return true;
    const stem = word.slice(0, -ending.length);
    return stem.length >= minInflected && word.endsWith(ending) && text.hasWord(stem);
  });
}

/** Returns the weighted share of a text's words that `known` has, 0 to 1. */
export const sharedWith = (known: Haystack, text: string): number => shareOf(termsOf(text), known);

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
