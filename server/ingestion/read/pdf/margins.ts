import { isUnspaced } from './join-lines.ts';
import type { Line } from './segment.ts';

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
