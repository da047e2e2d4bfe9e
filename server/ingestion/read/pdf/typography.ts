import type { Line } from './lines.ts';

/** Most frequent style of a document. */
export interface Typography {
  /** Points. */
  size: number;
  bold: boolean;
  mono: boolean;
  /** Font sizes from one baseline to the next inside a paragraph. */
  leading: number;
}

/** Whether a text ends a sentence, also with quotes, brackets or a footnote's number after the stop. */
export const endsSentence = (text: string) =>
  /[.!?:;…。！？：；][\p{Pe}\p{Pf}"'*\d]*$/u.test(text.slice(-8));

/** Dots that lead to a page number in a table of contents. */
// eslint-disable-next-line regexp/no-super-linear-move -- nothing follows the run that could fail
export const leader = /\s?(?:[.·…]\s?){4,}|(?:\s\.){2,3}(?=\s*\d+$)/u;

/** Scripts without spaces between words, their punctuation and full-width forms. */
const unspacedScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3001-\u303f\u30fb-\u30ff\uff01-\uff60]/u;
export const isUnspaced = (character: string) => unspacedScript.test(character);
export const roundSize = (size: number) => Math.round(size * 2) / 2;

function mostText<Value>(
  lines: readonly Line[],
  valueOf: (line: Line) => Value,
): Value | undefined {
  const lengths = new Map<Value, number>();
  for (const line of lines) {
    const value = valueOf(line);
    lengths.set(value, (lengths.get(value) ?? 0) + line.text.length);
  }
  return [...lengths].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** Returns the steps after lines that reach the margin within a sentence: their paragraphs continue. */
function leadings(lines: readonly Line[]): number[] {
  const margin = lines.reduce((max, { x1 }) => Math.max(max, x1), -Infinity);
  return lines.flatMap((line, index) => {
    const next = lines[index + 1];
    if (!next || line.x1 < margin - 2 * line.size || endsSentence(line.text)) return [];
    const step = (next.y - line.y) / line.size;
    const alike = Math.abs(next.size - line.size) < 0.1 * line.size;
    return alike && step > 0.8 && step < 2.6 ? [step] : [];
  });
}

export function typographyOf(pages: readonly (readonly Line[])[]): Typography {
  const lines = pages.flat();
  const size = mostText(lines, (line) => roundSize(line.size)) ?? 12;
  const body = lines.filter((line) => roundSize(line.size) === size);
  const steps = pages
    .flatMap((page) => leadings(page.filter((line) => roundSize(line.size) === size)))
    .sort((a, b) => a - b);
  return {
    size,
    bold: mostText(body, ({ bold }) => bold) ?? false,
    mono: mostText(body, ({ mono }) => mono) ?? false,
    leading: steps[Math.floor(steps.length / 2)] ?? 1.2,
  };
}

/** Points: lines that begin within them belong to one column. */
const columnWidth = 36;

export type Margins = (line: Line) => number;

/** Returns the right margin of each column; ignores the tenth of the lines that are longest. */
export function marginsOf(lines: readonly Line[]): Margins {
  const columnOf = ({ start }: Line) => Math.round(start / columnWidth);
  const ends = new Map<number, number[]>();
  for (const line of lines) {
    const column = columnOf(line);
    const known = ends.get(column);
    if (known) known.push(line.end);
    else ends.set(column, [line.end]);
  }
  const margins = new Map(
    [...ends].map(([column, values]) => {
      const sorted = values.sort((a, b) => b - a);
      return [column, sorted[Math.floor(sorted.length / 10)]!] as const;
    }),
  );
  return (line) => {
    const column = columnOf(line);
    return Math.max(...[-1, 0, 1].map((near) => margins.get(column + near) ?? -Infinity));
  };
}

/** Whether a line was ended on purpose: the first word of `next` would have fitted. */
export function isCutShort(line: Line, next: Line, margins: Margins): boolean {
  const room = margins(line) - line.end;
  if (isUnspaced([...next.text][0] ?? '')) return room > 2.5 * line.size;
  const [word = ''] = next.text.split(' ');
  const width = ((next.end - next.start) / next.text.length) * word.length;
  return room > width + 0.6 * line.size;
}
