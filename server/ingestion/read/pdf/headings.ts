import type { Bookmark } from './document.ts';
import { type Line, leader, roundSize, type Typography } from './lines.ts';

interface Heading {
  /** 1 to 6. */
  level: number;
}

/** Heading of each line that belongs to one; the lines of one heading share an object. */
export type Headings = ReadonlyMap<Line, Heading>;

/** Characters. */
const maxHeading = 200;
const maxLines = 4;
const maxLevel = 6;

/** Returns letters and digits only, for comparison. */
const bare = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
/** Removes "2.1" or "Chapter 2", which outline and page may have or not. */
const unnumbered = (text: string) =>
  text
    .trimStart()
    .replace(/^(?:\p{L}{2,12}\s+)?(?:[\dIVXLC]+|[A-Z](?=[.:)\s]))(?:\.[\d.]*)?[:)]?\s+/u, '');

/** Returns a text for comparison, with and without its number. */
const namesOf = (text: string) => ({ whole: bare(text), plain: bare(unnumbered(text)) });
type Names = ReturnType<typeof namesOf>;

/** Finds the lines of a bookmark's title: equal with the number before equal without, then the largest. */
function findBookmark(lines: readonly Line[], names: readonly Names[], title: string): Line[] {
  const wanted = namesOf(title);
  let best: { lines: Line[]; score: number } = { lines: [], score: 0 };
  if (wanted.whole === '') return [];
  for (let start = 0; start < lines.length; start++) {
    let { whole, plain } = names[start]!;
    for (let end = start + 1; ; end++) {
      const likeness = whole === wanted.whole ? 2 : plain !== '' && plain === wanted.plain ? 1 : 0;
      const score = likeness * 1000 + lines[start]!.size;
      if (likeness > 0 && score > best.score) best = { lines: lines.slice(start, end), score };
      const goesOn = wanted.whole.startsWith(whole) || wanted.plain.startsWith(plain);
      if (!goesOn || end === Math.min(start + maxLines, lines.length)) break;
      whole += names[end]!.whole;
      plain += names[end]!.whole;
    }
  }
  return best.lines;
}

function outlineHeadings(
  pages: readonly (readonly Line[])[],
  outline: readonly Bookmark[],
): Map<Line, Heading> {
  const headings = new Map<Line, Heading>();
  const known = new Map<Line, Names>();
  for (const { title, level, page } of outline) {
    const free = (pages[page - 1] ?? []).filter((line) => !headings.has(line));
    for (const line of free) if (!known.has(line)) known.set(line, namesOf(line.text));
    const names = free.map((line) => known.get(line)!);
    const heading = { level: Math.min(level, maxLevel) };
    for (const line of findBookmark(free, names, title)) headings.set(line, heading);
  }
  return headings;
}

const styleOf = ({ size, bold }: Line) => `${roundSize(size)}|${bold}`;

/** Whether a line is alone and larger than the text or bold. */
function looksLikeHeading(line: Line, previous: Line | undefined, body: Typography): boolean {
  const { text, size, bold, mono, cells } = line;
  if (!/\p{L}/u.test(text) || text.length > maxHeading) return false;
  if (leader.test(text) || /[.,;:]$|^[•◦‣▪■●–—-]\s/u.test(text)) return false;
  const numbered = /^(?:[A-Z]|[IVXLC]+|[A-Z]?[\d.]*\d)[.)]?$/.test(cells[0]!.text);
  if (cells.length > (numbered ? 2 : 1)) return false;
  if (size > body.size * 1.12) return true;
  if (!bold || body.bold || mono || size < body.size * 0.98 || text.length > 100) return false;
  const gap = previous ? (line.y - previous.y) / line.size : Infinity;
  return /^[\p{Lu}\p{Lo}\p{N}]/u.test(text) && (gap < 0 || gap > body.leading * 1.25);
}

/** Returns the lines of headings; longer runs are passages in large type. */
function styledHeadings(lines: readonly Line[], body: Typography): Line[][] {
  const runs: Line[][] = [];
  let last: Line | undefined;
  for (const line of lines) {
    const run = runs.at(-1);
    const step = last ? (line.y - last.y) / line.size : 0;
    const goesOn = step > 0 && step < 1.8 && last === run?.at(-1);
    if (run && last && goesOn && styleOf(line) === styleOf(last)) run.push(line);
    else if (looksLikeHeading(line, last, body)) runs.push([line]);
    last = line;
  }
  return runs.filter((run) => {
    const length = run.reduce((sum, { text }) => sum + text.length, 0);
    return run.length <= maxLines && length <= maxHeading;
  });
}

/** Returns the most frequent level of each style in the outline. */
function anchorsOf(headings: Headings): Map<string, number> {
  const votes = new Map<string, number[]>();
  for (const [line, { level }] of headings) {
    const levels = votes.get(styleOf(line)) ?? Array<number>(maxLevel + 1).fill(0);
    levels[level]!++;
    votes.set(styleOf(line), levels);
  }
  return new Map(
    [...votes].map(([style, levels]) => [style, levels.indexOf(Math.max(...levels))] as const),
  );
}

/** Ranks styles by size; those in the outline keep its levels. */
function levelsOf(lines: readonly Line[], anchors: ReadonlyMap<string, number>) {
  const styles = new Map(lines.map((line) => [styleOf(line), line] as const));
  const ordered = [...styles].sort(
    ([, a], [, b]) => roundSize(b.size) - roundSize(a.size) || Number(b.bold) - Number(a.bold),
  );
  const levels = new Map<string, number>();
  let above = 0;
  for (const [style] of ordered) {
    above = anchors.get(style) ?? Math.min(above + 1, maxLevel);
    levels.set(style, above);
  }
  return levels;
}

/** Finds headings by the outline, then by size and weight. */
export function findHeadings(
  pages: readonly (readonly Line[])[],
  outline: readonly Bookmark[],
  body: Typography,
): Headings {
  const headings = outlineHeadings(pages, outline);
  const anchors = anchorsOf(headings);
  const styled = pages.flatMap((lines) => styledHeadings(lines, body));
  const levels = levelsOf([...headings.keys(), ...styled.flat()], anchors);
  for (const run of styled) {
    const [first] = run as [Line];
    // With an outline, lines in bold of another style are emphasis.
    const onlyBold = first.size <= body.size * 1.12;
    if (onlyBold && anchors.size > 0 && !anchors.has(styleOf(first))) continue;
    if (run.some((line) => headings.has(line))) continue;
    const heading = { level: levels.get(styleOf(first)) ?? maxLevel };
    for (const line of run) headings.set(line, heading);
  }
  return headings;
}
