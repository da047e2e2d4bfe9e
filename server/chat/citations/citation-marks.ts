import { sourceWords } from './source-words.ts';

const longestRange = 50;
/** `Source 3`, `#3`, `^3`, `3-5`: one item of a mark. */
const item =
  /^\^?(?:(\p{L}[\p{L}\p{M}]*)\.?[\s:#№]*)?#?(\d{1,3})(?:\s*[-–—‑]\s*(?:(\p{L}[\p{L}\p{M}]*)\s*)?#?(\d{1,3}))?\^?$/u;
/** OpenAI's own: the number of the message's search, then that of the result, then what it is. */
const dagger = /^(\d{1,3})(:\d{1,3})?†/;

/** The bracket that closes one that models put numbers in; undefined: it opens none. */
export const closers: Readonly<Record<string, string>> = {
  '[': ']',
  '【': '】',
  '［': '］',
  '〔': '〕',
};

/**
 * The passages' numbers that stand in brackets: `1`, `1, 3`, `2-4`, `Source 1`, `^1`, `1†source`. Null
 * when it is anything else: a year, an interval from 0, a box.
 */
export function parseMark(inside: string): number[] | null {
  const text = inside.normalize('NFKC').trim();
  const openAi = dagger.exec(text);
  // Their numbers are of another count than ours.
  if (openAi) return openAi[2] === undefined ? [Number(openAi[1])] : [];
  const parts = text.split(/[,;、&]/).map((part) => part.trim());
  const numbers = parts.map(parseItem);
  if (numbers.includes(null)) return null;
  const all = numbers.flatMap((each) => each ?? []);
  return all.length > 1 && all.includes(0) ? null : all;
}

function parseItem(part: string): number[] | null {
  const [, word, first, otherWord, last] = item.exec(part) ?? [];
  if (first === undefined) return null;
  if ([word, otherWord].some((each) => each && !sourceWords.has(each.toLowerCase()))) return null;
  const from = Number(first);
  const to = Number(last ?? first);
  return to < from || to - from > longestRange
    ? [from, to]
    : Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
