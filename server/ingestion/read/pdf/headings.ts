import type { Bookmark } from './document.ts';
import type { Line } from './lines.ts';
import { leader, roundSize, type Typography } from './typography.ts';

export interface Heading {
  /** 1 to 6. */
  level: number;
}

/** The heading that a line is, or is a part of: lines of one heading have the same one. */
export type Headings = ReadonlyMap<Line, Heading>;

const longestHeading = 200;
/** A heading may be broken over as many lines. */
const mostLines = 4;
const deepestLevel = 6;

/** Letters and digits, so that neither quotes nor spaces matter. */
const bare = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
/** Outlines often leave out "2.1" or "Chapter 2", or have it where the page has not. */
const unnumbered = (text: string) =>
  text
    .trimStart()
    .replace(/^(?:\p{L}{2,12}\s+)?(?:[\dIVXLC]+|[A-Z](?=[.:)\s]))(?:\.[\d.]*)?[:)]?\s+/u, '');

/** A text as it is compared, with and without its number. */
const namesOf = (text: string) => ({ whole: bare(text), plain: bare(unnumbered(text)) });
type Names = ReturnType<typeof namesOf>;

/** The lines that a bookmark names, the largest of several; all with their number or all without. */
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
      if (!goesOn || end === Math.min(start + mostLines, lines.length)) break;
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
    const heading = { level: Math.min(level, deepestLevel) };
    for (const line of findBookmark(free, names, title)) headings.set(line, heading);
  }
  return headings;
}

const styleOf = ({ size, bold }: Line) => `${roundSize(size)}|${bold}`;

/** A line of its own, larger than the text or bold. */
function looksLikeHeading(line: Line, previous: Line | undefined, body: Typography): boolean {
  const { text, size, bold, mono, cells } = line;
  if (!/\p{L}/u.test(text) || text.length > longestHeading) return false;
  if (leader.test(text) || /[.,;:]$|^[•◦‣▪■●–—-]\s/u.test(text)) return false;
  const numbered = /^(?:[A-Z]|[IVXLC]+|[A-Z]?[\d.]*\d)[.)]?$/.test(cells[0]!.text);
  if (cells.length > (numbered ? 2 : 1)) return false;
  if (size > body.size * 1.12) return true;
  if (!bold || body.bold || mono || size < body.size * 0.98 || text.length > 100) return false;
  const gap = previous ? (line.y - previous.y) / line.size : Infinity;
  return /^[\p{Lu}\p{Lo}\p{N}]/u.test(text) && (gap < 0 || gap > body.leading * 1.25);
}

/** Each heading's lines, without passages that are only set larger. */
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
    return run.length <= mostLines && length <= longestHeading;
  });
}

/** The level that the outline gives most lines of each style. */
function anchorsOf(headings: Headings): Map<string, number> {
  const votes = new Map<string, number[]>();
  for (const [line, { level }] of headings) {
    const levels = votes.get(styleOf(line)) ?? Array<number>(deepestLevel + 1).fill(0);
    levels[level]!++;
    votes.set(styleOf(line), levels);
  }
  return new Map(
    [...votes].map(([style, levels]) => [style, levels.indexOf(Math.max(...levels))] as const),
  );
}

/** The larger a style, the higher; styles that the outline names keep its levels. */
function levelsOf(lines: readonly Line[], anchors: ReadonlyMap<string, number>) {
  const styles = new Map(lines.map((line) => [styleOf(line), line] as const));
  const ordered = [...styles].sort(
    ([, a], [, b]) => roundSize(b.size) - roundSize(a.size) || Number(b.bold) - Number(a.bold),
  );
  const levels = new Map<string, number>();
  let above = 0;
  for (const [style] of ordered) {
    above = anchors.get(style) ?? Math.min(above + 1, deepestLevel);
    levels.set(style, above);
  }
  return levels;
}

/** Headings by the outline first; then by size and weight, which say more than it does in most documents. */
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
    // A good outline names all headings; what is only bold is then an emphasis.
    const onlyBold = first.size <= body.size * 1.12;
    if (onlyBold && anchors.size > 0 && !anchors.has(styleOf(first))) continue;
    if (run.some((line) => headings.has(line))) continue;
    const heading = { level: levels.get(styleOf(first)) ?? deepestLevel };
    for (const line of run) headings.set(line, heading);
  }
  return headings;
}
