import { wordsOfAll } from '../language/languages.ts';

const lastWord = /(?:^|[\s([{"'“„«‘\-–—/])([\p{L}\p{M}°№]+)\.$/u;
const initial = /(?:^|[\s([{"'“„«.-])\p{Lu}\p{M}*\.$/u;
const dotted = /(?:^|[^\p{L}\p{N}])(?:\p{L}{1,3}\.\s?){1,3}\p{L}{1,3}\.$/u;
const timeOfDay = /[ap]\.\s?m\.$/i;
const loneLetter = /(?:^|\s)\p{Ll}\.$/u;
const unit = /\p{N}\s?\p{Ll}+\.$/u;
const startsWithDigit = /^[\p{N}#]/u;
const startsCapital = /^["“„«(]?\p{Lu}/u;
const shortCapitalised = /^["“„«(]?\p{Lu}\p{Ll}{0,2}(?![\p{L}\p{M}.])/u;
const dayNumber = /(?:^|\s)(?:[12]?\d|3[01])\.$/;

/** Returns whether `before` ends in an abbreviation, an initial or a day of the month, and `next` continues it. */
function endsInAbbreviation(before: string, next: string): boolean {
  if (!before.endsWith('.')) return false;
  if (dayNumber.test(before)) return startsWithMonth(next);
  if (startsWithDigit.test(next) && loneLetter.test(before)) return true;
  const word = unit.test(before) ? undefined : lastWord.exec(before)?.[1];
  if (word !== undefined) {
    const titles = wordsOfAll('titles');
    if (titles.has(word) || titles.has(word.toLowerCase())) return true;
    if (wordsOfAll('numbered').has(word) && startsWithDigit.test(next)) return true;
  }
  if (dotted.test(before)) return dottedGoesOn(before, next);
  return initial.test(before) && startsCapital.test(next) && !shortWordAfterPronoun(before, next);
}

/** "U.S. Army" and "z.B. Äpfel" go on; "in the U.S. He" and "at 5 p.m. The" most often do not. */
function dottedGoesOn(before: string, next: string): boolean {
  if (timeOfDay.test(before)) return !startsCapital.test(next);
  const upper = /\p{Lu}\.$/u.test(before);
  return !(upper && shortCapitalised.test(next));
}

/** "She and I. We …" is no name with an initial. */
function shortWordAfterPronoun(before: string, next: string): boolean {
  return /\p{Ll}\s\p{Lu}\.$/u.test(before) && shortCapitalised.test(next);
}

/** Languages that write the day of a month with a full stop: "am 3. Mai". */
const dotAfterDay = 'de da nb nn fi cs sk sl hr sr-Latn hu et lv is fo'.split(' ');
let months: Set<string> | undefined;

function startsWithMonth(next: string): boolean {
  months ??= monthNames();
  const word = /^\p{L}+/u.exec(next)?.[0];
  return word !== undefined && months.has(word.toLowerCase());
}

function monthNames(): Set<string> {
  const names = new Set<string>();
  for (const locale of dotAfterDay) {
    const format = new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'long',
      timeZone: 'UTC',
    });
    for (let month = 0; month < 12; month++) {
      const parts = format.formatToParts(Date.UTC(2024, month, 15));
      names.add((parts.find(({ type }) => type === 'month')?.value ?? '').toLowerCase());
    }
  }
  return names;
}

/** `text` is `source.slice(start, end)`, with the white space that follows the sentence. */
interface Sentence {
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
  const raw = text.slice(Math.max(0, at - view), at);
  if (lineEnd.test(raw)) return false;
  const before = raw.trimEnd();
  const next = text.slice(at, at + view);
  if (dotLeader.test(before)) return true;
  if (startsLower.test(next) && (endsInQuote.test(before) || endsInDots.test(before))) return true;
  if (startsWithQuotative(next) && endsInQuote.test(before)) return true;
  if (at <= view ? listNumber.test(before) : /[\n\r]/.test(before) && listNumber.test(before))
    return true;
  return endsInAbbreviation(before, next);
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
