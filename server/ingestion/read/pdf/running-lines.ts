import type { Line } from './lines.ts';

/** Pages that a line must stand on to be no part of the text. */
const fewestPages = 3;
/** Pages before and after, of which a header stands on some: chapters and left pages have their own. */
const nearPages = 4;
/** Rows at each edge of a page that may be a header or footer. */
const deepest = 3;
/** Points; producers round. */
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

/** What may be the number of a page: at either end of a row, or anywhere in "Page 3 of 12". */
function numbersOf(text: string): number[] {
  const words = text.match(/\d+|\p{L}+/gu) ?? [];
  return (words.length <= 6 ? words : [words.at(0)!, words.at(-1)!])
    .map((word) => (/^\d/.test(word) ? Number(word) : roman(word)))
    .filter((number) => number > 0);
}

/** Counts pages by a name and a height that may differ by a rounding. */
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
    /** Pages with that name at that height. */
    count(name: string, { y }: Row) {
      return at(name, y).reduce((sum, { size }) => sum + size, 0);
    },
    /** Of these, the pages before and after one. */
    near(name: string, { y, page }: Row) {
      const around = Array.from({ length: 2 * nearPages + 1 }, (_, n) => page - nearPages + n);
      return around.filter((other) => at(name, y).some((found) => found.has(other))).length;
    },
  };
}

/** The outermost rows of a page, from its edge inwards. */
const edgesOf = (rows: readonly Row[]) => ({
  top: rows.slice(0, deepest),
  bottom: rows.slice(-deepest).reverse(),
});

/** The rows at one edge of all pages that repeat at their place, or count the pages there. */
function runningRows(edges: readonly Row[][], bodySize: number): Row[] {
  const texts = createTally();
  const numbers = createTally();
  const numbered = createTally();
  for (const row of edges.flat()) {
    texts.add(row.text, row);
    for (const number of numbersOf(row.text)) numbers.add(String(number - row.page), row);
  }
  const counts = (row: Row) =>
    numbersOf(row.text).some(
      (number) => numbers.count(String(number - row.page), row) >= fewestPages,
    );
  for (const row of edges.flat()) if (counts(row)) numbered.add('', row);

  const isRunning = (row: Row, depth: number) => {
    const text = texts.count(row.text, row);
    // "Lesson 1" on page 1, "Lesson 2" on page 2: in large letters that is a heading.
    if (row.size > bodySize * 1.15) return text >= Math.max(fewestPages, edges.length * 0.6);
    // Further in, the first line of the text may be the same on a few pages, too.
    const fewest = depth === 0 ? fewestPages : nearPages + 1;
    if (texts.near(row.text, row) >= Math.min(fewest, edges.length)) return true;
    if (/^\W*(\d+|[ivxlc]+)\W*$/i.test(row.text) && counts(row)) return true;
    const most = Math.max(fewestPages, edges.length * 0.3);
    return numbered.count('', row) >= most && numbersOf(row.text).length > 0;
  };
  return edges.flatMap((rows) => {
    const end = rows.findIndex((row, depth) => !isRunning(row, depth));
    return end === -1 ? rows : rows.slice(0, end);
  });
}

/** Watermarks and notes along the margin, on at least half of the pages. */
function acrossLines(pages: readonly Line[][], along: (line: Line) => boolean): Line[] {
  const across = pages.flat().filter((line) => !along(line));
  const seen = new Map<string, Set<number>>();
  for (const { text, page } of across) seen.set(text, (seen.get(text) ?? new Set()).add(page));
  const often = Math.max(fewestPages, pages.length / 2);
  return across.filter(({ text }) => seen.get(text)!.size >= often);
}

/**
 * The pages without headers, footers and page numbers, which are known by their repetition at one
 * place. A document whose pages have nothing else keeps them.
 */
export function withoutRunningLines(pages: readonly Line[][], bodySize: number): Line[][] {
  if (pages.length < fewestPages) return [...pages];
  // The first lines are along the page: others come last in reading order.
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
