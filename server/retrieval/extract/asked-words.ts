import { synonymsOf, type SynonymOptions } from '../../text/synonyms/synonyms.ts';
import { tokenize } from '../../text/tokenize.ts';
import { lightFactor } from '../../text/light-words.ts';
import { haystack, termsOf, type Haystack, type Term } from '../../text/terms.ts';

/** Each is looked up in every sentence. */
const maxWords = 64;
/** A synonym counts more in a passage that was found than where it has to be found among all chunks. */
const certainty = 0.35;

/** How much more the words of a follow-up count than those of the question that it continues. */
const saidFactor = 2;

/**
 * Returns the words of a question with their synonyms; the most telling ones if there are very many.
 *
 * @param said What the visitor wrote, of which the question may be a longer form.
 */
export function askedWords(
  question: string,
  said: string,
  { siteName = '', ...options }: SynonymOptions & { siteName?: string | undefined },
): Term[] {
  const ofSite = new Set(tokenize(siteName));
  const own = new Set(said === question ? [] : tokenize(said));
  const factorOf = (word: string) =>
    (own.has(word) ? saidFactor : 1) * (ofSite.has(word) ? lightFactor : 1);
  const terms = termsOf(question, options).map((term) => ({
    ...term,
    weight: factorOf(term.word) * term.weight,
  }));
  const most =
    terms.length <= maxWords
      ? terms
      : terms.toSorted((a, b) => b.weight - a.weight).slice(0, maxWords);
  return most.map((term) => ({
    ...term,
    alternatives: term.alternatives.map((each) => ({
      ...each,
      weight: Math.min(1, each.weight + certainty),
    })),
  }));
}

/** Returns the question's words together with all that may be said for them, to look a heading's words up. */
export function askedHaystack(question: string, options: SynonymOptions): Haystack {
  const synonyms = synonymsOf(question, options).flatMap((each) => each.synonyms);
  return haystack([question, ...synonyms.map(({ phrase }) => phrase)].join('\n'));
}
