import { isUnspaced } from '../blocks.ts';

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

export const roundSize = (size: number) => Math.round(size * 2) / 2;

/** Returns the value that most of the text has. */
function mostText<T extends Segment, Value>(
  lines: readonly T[],
  valueOf: (line: T) => Value,
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
  const margins = new Map(
    [...Map.groupBy(lines, columnOf)].map(([column, of]) => {
      const sorted = of.map(({ end }) => end).sort((a, b) => b - a);
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

/** Lines of a column; fewer may be a table. */
const minLines = 4;
/** Characters. */
const minLineLength = 15;
/** Share of the column's width that its lines fill: prose fills nearly all, table cells little. */
const fill = 0.8;
const bins = 200;

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}

const extent = (segments: readonly Segment[]) => ({
  x0: segments.reduce((min, { x0 }) => Math.min(min, x0), Infinity),
  x1: segments.reduce((max, { x1 }) => Math.max(max, x1), -Infinity),
  top: segments.reduce((min, { y, size }) => Math.min(min, y - size), Infinity),
  bottom: segments.reduce((max, { y }) => Math.max(max, y), -Infinity),
});

/** Returns the x that the fewest segments cross, away from the edges. */
function gutterOf(segments: readonly Segment[]): number {
  const { x0, x1 } = extent(segments);
  const width = (x1 - x0) / bins;
  // A prefix sum over differences takes one step per segment, however wide it is.
  const steps = new Int32Array(bins + 2);
  for (const segment of segments) {
    steps[Math.floor((segment.x0 - x0) / width)]!++;
    steps[Math.ceil((segment.x1 - x0) / width)]!--;
  }
  let crossing = 0;
  let best = { crossing: Infinity, from: 0, to: 0 };
  for (let bin = 0; bin < bins * 0.85; bin++) {
    crossing += steps[bin]!;
    if (bin < bins * 0.15) continue;
    if (crossing < best.crossing) best = { crossing, from: bin, to: bin };
    else if (crossing === best.crossing && best.to === bin - 1) best.to = bin;
  }
  return x0 + ((best.from + best.to + 1) / 2) * width;
}

function isProse(segments: readonly Segment[]): boolean {
  if (segments.length < minLines) return false;
  const widths = segments.map(({ x0, x1 }) => x1 - x0);
  const lengths = segments.map(({ text }) => text.length);
  return (
    percentile(lengths, 0.5) >= minLineLength &&
    percentile(widths, 0.5) >= fill * percentile(widths, 0.9)
  );
}

/**
 * Separates columns that were drawn line by line across the page: prose on both sides of a gutter, drawn in
 * alternation. Segments that cross the gutter divide the page into bands.
 */
function unweave(segments: readonly Segment[]): Segment[] {
  if (segments.length < 2 * minLines) return [...segments];
  const gutter = gutterOf(segments);
  const sides = segments.map(({ x0, x1 }) => (x1 <= gutter ? 'left' : x0 >= gutter ? 'right' : ''));
  const on = (side: string) => segments.filter((_, index) => sides[index] === side);
  const columns = sides.filter((side) => side !== '');
  const changes = columns.filter((side, index) => index > 0 && side !== columns[index - 1]).length;
  const woven = changes >= columns.length / 2 && columns.length >= sides.length * 0.7;
  if (!woven || !isProse(on('left')) || !isProse(on('right'))) return [...segments];

  const crossing = on('').sort((a, b) => a.y - b.y);
  const ends = [...crossing.map(({ y }) => y), Infinity];
  let top = -Infinity;
  return ends.flatMap((end, index) => {
    const within = ({ y }: Segment) => y > top && y <= end;
    const band = [...unweave(on('left').filter(within)), ...unweave(on('right').filter(within))];
    top = end;
    return [...band, ...crossing.slice(index, index + 1)];
  });
}

/** Segments that were drawn from top to bottom without a jump back. */
interface Flow extends ReturnType<typeof extent> {
  segments: Segment[];
}

/** Pages with more keep the order of drawing: sorting takes quadratic time. */
const maxFlows = 2_000;
/** Lines from which on a flow is a column, not a label. */
const columnLines = 5;

function flowsOf(segments: readonly Segment[]): Flow[] {
  const flows: Segment[][] = [];
  for (const segment of segments) {
    const flow = flows.at(-1);
    const last = flow?.at(-1);
    if (flow && last && segment.y >= last.y - 0.5 * last.size) flow.push(segment);
    else flows.push([segment]);
  }
  return flows.map((flow) => ({ segments: flow, ...extent(flow) }));
}

/** Whether a flow is read before another: it is above, or the left one of two columns. */
function precedes(flow: Flow, other: Flow): boolean {
  const sideBySide = flow.x1 <= other.x0 || other.x1 <= flow.x0;
  if (!sideBySide) return flow.bottom <= other.top;
  const shared = Math.min(flow.bottom, other.bottom) - Math.max(flow.top, other.top);
  const height = Math.min(flow.bottom - flow.top, other.bottom - other.top);
  const columns = Math.min(flow.segments.length, other.segments.length) >= columnLines;
  return columns && flow.x1 <= other.x0 && shared > height / 2;
}

/** Sorts flows: headers, boxes and columns are often drawn too late. */
function sortFlows(flows: readonly Flow[]): Flow[] {
  if (flows.length > maxFlows) return [...flows];
  const sorted: Flow[] = [];
  for (const flow of flows) {
    const at = sorted.findIndex((placed) => precedes(flow, placed));
    sorted.splice(at === -1 ? sorted.length : at, 0, flow);
  }
  return sorted;
}

/**
 * Returns the segments of a page in reading order. The order of drawing is right on most pages and better
 * than a guess in tables and forms, so segments move only for clear reasons. Text in other directions than
 * the page's main one comes last.
 */
export function inReadingOrder(segments: readonly Segment[]): Segment[] {
  const angle = mostText(segments, (segment) => segment.angle);
  const along = segments.filter((segment) => segment.angle === angle);
  const across = segments.filter((segment) => segment.angle !== angle);
  const sorted = sortFlows(flowsOf(unweave(along)));
  return [...sorted.flatMap((flow) => flow.segments), ...across];
}

/** Pages on which a header or footer repeats. */
const minPages = 3;
/** Pages before and after in which a header repeats: chapters and left pages have their own. */
const nearPages = 4;
/** Rows at each edge of a page that may be a header or footer. */
const maxDepth = 3;
/** Points: heights are compared with this tolerance. */
const sameHeight = 3;

/** Lines on one baseline, such as a chapter's name and the page number. */
interface Row {
  y: number;
  text: string;
  size: number;
  page: number;
  lines: Line[];
}

function rowsOf(lines: readonly Line[], page: number): Row[] {
  const rows: Row[] = [];
  for (const line of [...lines].sort((a, b) => a.y - b.y || a.x0 - b.x0)) {
    const row = rows.at(-1);
    if (row && line.y - row.y < sameHeight) {
      row.lines.push(line);
      row.text += ` ${line.text}`;
      row.size = Math.max(row.size, line.size);
    } else {
      rows.push({ y: line.y, text: line.text, size: line.size, page, lines: [line] });
    }
  }
  return rows;
}

const romanDigits: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

function roman(word: string): number {
  const digits = [...word.toLowerCase()].map((letter) => romanDigits[letter] ?? NaN);
  return digits.reduce(
    (sum, digit, index) => sum + (digit < (digits[index + 1] ?? 0) ? -digit : digit),
    0,
  );
}

/** Returns possible page numbers: at the ends of a row, or anywhere in a short one ("Page 3 of 12"). */
function numbersOf(text: string): number[] {
  const words = text.match(/\d+|\p{L}+/gu) ?? [];
  return (words.length <= 6 ? words : [words.at(0)!, words.at(-1)!])
    .map((word) => (/^\d/.test(word) ? Number(word) : roman(word)))
    .filter((number) => number > 0);
}

/** Counts the pages that have a name at a height. */
function createTally() {
  const pages = new Map<string, Set<number>>();
  const key = (name: string, height: number) => `${height}|${name}`;
  const heightOf = (y: number) => Math.round(y / sameHeight);
  const at = (name: string, y: number) =>
    [-1, 0, 1].flatMap((step) => pages.get(key(name, heightOf(y) + step)) ?? []);
  return {
    add(name: string, { y, page }: Row) {
      const own = key(name, heightOf(y));
      pages.set(own, (pages.get(own) ?? new Set()).add(page));
    },
    /** Returns the number of pages. */
    count(name: string, { y }: Row) {
      return at(name, y).reduce((sum, { size }) => sum + size, 0);
    },
    /** Returns the number of pages near the row's page. */
    near(name: string, { y, page }: Row) {
      const around = Array.from({ length: 2 * nearPages + 1 }, (_, n) => page - nearPages + n);
      return around.filter((other) => at(name, y).some((found) => found.has(other))).length;
    },
  };
}

/** Returns the outermost rows of a page, from its edges inwards. */
const edgesOf = (rows: readonly Row[]) => ({
  top: rows.slice(0, maxDepth),
  bottom: rows.slice(-maxDepth).reverse(),
});

/** Returns the rows at one edge of all pages that repeat there or contain the page number. */
function runningRows(edges: readonly Row[][], bodySize: number): Row[] {
  const texts = createTally();
  const numbers = createTally();
  const numbered = createTally();
  for (const row of edges.flat()) {
    texts.add(row.text, row);
    for (const number of numbersOf(row.text)) numbers.add(String(number - row.page), row);
  }
  const counts = (row: Row) =>
    numbersOf(row.text).some((number) => numbers.count(String(number - row.page), row) >= minPages);
  for (const row of edges.flat()) if (counts(row)) numbered.add('', row);

  const isRunning = (row: Row, depth: number) => {
    const text = texts.count(row.text, row);
    // "Lesson 1" on page 1, "Lesson 2" on page 2: in large letters that is a heading.
    if (row.size > bodySize * 1.15) return text >= Math.max(minPages, edges.length * 0.6);
    // Behind the first row, the text itself may begin alike on a few pages.
    const needed = depth === 0 ? minPages : nearPages + 1;
    if (texts.near(row.text, row) >= Math.min(needed, edges.length)) return true;
    if (/^\W*(\d+|[ivxlc]+)\W*$/i.test(row.text) && counts(row)) return true;
    const usual = Math.max(minPages, edges.length * 0.3);
    return numbered.count('', row) >= usual && numbersOf(row.text).length > 0;
  };
  return edges.flatMap((rows) => {
    const end = rows.findIndex((row, depth) => !isRunning(row, depth));
    return end === -1 ? rows : rows.slice(0, end);
  });
}

/** Returns watermarks and notes along the margin that are on at least half of the pages. */
function acrossLines(pages: readonly Line[][], along: (line: Line) => boolean): Line[] {
  const across = pages.flat().filter((line) => !along(line));
  const often = Math.max(minPages, pages.length / 2);
  return [...Map.groupBy(across, ({ text }) => text).values()]
    .filter((alike) => new Set(alike.map(({ page }) => page)).size >= often)
    .flat();
}

/**
 * Divides pages into their text and the headers, footers and page numbers that repeat at the same place; those are text
 * where there is no other.
 */
export function divideRunningLines(
  pages: readonly Line[][],
  bodySize: number,
): { body: Line[][]; running: Line[] } {
  if (pages.length < minPages) return { body: [...pages], running: [] };
  // Reading order puts lines in the page's main direction first.
  const along = (line: Line) => line.angle === pages[line.page - 1]?.[0]?.angle;
  const edges = pages.map((lines, index) => edgesOf(rowsOf(lines.filter(along), index + 1)));
  const rows = [edges.map(({ top }) => top), edges.map(({ bottom }) => bottom)];
  const running = new Set([
    ...acrossLines(pages, along),
    ...rows.flatMap((edge) => runningRows(edge, bodySize)).flatMap(({ lines }) => lines),
  ]);
  const left = pages.map((lines) => lines.filter((line) => !running.has(line)));
  const isAll = left.every((lines) => lines.length === 0);
  return isAll ? { body: [...pages], running: [] } : { body: left, running: [...running] };
}
