import type { Block } from '../blocks.ts';
import type { Headings } from './headings.ts';
import { hyphenatedWords, joinLines, beginsItem, continues, type OpenText } from './paragraphs.ts';
import { withoutBullet, type Line } from './lines.ts';
import { marginsOf, type Margins, leader, roundSize, type Typography } from './typography.ts';
import { rowTexts, tableAt } from './table-rows.ts';

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
