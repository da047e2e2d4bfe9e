/** A block of markdown; its inline text is still raw. */
export type Block =
  | { kind: 'paragraph' | 'quote' | 'rule'; text: string }
  | { kind: 'heading'; text: string; depth: number }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'list'; ordered: boolean; first: number; items: string[] }
  | { kind: 'table'; align: string[]; rows: string[][] };

/** Lists and quotations inside each other; deeper ones are read as inline text. */
export const deepest = 6;

/** `start`: where it begins in the text. */
export type PlacedBlock = Block & { start: number };

const fence = /^ *(`{3,}(?!`)(?!.*`)|~{3,}(?!~)) *([^\s`]*)/;
const heading = /^ {0,3}#{1,6}[ \t]/;
const rule = /^ {0,3}([-*_])(?: *\1){2,} *$/;
const quote = /^ {0,3}> ?/;
const marker = /^(\s*)([-*+]|\d{1,9}[.)])(?:[ \t]+(?![ \t])(.*))?$/;
/** Only such an item may follow a paragraph's line: "2024. Then" is more often prose. */
const interruptingMarker = /^\s*(?:[-*+]|1[.)])[ \t]+\S/;

const isBlank = (line: string) => !line.trim();
const indentOf = (line: string) => line.search(/\S|$/);
/** Takes off at most `width` leading spaces. */
const dedent = (line: string, width: number) => line.slice(Math.min(width, indentOf(line)));

function splitRow(line: string): string[] {
  const inner = line
    .trim()
    .replaceAll('\\|', '\0')
    .replace(/^\||\|$/g, '');
  return inner.split('|').map((cell) => cell.trim().replaceAll('\0', '|'));
}

/** CSS values for the columns, if `line` is what follows a table's head. */
function alignments(line: string | undefined): string[] | undefined {
  const cells = line?.includes('|') ? splitRow(line) : [''];
  if (!cells.every((cell) => /^:?-+:?$/.test(cell))) return undefined;
  return cells.map((cell) => (!cell.endsWith(':') ? '' : cell.startsWith(':') ? 'center' : 'end'));
}

/**
 * Splits markdown as models write it into blocks. Any text is valid, also a prefix of one: a fence
 * without its end runs to the end. Appending text changes no block but the last (two adjacent
 * lists, which were to become one, excepted).
 */
export function parseBlocks(source: string): PlacedBlock[] {
  const lines = source.split('\n');
  const blocks: PlacedBlock[] = [];
  let at = 0;
  let start = 0;

  const line = () => lines[at] ?? '';
  const take = () => lines[at++] ?? '';
  const more = () => at < lines.length;
  const isTable = () => line().includes('|') && !!alignments(lines[at + 1]);

  const startsBlock = () =>
    [fence, heading, rule, quote, interruptingMarker].some((pattern) => pattern.test(line())) ||
    isTable();

  const readCode = ([, ticks = '', language = '']: RegExpExecArray): Block => {
    const indent = indentOf(take());
    const content: string[] = [];
    while (more()) {
      const text = take();
      const end = text.trim();
      if (end.startsWith(ticks) && !end.replaceAll(ticks.charAt(0), '')) break;
      content.push(dedent(text, indent));
    }
    return { kind: 'code', language, text: content.join('\n') };
  };

  const readQuote = (): Block => {
    const content: string[] = [];
    while (quote.test(line())) content.push(take().replace(quote, ''));
    return { kind: 'quote', text: content.join('\n') };
  };

  const readTable = (): Block => {
    const head = splitRow(take());
    const align = alignments(take()) ?? [];
    const rows = [head];
    while (line().includes('|')) {
      const cells = splitRow(take());
      rows.push(head.map((_, column) => cells[column] ?? ''));
    }
    return { kind: 'table', align, rows };
  };

  /** Lines that are indented below a marker are its item's; blank ones only if the list goes on. */
  const readList = ([, space = '', sign = '']: RegExpExecArray): Block => {
    const base = space.length;
    const ordered = sign.length > 1;
    const items: string[] = [];
    let width = 0;
    const item = () => {
      const match = rule.test(line()) ? null : marker.exec(line());
      const fits = match?.[1] !== undefined && match[1].length < base + 2;
      return fits && (match[2] ?? '').length > 1 === ordered ? match : undefined;
    };
    const add = (text: string) => items.push(`${items.pop() ?? ''}\n${text}`);
    while (more()) {
      const before = at;
      while (more() && isBlank(line())) at += 1;
      const next = item();
      const inside = indentOf(line()) > base + 1;
      if (at > before && !(more() && (next || inside))) {
        at = before;
        break;
      }
      if (next) {
        width = base + (next[2] ?? '').length + 1;
        items.push(next[3] ?? '');
        at += 1;
      } else if (inside || !startsBlock()) {
        if (at > before) add('');
        add(dedent(take(), width));
      } else break;
    }
    return { kind: 'list', ordered, first: Number.parseInt(sign, 10), items };
  };

  const readParagraph = (): Block => {
    let text = take().trim();
    while (!isBlank(line()) && !startsBlock()) text += `\n${take().trim()}`;
    return { kind: 'paragraph', text };
  };

  const readBlock = (): Block => {
    const fenced = fence.exec(line());
    if (fenced) return readCode(fenced);
    if (heading.test(line())) {
      const depth = line().trim().indexOf(' ');
      const text = take().replace(heading, '').trim().replace(/ #+$/, '');
      return { kind: 'heading', text, depth };
    }
    if (rule.test(line())) return { kind: 'rule', text: take() };
    if (quote.test(line())) return readQuote();
    const listed = marker.exec(line());
    if (listed) return readList(listed);
    return isTable() ? readTable() : readParagraph();
  };

  while (more()) {
    const before = at;
    if (isBlank(line())) at += 1;
    else blocks.push({ start, ...readBlock() });
    for (const read of lines.slice(before, at)) start += read.length + 1;
  }
  return blocks;
}
