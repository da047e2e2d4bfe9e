import type { Settings } from '../contract/settings.ts';
import type { Question } from '../question/understand.ts';
import { fold } from '../text/fold.ts';
import { sentences } from './refusal-sentences.ts';

/** Returns the letters of a text: models change its marks and apostrophes. */
const letters = (text: string) => fold(text).replace(/\P{L}+/gu, '');

const all = Object.values(sentences);
const refusals = all.map(({ refusal }) => letters(refusal));
const unsure = all.map((each) => letters(each.unsure));

/** Whether a text is one of our own sentences, which a model finds in the conversation; a list may come next. */
function saysOurs(text: string, isCited: boolean, { refusal_text }: Settings['chat']): boolean {
  const said = letters(text);
  const own = letters(refusal_text);
  const known = own ? [...refusals, own] : refusals;
  return (
    unsure.some((sentence) => said.startsWith(sentence)) ||
    known.some((sentence) => (isCited ? said === sentence : said.startsWith(sentence)))
  );
}

interface Answer {
  text: string;
  /** Whether the model has marked it as one that the sources do not support. */
  hasNone: boolean;
  /** Whether it cites a source that it was given. */
  isCited: boolean;
  /** Whether a tool has answered. */
  hasTool: boolean;
}

/**
 * Whether a model's answer is none: it says so by its mark or with our words, or it names no source although it may say
 * nothing without.
 */
export function isRefusal(
  { text, hasNone, isCited, hasTool }: Answer,
  { isSmallTalk }: Pick<Question, 'isSmallTalk'>,
  { chat }: Pick<Settings, 'chat'>,
): boolean {
  if (hasNone || saysOurs(text, isCited, chat)) return true;
  return chat.strict && chat.citations && !isCited && !hasTool && !isSmallTalk;
}
