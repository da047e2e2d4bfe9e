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
