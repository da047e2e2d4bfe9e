import type { Bookmark } from './document.ts';
import {
  type Line,
  leader,
  roundSize,
  type Typography,
  bullet,
  dash,
  isMark,
  numeral,
  type Segment,
  withoutBullet,
  isCutShort,
  type Margins,
  endsSentence,
  marginsOf,
} from './lines.ts';
import { isUnspaced, rowText, type Block } from '../blocks.ts';

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

/** Conjunctions after a suspended hyphen: "Ein- und Ausgang". */
const suspended = /^(?:und|oder|bzw|and|or|et|ou|y|o|e|en|of|og|och|eller|bis|to)\b/u;
const hyphenEnd = /[\p{L}\p{M}][\u00ad\u2010-]$/u;

/** Words that a document writes with a hyphen within a line. */
type HyphenatedWords = ReadonlySet<string>;

function hyphenatedWords(texts: Iterable<string>): HyphenatedWords {
  const words = new Set<string>();
  for (const text of texts) {
    for (const [word] of text.matchAll(/(?<!\p{L})\p{L}+(?:[-\u2010]\p{L}+)+/gu)) {
      words.add(word.replaceAll('\u2010', '-').toLowerCase());
    }
  }
  return words;
}

/** Whether a hyphen at the end of a line belongs to the word: as elsewhere in the document, or in names. */
function keepsHyphen(before: string, after: string, known: HyphenatedWords): boolean {
  const first = /(?<![\p{L}\p{N}-])[\p{L}\p{N}-]+$/u.exec(before.slice(-60))?.[0] ?? '';
  const second = /^[\p{L}\p{N}-]+/u.exec(after)?.[0] ?? '';
  const compound = /[\p{N}-]/u.test(first + second);
  return compound || known.has(`${first}-${second}`.toLowerCase());
}

/** Joins two lines of one paragraph. */
function joinLines(before: string, after: string, known: HyphenatedWords): string {
  // Only the end is examined: a paragraph may be long, and its lines are many.
  const end = before.slice(-2);
  if (hyphenEnd.test(end)) {
    const word = before.slice(0, -1);
    if (suspended.test(after)) return `${word}- ${after}`;
    if (/^\p{Ll}/u.test(after) && !keepsHyphen(word, after, known)) return word + after;
    if (/^[\p{L}\p{N}]/u.test(after)) return `${word}-${after}`;
  }
  const text = end.endsWith('\u00ad') ? `${before.slice(0, -1)}-` : before;
  // A hyphen that does not follow a word is kept, as in "--help".
  if (/[\p{L}\p{N}]-$/u.test(text.slice(-2)) && /^\p{N}/u.test(after)) return text + after;
  const last = [...end].at(-1) ?? '';
  const next = String.fromCodePoint(after.codePointAt(0) ?? 0x20);
  return isUnspaced(last) || isUnspaced(next) ? text + after : `${text} ${after}`;
}

/** A paragraph or list item that may continue. */
interface OpenText {
  kind: 'paragraph' | 'item';
  lines: Line[];
}

const startsWithin = (text: string) => /^[\p{Pi}\p{Ps}"']?\p{Ll}/u.test(text);

/** Returns the distance of two baselines in font sizes. */
const stepOf = (line: Line, next: Line) => (next.y - line.y) / Math.max(line.size, next.size);

/** Whether a line begins a list item after the open text. */
function beginsItem(
  line: Line,
  open: OpenText | undefined,
  margins: Margins,
  body: Typography,
): boolean {
  const { text } = line;
  if (bullet.test(text)) return true;
  if (!dash.test(text) && !numeral.test(text)) return false;
  const last = open?.lines.at(-1);
  // Within a sentence the mark is a dash or the number of a day.
  return (
    !open ||
    !last ||
    last.page !== line.page ||
    open.kind === 'item' ||
    endsSentence(last.text) ||
    isCutShort(last, line, margins) ||
    Math.abs(stepOf(last, line)) > body.leading * 1.25 ||
    Math.abs(line.start - last.start) > line.size
  );
}

/** Whether a line in another column or on another page continues a sentence. */
function continuesAfterJump(last: Line, line: Line, margins: Margins): boolean {
  if (endsSentence(last.text) || isCutShort(last, line, margins)) return false;
  return startsWithin(line.text) || last.text.endsWith('\u00ad') || isUnspaced(line.text[0] ?? '');
}

/** Whether a line that begins further right than the one before continues the open text. */
function continuesIndented(open: OpenText, line: Line, next: Line | undefined): boolean {
  const [first] = open.lines as [Line];
  if (open.lines.length > 1)
    return open.kind === 'item' && line.start - first.start < 5 * line.size;
  if (open.kind === 'item') return true;
  // The next line has a hanging indent too; after the indent of a first line it has not.
  return next !== undefined && Math.abs(next.start - line.start) < 0.3 * line.size;
}

/**
 * Whether a line continues the open text.
 *
 * @param next the line after it on its page
 * @param marginsBefore of the page of the open text
 */
function continues(
  open: OpenText,
  line: Line,
  next: Line | undefined,
  marginsBefore: Margins,
  body: Typography,
): boolean {
  const last = open.lines.at(-1)!;
  if (open.lines.length === 1 && isMark(last.text)) return last.page === line.page;
  const size = Math.max(last.size, line.size);
  if (Math.abs(last.size - line.size) > 0.12 * size) return false;
  const step = stepOf(last, line);
  const apart = line.start > last.end + size || line.end < last.start - size;
  if (last.page !== line.page || step < -0.5 || step > 4 || (apart && step > 0.3)) {
    return continuesAfterJump(last, line, marginsBefore);
  }
  const within = startsWithin(line.text) && !endsSentence(last.text);
  if (step > body.leading * 1.25 + 0.1) return within && step < body.leading * 1.8;
  if (last.bold !== line.bold || last.mono !== line.mono) return within;
  const indent = (line.start - last.start) / size;
  const cut = isCutShort(last, line, marginsBefore);
  if (indent > 0.8) return within || (!cut && continuesIndented(open, line, next));
  if (indent < -0.8)
    return within || (!cut && open.kind === 'paragraph' && open.lines.length === 1);
  return within || !cut;
}

/** Font sizes by which the edges of cells of one column may differ. */
const tolerance = 0.7;

const alignedTo = (cell: Segment, other: Segment) =>
  Math.min(Math.abs(cell.x0 - other.x0), Math.abs(cell.x1 - other.x1)) < tolerance * cell.size;

/** Whether two lines have several cells each and share a column after the first. */
function sameTable(line: Line, other: Line | undefined): boolean {
  if (!other || line.cells.length < 2 || other.cells.length < 2) return false;
  const step = Math.abs(other.y - line.y) / Math.max(line.size, other.size);
  if (step > 5 || line.angle !== other.angle) return false;
  return line.cells
    .slice(1)
    .some((cell) => other.cells.slice(1).some((same) => alignedTo(cell, same)));
}

/** A row; cells may consist of several lines. */
interface TableRow {
  cells: string[];
  lines: Line[];
}

/** Returns the column whose cell a line continues, else -1. */
function columnOf(line: Line, { lines }: TableRow, leading: number): number {
  const [first] = lines as [Line];
  const last = lines.at(-1)!;
  const step = (line.y - last.y) / line.size;
  if (line.cells.length > 1 || step < 0 || step > leading * 1.3) return -1;
  return first.cells.findIndex(
    (cell, index) => index > 0 && alignedTo(line, cell) && line.x0 > first.cells[0]!.x1,
  );
}

const isHeader = (row: TableRow, next: TableRow | undefined) =>
  next !== undefined && row.lines.every(({ bold }) => bold) && !next.lines.some(({ bold }) => bold);

/** Returns the header's name for each cell of a row; may be empty. */
function columnNames({ lines }: TableRow, header: TableRow): string[] {
  const [{ cells }] = lines as [Line];
  const columns = header.lines[0]!.cells;
  return cells.map((cell) => {
    const at = columns.findIndex((column) => alignedTo(cell, column));
    return header.cells[at] ?? '';
  });
}

/** Returns the texts of a table's rows. A bold first row names the cells of the others. */
function rowTexts(rows: readonly TableRow[]): string[] {
  const [header, ...rest] = rows;
  if (!header || !isHeader(header, rest[0])) return rows.map(({ cells }) => rowText(cells, []));
  return rest.map((row) => rowText(row.cells, columnNames(row, header)));
}

/** Returns the rows of the table that begins at a line; none if no table begins there. */
function tableAt(
  lines: readonly Line[],
  start: number,
  leading: number,
  join: (a: string, b: string) => string,
): TableRow[] {
  const rows: TableRow[] = [];
  for (let index = start; index < lines.length; index++) {
    const line = lines[index]!;
    const row = rows.at(-1);
    const column = row ? columnOf(line, row, leading) : -1;
    if (row && column !== -1) {
      row.cells[column] = join(row.cells[column]!, line.text);
      row.lines.push(line);
    } else if (sameTable(line, row?.lines[0] ?? lines[index + 1])) {
      rows.push({ cells: line.cells.map(({ text }) => text), lines: [line] });
    } else break;
  }
  return rows;
}

/** A block whose text may still grow, so it is joined at the end. */
type Draft = Omit<Block, 'text'> & { text: () => string };

const clean = (text: string) =>
  text
    .replace(/\u00ad$/, '-')
    .replace(leader, ' … ')
    .replace(/[\s\ufffd]+/g, ' ')
    .trim();

/** Returns lines of code with spaces for their indents. */
function codeText(lines: readonly Line[]): string {
  const left = lines.reduce((min, { x0 }) => Math.min(min, x0), Infinity);
  return lines
    .map(({ text, x0, x1 }) => {
      const width = (x1 - x0) / text.length || 1;
      const spaces = Math.min(40, Math.round((x0 - left) / width));
      return ' '.repeat(spaces) + text.replace(/\u00ad$/, '-');
    })
    .join('\n');
}

/** Returns the lines from `start` on for which `isAlike` holds. */
function linesWhile(
  lines: readonly Line[],
  start: number,
  isAlike: (line: Line, last: Line | undefined) => boolean,
): Line[] {
  let end = start;
  while (end < lines.length && isAlike(lines[end]!, end > start ? lines[end - 1] : undefined))
    end++;
  return lines.slice(start, end);
}

/** Returns the blocks of all pages in reading order. */
export function blocksOfLines(
  pages: readonly (readonly Line[])[],
  headings: Headings,
  body: Typography,
): Block[] {
  const drafts: Draft[] = [];
  const known = hyphenatedWords(pages.flat().map(({ text }) => text));
  const join = (a: string, b: string) => joinLines(a, b, known);
  const joined = (lines: readonly Line[]) => lines.map(({ text }) => text).reduce(join);
  let margins: Margins = () => Infinity;
  let lastMargins = margins;
  /** Texts that may continue, by font size: a footnote does not end the paragraph above it. */
  let open = new Map<number, OpenText>();
  let latest: OpenText | undefined;

  /** Adds a block that ends all open texts. */
  function emit(block: Omit<Block, 'text'>, text: string) {
    drafts.push({ ...block, text: () => text });
    open = new Map();
    latest = undefined;
  }

  /** Used for two or more lines: a single one may be a word or a command. */
  const isCode = (line: Line, last: Line | undefined) =>
    line.mono && !body.mono && !headings.has(line) && (!last || line.y > last.y);

  /** Adds the heading, table, code or entry of contents at a line. Returns its number of lines, 0 for text. */
  function takeWhole(lines: readonly Line[], index: number): number {
    const line = lines[index]!;
    const { page } = line;
    const heading = headings.get(line);
    if (heading) {
      const taken = linesWhile(lines, index, (each) => headings.get(each) === heading);
      emit({ kind: 'heading', level: heading.level, page }, clean(joined(taken)));
      return taken.length;
    }
    const rows = tableAt(lines, index, body.leading, join);
    if (rows.length > 1 && !rows.some(({ lines: [first] }) => headings.has(first!))) {
      for (const text of rowTexts(rows)) emit({ kind: 'row', page }, clean(text));
      return rows.reduce((sum, row) => sum + row.lines.length, 0);
    }
    const code = linesWhile(lines, index, isCode);
    if (code.length > 1) emit({ kind: 'code', page }, codeText(code));
    else if (line.text.search(leader) > 0) emit({ kind: 'item', page }, clean(line.text));
    else return 0;
    return Math.max(1, code.length);
  }

  function takeText(line: Line, next: Line | undefined) {
    const turned = latest?.lines.at(-1)?.page !== line.page;
    const before = (turned && open.get(roundSize(line.size))) || latest;
    const isItem = beginsItem(line, before, margins, body);
    const marginsBefore = turned ? lastMargins : margins;
    if (before && !isItem && continues(before, line, next, marginsBefore, body)) {
      before.lines.push(line);
      latest = before;
      return;
    }
    const text: OpenText = { kind: isItem ? 'item' : 'paragraph', lines: [line] };
    const shown = isItem ? withoutBullet : (whole: string) => whole;
    drafts.push({ kind: text.kind, page: line.page, text: () => clean(shown(joined(text.lines))) });
    open.set(roundSize(line.size), text);
    latest = text;
  }

  for (const lines of pages) {
    lastMargins = margins;
    margins = marginsOf(lines);
    for (let index = 0; index < lines.length;) {
      const taken = takeWhole(lines, index);
      if (taken === 0) takeText(lines[index]!, lines[index + 1]);
      index += Math.max(1, taken);
    }
  }
  return drafts
    .map((draft) => ({ ...draft, text: draft.text() }))
    .filter(({ text }) => text !== '');
}
