import type { Question } from '../question/understand.ts';
import { runs } from '../text/tokenize.ts';
import { isFunctionWord } from '../text/word-weight.ts';

/** Characters. More is no topic but a story. */
const maxLength = 60;
/** Ends of sentences and lines; marks of Markdown and beginnings of addresses, which our sentence must not say. */
const unfit = /[.!?…。！？؟।]\s|[\n[\]<>*_`|\\~^#]|:\/\/|www\./u;

/**
 * Returns what a question is about, as the visitor wrote it: from its first to its last content word, in a
 * script without spaces all of it but its marks. Empty: that does not fit into a sentence.
 */
export function topicOf({ text, language }: Pick<Question, 'text' | 'language'>): string {
  const content = runs(text).filter(
    ({ text: word, writing }) => writing !== 'spaced' || !isFunctionWord(word, language),
  );
  const topic = text.slice(content[0]?.start ?? 0, content.at(-1)?.end ?? 0);
  return [...topic].length > maxLength || unfit.test(topic) ? '' : topic;
}
