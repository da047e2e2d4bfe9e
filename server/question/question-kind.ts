import { fold } from '../text/fold.ts';

const list = (words: string) => new Set(words.split(/\s+/).map(fold));

/** Function words that turn a question around: both questions have them or none. */
const turning = list(
  `not no without before after until only nicht kein keine keinen keinem keiner ohne vor nach bis nur pas sans
  avant après jusqu sin sem não antes después depois hasta até non senza prima dopo fino niet geen zonder voor
  na tot не нет без до после только لا ليس بدون قبل بعد`,
);

/** Question words by what they ask for. Two questions that ask for different things differ. */
const asking: readonly ReadonlySet<string>[] = [
  list('when wann quand cuando cuándo quando wanneer когда متى'),
  list('where wo où donde dónde onde dove waar где أين'),
  list('why warum weshalb wieso pourquoi perché perche porque waarom почему зачем لماذا'),
  list('who whom wer wen wem qui quien quién quem chi wie кто من'),
];

/** Tells questions apart that have the same words of content. */
export interface QuestionKind {
  turning: string;
  asksFor: readonly number[];
}

/** @param words Folded, in order. */
export const kindOf = (words: readonly string[]): QuestionKind => ({
  turning: words
    .filter((word) => turning.has(word))
    .sort()
    .join(' '),
  asksFor: asking.flatMap((each, index) => (words.some((word) => each.has(word)) ? [index] : [])),
});

/** Returns whether two questions differ whatever else they say. */
export function asksOtherwise(one: QuestionKind, other: QuestionKind): boolean {
  if (one.turning !== other.turning) return true;
  const bothAsk = one.asksFor.length > 0 && other.asksFor.length > 0;
  return bothAsk && !one.asksFor.some((each) => other.asksFor.includes(each));
}
