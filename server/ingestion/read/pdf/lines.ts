/**
 * Part of a line without a wide gap. Coordinates are in points, turned so that the text runs along x and y
 * grows from line to line, whatever the direction on the page.
 */
export interface Segment {
  /** Ends in U+00AD if the word continues on the next line. */
  text: string;
  /** Counter-clockwise degrees from the page's own x axis; -90 is vertical writing. */
  angle: number;
  x0: number;
  x1: number;
  /** Baseline. */
  y: number;
  /** Font size. */
  size: number;
  bold: boolean;
  mono: boolean;
}

/** Segments on one baseline. */
export interface Line extends Segment {
  /** From 1. */
  page: number;
  /** In reading direction. */
  cells: Segment[];
  /** `x0` and `x1` in reading direction: negated and swapped from right to left. */
  start: number;
  end: number;
}

/** Symbol fonts have their bullets in the private use area. */
export const bullet = /^[•◦‣⁃∙▪▫■□●○◆◇➢➤✓✔\uf000-\uf0ff]\s*/u;
export const dash = /^[-–—*·]\s+/u;
export const numeral = /^(?:\(?\d{1,3}[.)]|\(?[a-z][.)]|\([ivx]{1,4}\)|[ivx]{1,4}\.)\s/u;

/** Whether a text is a list item's mark without text. */
export const isMark = (text: string) =>
  text.length < 7 && `${text} `.replace(bullet, '').replace(dash, '').replace(numeral, '') === '';

/** Removes an item's bullet. Numbers stay: other lines refer to them, and "3. May" is a date. */
export const withoutBullet = (text: string) => text.replace(bullet, '').replace(dash, '');

const rightToLeft = /[\u0590-\u08ff]/;

/** Joins a list item's mark with its text, however wide the gap. */
function joinMark(cells: Segment[]): Segment[] {
  const [mark, item, ...rest] = cells;
  if (!mark || !item || !isMark(mark.text)) return cells;
  const x0 = Math.min(mark.x0, item.x0);
  const x1 = Math.max(mark.x1, item.x1);
  return [{ ...item, text: `${mark.text} ${item.text}`, x0, x1 }, ...rest];
}

function joinCells(cells: readonly Segment[]): Segment {
  const largest = cells.reduce((max, cell) => (cell.size > max.size ? cell : max));
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

/** Joins consecutive segments on one baseline into lines. */
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
