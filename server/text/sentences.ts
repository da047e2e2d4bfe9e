import { wordsOfAll } from '../language/languages.ts';
import { endsInAbbreviation } from './abbreviations.ts';

/** `text` is `source.slice(start, end)`, with the white space that follows the sentence. */
export interface Sentence {
  text: string;
  start: number;
  end: number;
}

const question = /[?？؟\u037e]["'”’»」』)]*\s*$/;

/** Returns whether a sentence or heading asks. */
export const isQuestion = (text: string): boolean => question.test(text);

/** Returns the sentences of a text in order; joined they are the text. The time is linear in its length. */
export function sentences(text: string, locale?: string): Sentence[] {
  const found: Sentence[] = [];
  let start = 0;
  for (const end of boundaries(text, locale)) {
    for (const part of withoutMarks(text, start, end)) {
      found.push({ text: text.slice(start, part), start, end: part });
      start = part;
    }
  }
  return found;
}

/** Yields the ends of sentences by `Intl.Segmenter`, except those behind an abbreviation or inside speech. */
function* boundaries(text: string, locale: string | undefined): Generator<number> {
  let end = 0;
  for (const { index, segment } of segmenterFor(locale).segment(text)) {
    if (index > 0 && !goesOn(text, index)) yield index;
    end = index + segment.length;
  }
  if (end > 0) yield end;
}

const segmenters = new Map<string, Intl.Segmenter>();

function segmenterFor(locale = 'en'): Intl.Segmenter {
  let segmenter = segmenters.get(locale);
  if (!segmenter) {
    const known = supported(locale) ? locale : 'en';
    segmenter = new Intl.Segmenter(known, { granularity: 'sentence' });
    segmenters.set(locale, segmenter);
  }
  return segmenter;
}

function supported(locale: string): boolean {
  try {
    return Intl.Segmenter.supportedLocalesOf(locale).length > 0;
  } catch {
    return false;
  }
}

/** Characters on each side of a boundary that decide. */
const view = 48;
// eslint-disable-next-line redos/no-vulnerable, regexp/no-super-linear-move -- for `view` characters
const lineEnd = /[\n\r\u0085\u2028\u2029]\s*$/;
const listNumber = /(?:^|[\n\r])[ \t]*(?:\d{1,3}|\p{L})[.)]$/u;
const endsInQuote = /[.!?…。！？][”"’'»«“」』]$/;
const endsInDots = /(?:\.\.|…)$/;
/** "Soup ........ €5" */
const dotLeader = /\.{4}$/;
const startsLower = /^\p{Ll}/u;

const startsWithQuotative = (text: string): boolean =>
  [...wordsOfAll('quotatives')].some((word) => text.startsWith(word));

/** Returns whether the sentence before `at` continues there. */
function goesOn(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - view), at);
  if (lineEnd.test(before)) return false;
  const said = before.trimEnd();
  const next = text.slice(at, at + view);
  if (dotLeader.test(said)) return true;
  if (startsLower.test(next) && (endsInQuote.test(said) || endsInDots.test(said))) return true;
  if (startsWithQuotative(next) && endsInQuote.test(said)) return true;
  if (at <= view ? listNumber.test(said) : /[\n\r]/.test(said) && listNumber.test(said))
    return true;
  return endsInAbbreviation(said, next);
}

/** Thai and Lao mark no sentence ends: a space between two of their letters ends a clause. */
const clauseEnd =
  /(?<=[\p{Script=Thai}\p{Script=Lao}ๆฯ”")]) +(?=[“"(]?[\p{Script=Thai}\p{Script=Lao}])/gu;
const minClause = 120;

/** Yields the ends of a sentence's parts: the sentence, or in Thai and Lao clauses of at least 120 characters. */
function* withoutMarks(text: string, start: number, end: number): Generator<number> {
  const sentence = text.slice(start, end);
  if (/[\u0e00-\u0eff]/.test(sentence)) {
    let last = 0;
    for (const { index, 0: space } of sentence.matchAll(clauseEnd)) {
      if (index - last < minClause) continue;
      last = index + space.length;
      yield start + last;
    }
  }
  yield end;
}
