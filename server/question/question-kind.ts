import { wordsOfAll } from '../language/languages.ts';

/** Two questions that ask for different ones of these differ. */
const asked = ['when', 'where', 'why', 'who'] as const;

/** Tells questions apart that have the same words of content. */
export interface QuestionKind {
  /** Function words that turn a question around: both questions have them or none. */
  turning: string;
  asksFor: readonly number[];
}

/** @param words Folded, in order. */
export const kindOf = (words: readonly string[]): QuestionKind => ({
  turning: words
    .filter((word) => wordsOfAll('negations').has(word))
    .sort()
    .join(' '),
  asksFor: asked.flatMap((each, index) =>
    words.some((word) => wordsOfAll(each).has(word)) ? [index] : [],
  ),
});

/** Returns whether two questions differ whatever else they say. */
export function asksOtherwise(one: QuestionKind, other: QuestionKind): boolean {
  if (one.turning !== other.turning) return true;
  const bothAsk = one.asksFor.length > 0 && other.asksFor.length > 0;
  return bothAsk && !one.asksFor.some((each) => other.asksFor.includes(each));
}
