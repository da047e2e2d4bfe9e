import type { AnswerType } from '../../text/answer-phrases.ts';
import { answerTypeOf, hasAnswerType } from '../../text/answer-type.ts';
import type { Term } from '../../text/terms.ts';
import { isFunctionWord } from '../../text/word-weight.ts';
import type { PartDays } from './part-days.ts';
import type { Part } from './passage-parts.ts';

/** How far a part has the words for a day that it names, and for one in its range: "Tuesday to Sunday". */
const dayFit = { named: 1, included: 0.25 };

/**
 * Returns the words of a question that name the kind of fact that it asks for: "price", and "time" of "what time".
 *
 * @param asking The phrase that asks for it.
 */
export function typeWords(
  words: readonly Term[],
  type: AnswerType | null,
  asking: readonly string[],
  language: string,
): ReadonlySet<string> {
  const isForm = (word: string) => isFunctionWord(word, language);
  // "Opening" of "opening hours" and "deep" of "how deep" are topics.
  const isGeneral = (type === 'price' || type === 'time') && asking.some(isForm);
  const general = new Set(isGeneral ? asking.filter((word) => !isForm(word)) : []);
  return new Set(
    words
      // In other scripts a word may be a whole question.
      .filter(({ writing }) => writing === 'spaced' && type !== null)
      .filter(({ word }) => general.has(word) || answerTypeOf(word, language) === type)
      .map(({ word }) => word),
  );
}

/**
 * Returns how far a part says a word of the question without having it, 0 to 1: one that names the day that the part
 * is about, or the kind of fact that it has. "Price" stands in no row with prices.
 *
 * @param ofType Words that name the kind of fact that is asked for.
 * @param ofDays Words that name the days that are asked for.
 */
export function impliedWords(
  type: AnswerType | null,
  ofType: ReadonlySet<string>,
  ofDays: ReadonlySet<string>,
): (part: Part, days: PartDays, word: string) => number {
  return ({ text }, { fit }, word) => {
    if (type && ofType.has(word)) return hasAnswerType(text, type) ? 1 : 0;
    if (!ofDays.has(word) || fit <= 0) return 0;
    return dayFit[fit >= 2 ? 'named' : 'included'];
  };
}
