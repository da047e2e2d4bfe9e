import { synonymsOf, type SynonymOptions } from '../../text/synonyms/synonyms.ts';
import { haystack, match, termsOf, type Haystack, type Term } from '../../text/terms.ts';

/** A word of a question with what else may be said for it. */
export interface AskedWord extends Term {
  synonyms: readonly { words: readonly Term[]; weight: number }[];
}

/** Each is looked up in every sentence. */
const maxWords = 64;
const maxSynonyms = 24;
/** A synonym is chosen by its phrase and counts more here than where it has to be found among all chunks. */
const certainty = 0.35;
/** A word of a synonym with a smaller share of its n-grams is not there. */
const minMatch = 0.75;

/** Returns the words of a question with their synonyms; the most telling ones if there are very many. */
export function askedWords(question: string, options: SynonymOptions): AskedWord[] {
  const terms = termsOf(question);
  const most =
    terms.length <= maxWords
      ? terms
      : terms.toSorted((a, b) => b.weight - a.weight).slice(0, maxWords);
  const said = synonymsOf(question, options).map(({ said: phrase, synonyms }) => ({
    phrase,
    words: new Set(termsOf(phrase).map(({ word }) => word)),
    synonyms: synonyms.slice(0, maxSynonyms).map(({ phrase: other, weight }) => ({
      words: termsOf(other),
      weight: Math.min(1, weight + certainty),
    })),
  }));
  return most.map((term) => ({
    ...term,
    synonyms: said.flatMap(({ words, phrase, synonyms }) =>
      words.has(term.word) || (term.writing !== 'spaced' && phrase.includes(term.word))
        ? synonyms
        : [],
    ),
  }));
}

/** Returns how far a text has a word or a synonym of it, 0 to 1. */
export function matchAsked(word: AskedWord, stack: Haystack): number {
  let best = match(word, stack);
  for (const { words, weight } of word.synonyms) {
    if (weight <= best) continue;
    if (words.every((each) => match(each, stack) >= minMatch)) best = weight;
  }
  return best;
}

/** Returns the question's words together with all that may be said for them, to look a heading's words up. */
export function askedHaystack(question: string, options: SynonymOptions): Haystack {
  const synonyms = synonymsOf(question, options).flatMap((each) => each.synonyms);
  return haystack([question, ...synonyms.map(({ phrase }) => phrase)].join('\n'));
}
