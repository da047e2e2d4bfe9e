import type { Line } from './lines.ts';

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
  const seen = new Map<string, Set<number>>();
  for (const { text, page } of across) seen.set(text, (seen.get(text) ?? new Set()).add(page));
  const often = Math.max(minPages, pages.length / 2);
  return across.filter(({ text }) => seen.get(text)!.size >= often);
}

/**
 * Removes headers, footers and page numbers, which repeat at the same place, unless no text would be left.
 */
export function withoutRunningLines(pages: readonly Line[][], bodySize: number): Line[][] {
  if (pages.length < minPages) return [...pages];
  // Reading order puts lines in the page's main direction first.
  const along = (line: Line) => line.angle === pages[line.page - 1]?.[0]?.angle;
  const edges = pages.map((lines, index) => edgesOf(rowsOf(lines.filter(along), index + 1)));
  const rows = [edges.map(({ top }) => top), edges.map(({ bottom }) => bottom)];
  const running = new Set([
    ...acrossLines(pages, along),
    ...rows.flatMap((edge) => runningRows(edge, bodySize)).flatMap(({ lines }) => lines),
  ]);
  const left = pages.map((lines) => lines.filter((line) => !running.has(line)));
  return left.every((lines) => lines.length === 0) ? [...pages] : left;
}
