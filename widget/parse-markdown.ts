/**
 * Reads Markdown as models write it. The widget shows answers by this reading, and the server makes them safe by it. No
 * token of inline text reaches beyond its line, or has more than `maxToken` characters: what an answer has so far decides
 * all but its end.
 */

/** A block; its inline text is still raw. */
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

/** A `|` in code or a link is part of its cell, as is one with a backslash. */
function splitRow(line: string): string[] {
  const cells = [''];
  for (const { kind, raw } of readInline(line.trim().replace(/^\|/, ''), false)) {
    const [first = '', ...others] = kind === 'text' && raw !== '\\|' ? raw.split('|') : [raw];
    const inside = kind === 'link' ? first : first.replaceAll('\\|', '|');
    cells.push(`${cells.pop()!}${inside}`, ...others);
  }
  // The last one may be closed.
  if (!cells.at(-1)) cells.pop();
  return cells.map((cell) => cell.trim());
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
    let isCode = false;
    const item = () => {
      const match = rule.test(line()) ? null : marker.exec(line());
      const fits = match?.[1] !== undefined && match[1].length < base + 2;
      return fits && (match[2] ?? '').length > 1 === ordered ? match : undefined;
    };
    const add = (text: string) => {
      isCode = fence.test(text) !== isCode;
      items.push(`${items.pop() ?? ''}\n${text}`);
    };
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
        const text = next[3] ?? '';
        isCode = fence.test(text);
        items.push(text);
        at += 1;
      } else if (inside || !(isCode || startsBlock())) {
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

/** A piece of inline text, as it is written in `raw`. */
export type Token = { raw: string } & (
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'citation'; n: number }
  /** A bare address has an empty label. */
  | { kind: 'link'; address: string; label: string }
  /** Emphasis; HTML as models write it where Markdown has nothing, such as `</sub>`; `<br>` or a newline. */
  | { kind: 'marks' | 'tag' | 'break' }
);

/** Characters. */
export const maxToken = 2600;

/** Escape, code, bracket, bare address, emphasis, tag, entity, line break. */
const special =
  /\\([!-/:-@[-`{-~])|(`+)|!?(\[)|<?(https?:\/\/)|(\*+|_+|~~)|(<\/?(?:su[bp]|[bi])>)|&(#\d+|[a-z]+);|<br ?\/?>|\n/gi;
/** Its end is that of the first run of as many backticks as it begins with. */
const code = /^(`+)(?!`)((?:[^`]|(?!\1(?!`))`+(?!`)){1,300})\1(?!`)/;
const bare =
  /^<?()(https?:\/\/(?:\([^\s<>()"'`*|[\]\\\u3000-\u303f\uff01-\uff60]*\)|[^\s<>()"'`*|[\]\\\u3000-\u303f\uff01-\uff60])*(?:\([^\s<>()"'`*|[\]\\\u3000-\u303f\uff01-\uff60]*\)|[^\s<>()"'`*|[\]\\\u3000-\u303f\uff01-\uff60.,;:!?_~]))/i;
const citation = /^\[(\d{1,3})\](?!\()/;
/** A label with at most one pair of brackets inside. */
const link =
  /^!?\[((?:[^[\]\\]|\\.|\[[^[\]]*\]){0,300})\]\(\s*(?!\s)<?([^\s<>()]*(?:\([^\s()]*\)[^\s<>()]*)*)>?(?:\s+(?:"[^"]*"\s*)?)?\)/;

const entities = 'amp& lt< gt> quot" nbsp\u00a0 ndash– mdash— euro€'.split(' ');

/** Returns the character of `amp` or `#233`; undefined: it is none. */
function characterOf(entity: string): string | undefined {
  const code = +entity.slice(1);
  return code > 31 && code < 55_296
    ? String.fromCharCode(code)
    : entities.find((one) => one.slice(0, -1) === entity)?.slice(-1);
}

/** Returns the token at this place of a text. Raw HTML is text. */
export function tokenAt(text: string, at: number): Token {
  const plain = (raw: string, shown = raw): Token => ({ kind: 'text', raw, text: shown });
  special.lastIndex = at;
  const found = special.exec(text);
  if (found?.index !== at) return plain(text.slice(at, found?.index));
  const [whole, escaped, ticks, bracket, scheme, run, tag, entity] = found;
  const rest = text.slice(at, at + maxToken).split('\n', 1)[0]!;
  if (escaped) return plain(whole, escaped);
  if (ticks) {
    const [raw, , inside = ''] = code.exec(rest) ?? [];
    return raw ? { kind: 'code', raw, text: inside.trim() || inside } : plain(ticks);
  }
  const cited = bracket && citation.exec(rest);
  if (cited) return { kind: 'citation', raw: cited[0], n: +cited[1]! };
  if (bracket || scheme) {
    const [read = '', label = '', address = ''] = (bracket ? link : bare).exec(rest) ?? [];
    // `f[i](x)` is no link.
    if (!/[:/.#]/.test(address)) return plain(whole);
    const raw = rest.startsWith('<') ? `${read}>` : read;
    return rest.startsWith(raw) ? { kind: 'link', raw, address, label } : plain('<');
  }
  if (entity) return plain(whole, characterOf(entity));
  return { kind: run ? 'marks' : tag ? 'tag' : 'break', raw: whole };
}

/** @param partial More text will follow: open code at the end is read as if it were closed. */
export function* readInline(text: string, partial: boolean): Generator<Token, void> {
  for (let at = 0; at < text.length;) {
    let token = tokenAt(text, at);
    const rest = text.slice(at + token.raw.length);
    if (partial && rest && token.kind === 'text' && token.raw[0] === '`' && !rest.includes('\n')) {
      token = { kind: 'code', raw: text.slice(at), text: rest };
    }
    yield token;
    at += token.raw.length;
  }
}

/** The end of a text that may become a special token when more follows. */
const openEnd = /(?:[!\\<]|<?h(?:t(?:t(?:ps?(?::\/?)?)?)?)?)$/i;
const openCode = /^`+(?!`)(?:[^`]|`+(?!`)){0,302}$/;
const openBracket =
  /^!?\[(?:[^[\]\\\n]|\\.|\[[^[\]\n]*\]){0,300}(?:\\|\[[^[\]\n]*|\](?:\((?:[^()\n]|\([^()\n]*\))*(?:\([^()\n]*)?)?)?$/;
const openAddress = /^<?https?:\/\/[^\s<`\u3000-\u303f\uff01-\uff60]*$/i;

/** Whether more text may change the token that a text begins with. */
export function isOpen(text: string): boolean {
  if (text.length >= maxToken || text.includes('\n')) return false;
  if (text.startsWith('`')) return (code.exec(text)?.[0] ?? text) === text && openCode.test(text);
  return openBracket.test(text) || openAddress.test(text) || openEnd.exec(text)?.index === 0;
}

/** Returns where the end of a text begins that may become part of a token. */
export const openFrom = (text: string): number => openEnd.exec(text)?.index ?? text.length;

/** Escapes a text, such as a page's, so that it is shown as it is. Addresses in it stay links, numbers in brackets marks. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(
      /[*\\`]|(?<!\w)_|_(?!\w)|~(?=~)|&(?=#?\w+;)|<(?=\/?(?:su[bp]|[bi]|br ?\/?)>)|\](?=\()/gi,
      '\\$&',
    )
    .replace(/^(\d*)([-+#>.)])(?=\s)/, '$1\\$2');

/** Whether the last line of these blocks is one of code. */
export function endsInCode(blocks: readonly Block[], depth = 1): boolean {
  const last = blocks.at(-1);
  if (last?.kind === 'quote' && depth <= deepest) {
    return endsInCode(parseBlocks(last.text), depth + 1);
  }
  if (last?.kind === 'list' && depth < deepest) {
    return endsInCode(parseBlocks(last.items.at(-1) ?? ''), depth + 1);
  }
  return last?.kind === 'code';
}
