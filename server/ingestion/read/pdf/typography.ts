import type { Line } from './lines.ts';
import { isUnspaced } from './paragraphs.ts';

/** What is usual in a document. */
export interface Typography {
  /** Points, of the font of most text. */
  size: number;
  bold: boolean;
  mono: boolean;
  /** Font sizes from one baseline to the next inside a paragraph. */
  leading: number;
}

/** Also with closing quotes and brackets, and the number of a footnote, behind the full stop. */
export const endsSentence = (text: string) =>
  /[.!?:;…。！？：；][\p{Pe}\p{Pf}"'*\d]*$/u.test(text.slice(-8));

/** Of a table of contents: dots that lead to a page number. */
// eslint-disable-next-line regexp/no-super-linear-move -- nothing follows the run that could fail
export const leader = /\s?(?:[.·…]\s?){4,}|(?:\s\.){2,3}(?=\s*\d+$)/u;

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

/** After a line that reaches the margin, and ends no sentence there, the paragraph goes on. */
function leadings(lines: readonly Line[]): number[] {
  const margin = lines.reduce((most, { x1 }) => Math.max(most, x1), -Infinity);
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

/** Points: lines that begin within as much are of one column. */
const columnWidth = 36;

export type Margins = (line: Line) => number;

/** Where the lines of each column of a page end; a few may stick out. */
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

/** Whether the first word of `next` would have fitted at the end of `line`: then the line was ended on purpose. */
export function isCutShort(line: Line, next: Line, margins: Margins): boolean {
  const room = margins(line) - line.end;
  if (isUnspaced([...next.text][0] ?? '')) return room > 2.5 * line.size;
  const [word = ''] = next.text.split(' ');
  const width = ((next.end - next.start) / next.text.length) * word.length;
  return room > width + 0.6 * line.size;
}
