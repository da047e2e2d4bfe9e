import { haystack, match, termsOf, type Haystack, type Term } from '../text/terms.ts';
import { tokenize } from '../text/tokenize.ts';
import { isFunctionWord } from '../text/word-weight.ts';
import { asksOtherwise, kindOf, type QuestionKind } from './question-kind.ts';

/** How much a synonym counts beside the word itself: visitors use both for one thing. */
const synonymWeight = 0.9;

/** The words of a question by which it is compared with others. */
export interface Wording {
  kind: QuestionKind;
  /** Words of content, with their synonyms. */
  terms: readonly Term[];
  said: Haystack;
  /** What its synonyms say. */
  meant: Haystack;
}

interface Options {
  /** BCP 47 primary subtag; may be empty. */
  language: string;
  /** The owner's lists of words that mean the same, separated by commas. */
  synonyms: readonly string[];
}

export function wordingOf(question: string, { language, synonyms }: Options): Wording {
  const terms = termsOf(question, { language, own: synonyms })
    .filter(({ word }) => !isFunctionWord(word))
    .map((term) => ({
      ...term,
      alternatives: term.alternatives.map((each) => ({ ...each, weight: synonymWeight })),
    }));
  const meant = terms.flatMap(({ alternatives }) =>
    alternatives.flatMap((alternative) => alternative.terms.map(({ word }) => word)),
  );
  return {
    kind: kindOf(tokenize(question)),
    terms,
    said: haystack(question),
    meant: haystack(meant.join(' ')),
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Returns the weight of the words that the other question has, too. */
const shared = ({ terms }: Wording, { said, meant }: Wording): number =>
  sum(
    terms.map((term) => {
      const other = match({ ...term, alternatives: [] }, meant);
      return term.weight * Math.max(match(term, said), other * synonymWeight);
    }),
  );

const weightOf = ({ terms }: Wording): number => sum(terms.map(({ weight }) => weight));

/**
 * Returns the weighted share of words of content that two questions have in common, in any form or as synonyms, 0
 * to 1; 0 if one of them asks for something else, such as "when" and "where".
 */
export function likeness(one: Wording, other: Wording): number {
  if (asksOtherwise(one.kind, other.kind)) return 0;
  const all = weightOf(one) + weightOf(other);
  return all === 0 ? 0 : (shared(one, other) + shared(other, one)) / all;
}
