import { termsOf } from '../text/terms.ts';

/** Characters. */
const length = { min: 3, max: 90 };

export const endsInQuestion = /[?？؟\u037e]["'”’»」』)]*$/;

/** Whether a text of the site is short enough to be offered as a question. */
export const isFit = (text: string) =>
  text.length >= length.min && text.length <= length.max && /\p{L}{2}/u.test(text);

/** Finds questions that stand on a line of their own, with the line that answers each. */
export function questionsIn(content: string): { text: string; reply: string }[] {
  const lines = content
    .split('\n')
    .map((line) => line.trim().replace(/:$/, ''))
    .filter((line) => line !== '');
  return lines.flatMap((text, index) => {
    const reply = lines[index + 1] ?? '';
    const isAnswered = reply !== '' && !endsInQuestion.test(reply);
    return endsInQuestion.test(text) && isAnswered ? [{ text, reply }] : [];
  });
}

/** A heading of one word needs its page: "Venue hire: Prices". */
export const named = (heading: string, title: string) =>
  termsOf(heading).length > 1 || title === '' ? heading : `${title}: ${heading}`;
