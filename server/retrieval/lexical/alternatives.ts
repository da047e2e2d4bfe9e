import { synonymsOf, type SynonymOptions } from '../../text/synonyms/synonyms.ts';
import { isFunctionWord } from '../../text/word-weight.ts';
import { termsOf } from './terms.ts';

/** A synonym of a term of the question. */
export interface Alternative {
  /** The terms of its phrase that tell something. */
  terms: readonly string[];
  weight: number;
}

/** Returns the synonyms of a question's terms, by the term. All terms of a phrase have those of the phrase. */
export function alternativesOf(
  question: string,
  options: SynonymOptions,
): ReadonlyMap<string, Alternative[]> {
  const found = new Map<string, Alternative[]>();
  for (const { said, synonyms } of synonymsOf(question, options)) {
    const alternatives = synonyms.map(({ phrase, weight }) => ({
      terms: tellingTerms(phrase),
      weight,
    }));
    for (const term of tellingTerms(said)) {
      found.set(term, [...(found.get(term) ?? []), ...alternatives]);
    }
  }
  return found;
}

/** By phrase: there are some thousands, which come again and again. */
const known = new Map<string, readonly string[]>();
const maxKnown = 20_000;

/** Returns the terms of a phrase without function words, and without what is part of a pair. */
function tellingTerms(phrase: string): readonly string[] {
  const before = known.get(phrase);
  if (before) return before;
  const terms = termsOf(phrase);
  const pairs = terms.filter(({ isPair }) => isPair);
  const whole = terms.filter(({ share, text }) => share === 1 && !isFunctionWord(text));
  const telling = [pairs, whole, terms].find(({ length }) => length > 0) ?? [];
  if (known.size >= maxKnown) known.clear();
  const texts = telling.map(({ text }) => text);
  known.set(phrase, texts);
  return texts;
}
