import { wordsOfAll } from '../../language/languages.ts';

/** Returns the words for "source" that models write beside numbers, in lower case without spaces and punctuation. */
export const isSourceWord = (word: string): boolean =>
  wordsOfAll('sources').has(word) || wordsOfAll('references').has(word);

const maxRange = 50;
/** `Source 3`, `#3`, `^3`, `3-5`: one item of a mark. */
const item =
  /^\^?(?:(\p{L}[\p{L}\p{M}]*)\.?[\s:#№]*)?#?(\d{1,3})(?:\s*[-–—‑]\s*(?:(\p{L}[\p{L}\p{M}]*)\s*)?#?(\d{1,3}))?\^?$/u;
/** OpenAI's marks: the number of the search, the number of the result, then a word. */
const dagger = /^(\d{1,3})(:\d{1,3})?†/;

/**
 * Reads the passages' numbers inside brackets: `1`, `1, 3`, `2-4`, `Source 1`, `^1`, `1†source`. Returns null
 * for anything else, such as a year, an interval from 0 or a check box.
 */
export function parseMark(inside: string): number[] | null {
  const text = inside.normalize('NFKC').trim();
  const openAi = dagger.exec(text);
  // Two numbers count something else than our passages.
  if (openAi) return openAi[2] === undefined ? [Number(openAi[1])] : [];
  const parts = text.split(/[,;、&]/).map((part) => part.trim());
  const numbers = parts.map(parseItem);
  if (numbers.includes(null)) return null;
  const all = numbers.flatMap((each) => each ?? []);
  return all.length > 1 && all.includes(0) ? null : all;
}

/** The beginning of text in parentheses up to its first word, and what there is behind it. */
const paren = /^[(（]\s?(\p{L}[\p{L}\p{M}]{0,19})([^()（）\n]{0,40})([)）]?)/u;
const openParen = /^[(（]\s?$/;

/**
 * Reads the mark in parentheses that `text` begins with, such as `(Source 2)` or `(sources 1, 3)`; null for others. A
 * number alone, as in `(1)`, is none.
 */
export function parenMarkAt(text: string): { numbers: number[]; length: number } | null {
  const [whole, word, rest, end] = paren.exec(text) ?? [];
  if (!whole || !word || !end || !wordsOfAll('sources').has(word.toLowerCase())) return null;
  const numbers = parseMark(word + rest!);
  return numbers?.length ? { numbers, length: whole.length } : null;
}

/** Whether text that follows decides if `text` begins with such a mark. */
export function isOpenParen(text: string): boolean {
  if (openParen.test(text)) return true;
  const [whole, word, rest] = paren.exec(text) ?? [];
  if (whole === undefined || whole.length < text.length || /[)）]$/.test(whole)) return false;
  return rest === '' || wordsOfAll('sources').has(word!.toLowerCase());
}

function parseItem(part: string): number[] | null {
  const [, word, first, otherWord, last] = item.exec(part) ?? [];
  if (first === undefined) return null;
  if ([word, otherWord].some((each) => each && !isSourceWord(each.toLowerCase()))) return null;
  const from = Number(first);
  const to = Number(last ?? first);
  return to < from || to - from > maxRange
    ? [from, to]
    : Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
