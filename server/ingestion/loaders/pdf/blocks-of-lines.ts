import type { Block } from '../../blocks.ts';
import type { Headings } from './headings.ts';
import { hyphenatedWords, joinLines } from './join-lines.ts';
import { marginsOf, type Margins } from './margins.ts';
import { beginsItem, continues, withoutBullet, type OpenText } from './paragraphs.ts';
import type { Line } from './segment.ts';
import { rowTexts, tableAt } from './table-rows.ts';
import { roundSize, type Typography } from './typography.ts';

type Pages = readonly (readonly Line[])[];

/** Of a table of contents: dots that lead to a page number. */
const leader = /(?:[.·…]\s?){4,}/g;

const clean = (text: string) =>
  text
    .replace(/\u00ad$/, '-')
    .replace(leader, ' … ')
    .replace(/[\s\ufffd]+/g, ' ')
    .trim();

/** Lines with the spaces that their indents stand for. */
function codeText(lines: readonly Line[]): string {
  const left = Math.min(...lines.map(({ x0 }) => x0));
  return lines
    .map(({ text, x0, x1 }) => {
      const width = (x1 - x0) / text.length || 1;
      const spaces = Math.min(40, Math.round((x0 - left) / width));
      return ' '.repeat(spaces) + text.replace(/\u00ad$/, '-');
    })
    .join('\n');
}

/** Two lines or more in a font for code, in a document whose text is not; else none. */
function codeAt(lines: readonly Line[], start: number, headings: Headings, body: Typography) {
  const isCode = (line: Line) => line.mono && !body.mono && !headings.has(line);
  const end = lines.findIndex((line, index) => {
    const last = lines[index - 1];
    return index >= start && (!isCode(line) || (index > start && line.y < last!.y));
  });
  const found = lines.slice(start, end === -1 ? undefined : end);
  return found.length > 1 ? found : [];
}

/** Blocks of all pages, in reading order. */
export function blocksOfLines(pages: Pages, headings: Headings, body: Typography): Block[] {
  const blocks: { block: Omit<Block, 'text'>; lines: Line[]; text?: string }[] = [];
  const known = hyphenatedWords(pages.flat().map(({ text }) => text));
  const join = (a: string, b: string) => joinLines(a, b, known);
  let margins: Margins = () => Infinity;
  let lastMargins = margins;
  /** What may go on, by its size: a footnote does not end the paragraph above it. */
  let open = new Map<number, OpenText>();
  let latest: OpenText | undefined;

  function close() {
    open = new Map();
    latest = undefined;
  }
  function emit(block: Omit<Block, 'text'>, lines: Line[], text?: string) {
    blocks.push({ block, lines, ...(text !== undefined && { text }) });
    close();
  }

  /** Takes what begins at a line and is no running text. Returns how many lines it took. */
  function takeWhole(lines: readonly Line[], index: number): number {
    const line = lines[index]!;
    const { page } = line;
    const heading = headings.get(line);
    if (heading) {
      const end = lines.findIndex((each, at) => at > index && headings.get(each) !== heading);
      const taken = lines.slice(index, end === -1 ? undefined : end);
      emit({ kind: 'heading', level: heading.level, page }, taken);
      return taken.length;
    }
    const rows = tableAt(lines, index, body.leading, join);
    if (rows.length > 1 && !rows.some(({ lines: [first] }) => headings.has(first!))) {
      for (const text of rowTexts(rows)) emit({ kind: 'row', page }, [], text);
      return rows.reduce((sum, row) => sum + row.lines.length, 0);
    }
    const code = codeAt(lines, index, headings, body);
    if (code.length > 0) emit({ kind: 'code', page }, code, codeText(code));
    else if (line.text.search(leader) > 0) emit({ kind: 'item', page }, [line]);
    else return 0;
    return Math.max(1, code.length);
  }

  function takeText(line: Line, next: Line | undefined) {
    const turned = latest?.lines.at(-1)?.page !== line.page;
    const before = (turned && open.get(roundSize(line.size))) || latest;
    const isItem = beginsItem(line, before, margins, body);
    const both = { last: turned ? lastMargins : margins, line: margins };
    if (before && !isItem && continues(before, line, next, both, body)) {
      before.lines.push(line);
      latest = before;
      return;
    }
    latest = { kind: isItem ? 'item' : 'paragraph', lines: [line] };
    open.set(roundSize(line.size), latest);
    blocks.push({ block: { kind: latest.kind, page: line.page }, lines: latest.lines });
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
  return blocks.flatMap(({ block, lines, text }) => {
    const whole = text ?? lines.map((line) => line.text).reduce(join);
    const { kind } = block;
    const shown = kind === 'code' ? whole : clean(kind === 'item' ? withoutBullet(whole) : whole);
    return shown ? [{ ...block, text: shown }] : [];
  });
}
