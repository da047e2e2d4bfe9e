import type { AnswerType } from '../../text/answer-phrases.ts';
import { answerTypeOf, hasAnswerType } from '../../text/answer-type.ts';
import type { Term } from '../../text/terms.ts';
import type { PartDays } from './part-days.ts';
import type { Part } from './passage-parts.ts';

/** How far a part has the words for a day that it names, and for one in its range: "Tuesday to Sunday". */
const dayFit = { named: 1, included: 0.25 };

/**
 * Returns how far a part says a word of the question without having it, 0 to 1: one that names the day that the part
 * is about, or the kind of fact that it has. "Price" stands in no row with prices.
 *
 * @param asking Words that ask for the kind of fact.
 * @param ofDays Words that name the days that are asked for.
 */
export function impliedWords(
  words: readonly Term[],
  type: AnswerType | null,
  {
    asking,
    ofDays,
    language,
  }: { asking: ReadonlySet<string>; ofDays: ReadonlySet<string>; language: string },
): (part: Part, days: PartDays, word: string) => number {
  // "Deep" of "How deep?" says more than a number.
  const isGeneral = type === 'price' || type === 'time';
  const ofType = new Set(
    words
      // In other scripts a word may be a whole question.
      .filter(
        ({ word, writing }) =>
          writing === 'spaced' &&
          type &&
          ((isGeneral && asking.has(word)) || answerTypeOf(word, language) === type),
      )
      .map(({ word }) => word),
  );
  return ({ text }, { fit }, word) => {
    if (type && ofType.has(word)) return hasAnswerType(text, type) ? 1 : 0;
    if (!ofDays.has(word) || fit <= 0) return 0;
    return dayFit[fit >= 2 ? 'named' : 'included'];
  };
}
