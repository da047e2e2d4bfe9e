import { isMark } from './list-marks.ts';
import type { Line, Segment } from './segment.ts';

const rightToLeft = /[\u0590-\u08ff]/;

/** The mark of a list item belongs to its text, however far away it stands. */
function joinMark(cells: Segment[]): Segment[] {
  const [mark, item, ...rest] = cells;
  if (!mark || !item || !isMark(mark.text)) return cells;
  const x0 = Math.min(mark.x0, item.x0);
  const x1 = Math.max(mark.x1, item.x1);
  return [{ ...item, text: `${mark.text} ${item.text}`, x0, x1 }, ...rest];
}

function joinCells(cells: readonly Segment[]): Segment {
  const largest = cells.reduce((most, cell) => (cell.size > most.size ? cell : most));
  return {
    ...largest,
    text: cells.map(({ text }) => text).join(' '),
    x0: Math.min(...cells.map(({ x0 }) => x0)),
    x1: Math.max(...cells.map(({ x1 }) => x1)),
    bold: cells.every(({ bold }) => bold),
    mono: cells.every(({ mono }) => mono),
  };
}

function lineOf(segments: Segment[], page: number): Line {
  const leftwards = segments.some(({ text }) => rightToLeft.test(text));
  segments.sort((a, b) => (leftwards ? b.x0 - a.x0 : a.x0 - b.x0));
  const cells = joinMark(segments);
  const line = cells.length === 1 ? cells[0]! : joinCells(cells);
  const [start, end] = leftwards ? [-line.x1, -line.x0] : [line.x0, line.x1];
  return { ...line, start, end, page, cells };
}

/** Segments on one baseline are a line, if one follows the other. */
export function linesOf(segments: readonly Segment[], page: number): Line[] {
  const lines: Segment[][] = [];
  for (const segment of segments) {
    const line = lines.at(-1);
    const last = line?.at(-1);
    const beside =
      last?.angle === segment.angle &&
      Math.abs(last.y - segment.y) < 0.3 * Math.max(last.size, segment.size) &&
      line!.every(({ x0, x1 }) => x1 <= segment.x0 || segment.x1 <= x0);
    if (beside && line!.length < 50) line!.push(segment);
    else lines.push([segment]);
  }
  return lines.map((cells) => lineOf(cells, page));
}
