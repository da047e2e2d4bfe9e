export type Align = 'start' | 'center' | 'end' | '';

/** A block of markdown; its inline text is still raw. */
export type Block = { start: number } & (
  | { kind: 'code'; language: string; text: string }
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'rule' }
  | { kind: 'quote'; text: string }
  | { kind: 'list'; first: number | null; items: string[] }
  | { kind: 'table'; head: string[]; align: Align[]; rows: string[][] }
  | { kind: 'paragraph'; text: string }
);

const fence = /^ *(`{3,}(?!.*`)|~{3,}) *([^\s`]*)/;
const heading = /^ {0,3}(#{1,6})[ \t](.*)$/;
const rule = /^ {0,3}([-*_])(?: *\1){2,} *$/;
const quote = /^ {0,3}> ?/;
const marker = /^(\s*)([-*+]|\d{1,9}[.)])(?:[ \t]+(.*))?$/;
/** Only such an item may follow a paragraph's line: "2024. Then" is more often prose. */
const interruptingMarker = /^\s*(?:[-*+]|1[.)])[ \t]+\S/;
const delimiterCell = /^:?-+:?$/;

const isBlank = (line: string | undefined) => line === undefined || line.trim() === '';
const indentOf = (line: string) => line.length - line.trimStart().length;

function splitRow(line: string): string[] {
  const inner = line
    .trim()
    .replaceAll('\\|', '\0')
    .replace(/^\||\|$/g, '');
  return inner.split('|').map((cell) => cell.trim().replaceAll('\0', '|'));
}

function alignments(line: string | undefined): Align[] | undefined {
  if (!line?.includes('|')) return undefined;
  const cells = splitRow(line);
  if (!cells.every((cell) => delimiterCell.test(cell))) return undefined;
  return cells.map((cell) => {
    const end = cell.endsWith(':');
    if (!cell.startsWith(':')) return end ? 'end' : '';
    return end ? 'center' : 'start';
  });
}

/**
 * Splits markdown as models write it into blocks. Any text is valid, also a prefix of one: a fence
 * without its end runs to the end. Appending text changes no block but the last (two adjacent
 * lists, which were to become one, excepted).
 */
export function parseBlocks(source: string): Block[] {
  const lines = source.split('\n');
  const blocks: Block[] = [];
  let at = 0;
  let offset = 0;

  const line = (index = at) => lines[index] ?? '';
  const next = () => {
    const taken = line();
    offset += taken.length + 1;
    at += 1;
    return taken;
  };
  const has = () => at < lines.length;

  const startsBlock = (index: number) => {
    const text = line(index);
    return (
      fence.test(text) ||
      heading.test(text) ||
      rule.test(text) ||
      quote.test(text) ||
      interruptingMarker.test(text) ||
      (text.includes('|') && alignments(lines[index + 1]) !== undefined)
    );
  };

  const readCode = (start: number, [, ticks = '', language = '']: RegExpExecArray): Block => {
    const indent = indentOf(next());
    const content: string[] = [];
    while (has()) {
      const text = next();
      const trimmed = text.trim();
      const closes = trimmed.length >= ticks.length && trimmed === ticks[0]?.repeat(trimmed.length);
      if (closes) break;
      content.push(text.slice(Math.min(indent, indentOf(text))));
    }
    return { start, kind: 'code', language, text: content.join('\n') };
  };

  const readQuote = (start: number): Block => {
    const content: string[] = [];
    while (has() && quote.test(line())) content.push(next().replace(quote, ''));
    return { start, kind: 'quote', text: content.join('\n') };
  };

  const readTable = (start: number, align: Align[]): Block => {
    const head = splitRow(next());
    next();
    const rows: string[][] = [];
    while (has() && line().includes('|') && !isBlank(line())) {
      const cells = splitRow(next());
      rows.push(head.map((_, column) => cells[column] ?? ''));
    }
    return { start, kind: 'table', head, align, rows };
  };

  /** Lines that are indented below a marker are its item's; blank ones only if the list goes on. */
  const readList = (start: number, [, space = '', sign = '']: RegExpExecArray): Block => {
    const base = space.length;
    const ordered = sign.length > 1;
    const isItem = (text: string) => {
      const match = rule.test(text) ? null : marker.exec(text);
      if (!match || (match[1] ?? '').length > base + 1) return undefined;
      return (match[2] ?? '').length > 1 === ordered ? match : undefined;
    };
    const items: string[][] = [];
    let content = 0;
    while (has()) {
      if (isBlank(line())) {
        let following = at;
        while (following < lines.length && isBlank(line(following))) following += 1;
        const text = line(following);
        if (following === lines.length || !(isItem(text) || indentOf(text) > base + 1)) break;
        while (at < following) items.at(-1)?.push(next().trim());
      }
      const item = isItem(line());
      if (item) {
        content = base + (item[2] ?? '').length + 1;
        items.push([item[3] ?? '']);
        next();
      } else if (indentOf(line()) > base + 1 || !startsBlock(at)) {
        const text = next();
        items.at(-1)?.push(text.slice(Math.min(content, indentOf(text))));
      } else break;
    }
    const first = ordered ? Number.parseInt(sign, 10) : null;
    return { start, kind: 'list', first, items: items.map((item) => item.join('\n').trimEnd()) };
  };

  const readParagraph = (start: number): Block => {
    const content = [next().trim()];
    while (has() && !isBlank(line()) && !startsBlock(at)) content.push(next().trim());
    return { start, kind: 'paragraph', text: content.join('\n') };
  };

  const readBlock = (): Block => {
    const start = offset;
    const text = line();
    const fenced = fence.exec(text);
    if (fenced) return readCode(start, fenced);
    const titled = heading.exec(text);
    if (titled) {
      next();
      const title = (titled[2] ?? '').trim().replace(/ #+$/, '');
      return { start, kind: 'heading', level: titled[1]?.length ?? 1, text: title };
    }
    if (rule.test(text)) {
      next();
      return { start, kind: 'rule' };
    }
    if (quote.test(text)) return readQuote(start);
    const listed = marker.exec(text);
    if (listed) return readList(start, listed);
    const align = text.includes('|') ? alignments(lines[at + 1]) : undefined;
    return align ? readTable(start, align) : readParagraph(start);
  };

  while (has()) {
    if (isBlank(line())) next();
    else blocks.push(readBlock());
  }
  return blocks;
}
