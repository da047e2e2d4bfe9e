import type { Settings } from '../../contract/settings.ts';
import type { Question } from '../../question/question.ts';
import { languageCodes, languageIn } from '../../language/languages.ts';
import { fold } from '../../language/fold.ts';

/** Said by a model where the sources say nothing about a question. */
export const noneMark = '[none]';

/** The mark as models write it: in bold or quotation marks, escaped, in other brackets, with a full stop. */
const marks =
  /[*_`"“”„]{0,4}\\?[[［【〔] ?["'`*_]{0,2}none["'`*_.]{0,2} ?\\?[\]］】〕][*_`"“”]{0,4}(?:[.!。](?!\d))?/giu;
/** The end of a text that is a mark, or may become one when more follows. */
const open =
  /(?:[*_`"“”„]{0,4}\\?(?:[[［【〔] ?["'`*_]{0,2}(?:n|no|non|none["'`*_.]{0,2} ?(?:\\?[\]］】〕]?[*_`"“”]{0,4})?)?)?)$/iu;
/** Characters: no mark is longer. */
const longest = 24;
const word = /[\p{L}\p{N}]/u;

/** Takes the mark out of a streamed text, wherever it stands; signs around it at the beginning go with it. */
export class NoneMark {
  #pending = '';
  /** Whether the text had the mark. */
  isFound = false;
  #hasWord = false;

  push(text: string): string {
    this.#pending += text;
    const from = Math.max(0, this.#pending.length - longest);
    const at = from + open.exec(this.#pending.slice(from))!.index;
    const shown = this.#without(this.#pending.slice(0, at));
    this.#pending = this.#pending.slice(at);
    if (this.#hasWord) return shown;
    if (word.test(shown)) {
      this.#hasWord = true;
      return this.isFound ? shown.trimStart() : shown;
    }
    // Without a word, what there is may be the list item or the bold type of a mark.
    this.#pending = shown + this.#pending;
    return '';
  }

  /** Returns the text that was held back. */
  end(): string {
    const rest = this.#without(this.#pending);
    this.#pending = '';
    if (this.#hasWord || !this.isFound) return rest;
    return word.test(rest) ? rest.trimStart() : '';
  }

  #without(text: string): string {
    return text.replace(marks, () => {
      this.isFound = true;
      return '';
    });
  }
}

/** Returns the letters of a text: models change its marks and apostrophes. */
const letters = (text: string) => fold(text).replace(/\P{L}+/gu, '');

/** Letters of a sentence before and behind its topic. */
const around = (sentence: string) => sentence.split('{topic}').map(letters) as [string, string];

/** Our sentences as letters, read when a model has answered for the first time. */
function readOurs() {
  const all = languageCodes.map((code) => languageIn(code).sentences);
  return {
    refusals: all.map(({ refusal }) => letters(refusal)),
    nearest: all.map(({ nearest }) => letters(nearest)),
    nothing: all.map(({ nothing }) => around(nothing)),
  };
}
let ours: ReturnType<typeof readOurs> | undefined;

/** Letters of a topic at most. */
const maxTopic = 60;

/** Whether a text is one of our own sentences, which a model finds in the conversation; a list may come next. */
function saysOurs(text: string, isCited: boolean, { refusal_text }: Settings['chat']): boolean {
  ours ??= readOurs();
  const written = letters(text);
  const own = letters(refusal_text);
  const isOne = (sentence: string) =>
    isCited ? written === sentence : written.startsWith(sentence);
  const isNothing = ([before, behind]: readonly [string, string]) => {
    const end = written.slice(0, before.length + maxTopic + behind.length).lastIndexOf(behind);
    return (
      end > before.length &&
      written.startsWith(before) &&
      isOne(written.slice(0, end + behind.length))
    );
  };
  return (
    ours.nearest.some((sentence) => written.startsWith(sentence)) ||
    (own !== '' && isOne(own)) ||
    ours.refusals.some(isOne) ||
    ours.nothing.some(isNothing)
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
