import { load } from 'cheerio';
import mammoth from 'mammoth';
import { wordsOfAll } from '../../language/languages.ts';
import { fold } from '../../language/fold.ts';
import { countMatches, type Block, collapse, type Loaded } from './blocks.ts';
import { raise } from './raised.ts';
import { linesOf } from './table.ts';
import { failure } from '../failures.ts';
import { readPackage, type Package } from './package.ts';

/** Role of a paragraph. `contents`: entries of a table of contents, which repeat headings. */
type Role = { is: 'heading'; level: number } | { is: 'title' | 'contents' | 'code' | 'text' };

/** Prefix of the styles that stand for outline levels of paragraphs: `outline-0`. */
export const outlineStyle = 'outline-';

interface Style {
  /** Null: that of the style that it is based on. */
  role: Role | null;
  basedOn: string;
  boldFirstRow: boolean;
}

/** Names of Word's styles in its languages; most files have the English ones. */
const headingName = () =>
  // eslint-disable-next-line no-restricted-syntax -- of words of this program
  new RegExp(`^(?:${[...wordsOfAll('headings')].join('|')}) ?(\\d)$`, 'u');
let heading: RegExp | undefined;
const contentsName = /^(?:toc|contents) (?:\d|heading)$/i;
const codeName = /^(?:html preformatted|preformatted text|macro text|source code|code)$/i;

/** @param outlineLevel from 0; 9 is body text */
function roleOfStyle(name: string, outlineLevel: string | undefined): Role | null {
  if (contentsName.test(name)) return { is: 'contents' };
  if (codeName.test(name)) return { is: 'code' };
  if (/^title$/i.test(name)) return { is: 'title' };
  if (outlineLevel !== undefined) return roleAtLevel(Number(outlineLevel));
  const named = (heading ??= headingName()).exec(fold(name))?.[1];
  return named === undefined ? null : roleAtLevel(Number(named) - 1);
}

const roleAtLevel = (level: number): Role =>
  level < 9 ? { is: 'heading', level: Math.min(level + 1, 6) } : { is: 'text' };

/** Reads `word/styles.xml`; without it every paragraph is text. */
export function readStyles(xml = '') {
  const $ = load(xml, { xml: true });
  const styles = new Map<string, Style>();
  for (const element of $('w\\:style')) {
    const valueOf = (path: string) => $(element).find(path).first().attr('w:val');
    const firstRow = $(element).find('> w\\:tblStylePr[w\\:type="firstRow"] > w\\:rPr > w\\:b');
    styles.set($(element).attr('w:styleId') ?? '', {
      role: roleOfStyle(valueOf('> w\\:name') ?? '', valueOf('> w\\:pPr > w\\:outlineLvl')),
      basedOn: valueOf('> w\\:basedOn') ?? '',
      boldFirstRow: firstRow.length > 0,
    });
  }

  /** Yields a style and those that it is based on, nearest first. */
  function* chain(id: string): Generator<Style> {
    const seen = new Set<string>();
    for (let next = id; !seen.has(next);) {
      seen.add(next);
      const style = styles.get(next);
      if (!style) return;
      yield style;
      next = style.basedOn;
    }
  }

  return {
    roleOf(id: string): Role {
      if (id.startsWith(outlineStyle)) return roleAtLevel(Number(id.slice(outlineStyle.length)));
      return [...chain(id)].find(({ role }) => role)?.role ?? { is: 'text' };
    },
    hasBoldFirstRow: (id: string) => [...chain(id)].some(({ boldFirstRow }) => boldFirstRow),
    /** Attributes with the default languages (BCP 47) by kind of script. */
    languages: $('w\\:docDefaults w\\:lang').attr() ?? {},
  };
}

export type Styles = ReturnType<typeof readStyles>;

const eastAsian = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hangul}]/gu;
const rightToLeft = /[\p{sc=Arabic}\p{sc=Hebrew}]/gu;

/** Returns the language that more than half of the runs name. */
function languageOfRuns(body: string): string | undefined {
  const counts = new Map<string, number>();
  for (const [, language = ''] of body.matchAll(/<w:lang w:val="([\w-]+)"/g)) {
    counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const runs = countMatches(body, /<w:r[ >]/g);
  return [...counts].find(([, count]) => count > runs / 2)?.[0];
}

/**
 * Returns the declared language (BCP 47) for the script of the text; may be empty.
 *
 * @param body the XML of `text`
 */
export function languageOf(text: string, body: string, { languages }: Styles): string {
  const share = (script: RegExp) => countMatches(text, script) / text.length;
  if (share(eastAsian) > 0.2) return languages['w:eastAsia'] ?? '';
  if (share(rightToLeft) > 0.2) return languages['w:bidi'] ?? '';
  return languageOfRuns(body) ?? languages['w:val'] ?? '';
}

/**
 * Replaces elements from an opening tag to the next closing one. A single expression for both would search
 * to the end of the file for every opening tag that is never closed.
 *
 * @param opening global; its first group is the name, one of a few
 */
function replaceElements(
  xml: string,
  opening: RegExp,
  replacement: (element: string) => string,
): string {
  const unclosed = new Set<string>();
  let replaced = '';
  let from = 0;
  for (const { 0: tag, 1: name = '', index } of xml.matchAll(opening)) {
    if (index < from || unclosed.has(name)) continue;
    const close = `</w:${name}>`;
    const end = xml.indexOf(close, index + tag.length);
    if (end < 0) {
      unclosed.add(name);
      continue;
    }
    replaced += xml.slice(from, index) + replacement(xml.slice(index, end + close.length));
    from = end + close.length;
  }
  return replaced + xml.slice(from);
}

/** Keeps style, outline level, list and deletion of a `w:pPr`; the rest is about looks. */
function paragraphProperties(properties: string): string {
  const level = /<w:outlineLvl w:val="([0-8])"\/>/.exec(properties)?.[1];
  const style = /<w:pStyle [^<>]*>/.exec(properties)?.[0] ?? '';
  let list = '';
  replaceElements(properties, /<w:(numPr)>/g, (element) => (list ||= element));
  const deleted = /<w:del[ /]/.test(properties) ? '<w:rPr><w:del/></w:rPr>' : '';
  const named = level === undefined ? style : `<w:pStyle w:val="${outlineStyle}${level}"/>`;
  return `<w:pPr>${named}${list}${deleted}</w:pPr>`;
}

const bold = /<w:b(?: w:val="(?:1|true|on)")?\/>/;
const unshown = /<w:(?:d?strike|vanish)(?: w:val="(?:1|true|on)")?\/>/;
const raisedRun = '<w:vertAlign w:val="superscript"/>';

/** Keeps what the text depends on. Hidden text is handed on as struck out: neither is read. */
function runProperties(properties: string): string {
  const kept = [
    bold.test(properties) ? '<w:b/>' : '',
    unshown.test(properties) ? '<w:strike/>' : '',
    properties.includes(raisedRun) ? raisedRun : '',
  ].join('');
  return kept && `<w:rPr>${kept}</w:rPr>`;
}

/**
 * Prepares the body for mammoth: removes formatting, because mammoth needs about 60 bytes of memory for each
 * byte of XML, and header rows that are switched off, which mammoth takes for header rows; turns outline
 * levels, which mammoth does not read, into styles.
 */
export function prepareBody(xml: string): string {
  const short = xml
    .replace(/ w:rsid\w*="[^"]*"| w14:(?:para|text)Id="[^"]*"/g, '')
    .replace(/<w:(?:proofErr|bookmarkStart|bookmarkEnd|lastRenderedPageBreak)(?: [^<>]*)?\/>/g, '')
    .replace(/<w:tblHeader w:val="(?:0|false|off)"\/>/g, '');
  const unchanged = replaceElements(short, /<w:((?:r|p|sect|tbl|tr|tc)PrChange) /g, () => '');
  const plain = replaceElements(unchanged, /<w:(pPr)>/g, paragraphProperties);
  // Runs without properties are joined; one with properties ends before the next.
  return replaceElements(plain, /<w:(rPr)>(?!<w:del\/>)/g, runProperties).replace(
    /(<\/w:rPr><w:t(?: xml:space="preserve")?>[^<]*<\/w:t><\/w:r>)|<\/w:t><\/w:r><w:r><w:t(?: xml:space="preserve")?>/g,
    (_, own: string | undefined) => own ?? '',
  );
}

/**
 * Prepares the lists for mammoth, which knows neither number formats nor restarts: a list that restarts gets
 * its own levels, and only lists numbered 1, 2, 3 stay ordered.
 */
export function prepareNumbering(xml: string): string {
  const $ = load(xml, { xml: true });
  for (const list of $('w\\:num')) {
    const restarts = $(list).find('w\\:startOverride');
    if (restarts.length === 0) continue;
    const reference = $(list).find('> w\\:abstractNumId');
    const shared = $(`w\\:abstractNum[w\\:abstractNumId="${Number(reference.attr('w:val'))}"]`);
    const own = `own-${$(list).attr('w:numId')}`;
    shared.first().clone().attr('w:abstractNumId', own).insertBefore($(list));
    reference.attr('w:val', own);
  }
  for (const level of $('w\\:lvl')) {
    const valueOf = (name: string) => $(level).find(`> w\\:${name}`).attr('w:val');
    const plain =
      valueOf('numFmt') === 'decimal' &&
      /^\(?%\d[.)]?$/.test(valueOf('lvlText') ?? '') &&
      valueOf('start') === '1';
    if (!plain) $(level).find('> w\\:numFmt').attr('w:val', 'bullet');
  }
  return $.xml();
}

function runsOf(nodes: readonly Node[]): { isBold: boolean; text: string }[] {
  return nodes.flatMap((node) => {
    if (node.type === 'paragraph' || node.type === 'hyperlink') return runsOf(node.children);
    if (node.type !== 'run') return [];
    const text = node.children.map((child) => (child.type === 'text' ? child.value : '')).join('');
    return text.trim() ? [{ isBold: node.isBold, text }] : [];
  });
}

const isBold = (row: TableRow | undefined) => {
  const runs = (row?.children ?? []).flatMap(({ children }) => runsOf(children));
  return runs.length > 0 && runs.every((run) => run.isBold);
};

/** Returns the number of header rows: as marked, else a first row that stands out. */
function headerRows({ children: rows }: Table, boldFirstRow: boolean): number {
  const body = rows.findIndex((row) => !row.isHeader);
  if (body > 0) return body;
  const standsOut = boldFirstRow || (isBold(rows[0]) && !isBold(rows[1]));
  return rows.length > 1 && standsOut ? 1 : 0;
}

/**
 * Returns the rows of a table, each with the names of its columns.
 *
 * @param boldFirstRow whether the table's style makes the first row bold
 * @param textOf returns a cell's text on one line
 */
function tableRows(table: Table, boldFirstRow: boolean, textOf: (cell: Cell) => string): Block[] {
  const header = headerRows(table, boldFirstRow);
  const rows = table.children.map(({ children }, at) =>
    children.map((cell) => ({
      text: textOf(cell),
      isHead: at < header,
      columns: cell.colSpan,
      rows: cell.rowSpan,
    })),
  );
  return linesOf(rows).map(({ text }) => ({ kind: 'row', text }));
}

/**
 * Tree that mammoth passes to `transformDocument`, as far as it is read here.
 * https://github.com/mwilliamson/mammoth.js/blob/master/lib/documents.js
 */
export interface MammothDocument {
  children: Node[];
  notes: { resolve(reference: NoteReference): { body: Node[] } | null };
}

type Node = Paragraph | Table | Inline;

interface Paragraph {
  type: 'paragraph';
  children: Node[];
  styleId: string | null;
  /** Shared by all items of one level of one list. */
  numbering: { isOrdered: boolean; level: string } | null;
}

interface Table {
  type: 'table';
  children: TableRow[];
  styleId: string | null;
}

interface TableRow {
  type: 'tableRow';
  isHeader: boolean;
  children: Cell[];
}

interface Cell {
  type: 'tableCell';
  children: Node[];
  colSpan: number;
  rowSpan: number;
}

interface NoteReference {
  type: 'noteReference';
  noteType: string;
  noteId: string;
}

type Inline =
  | { type: 'text'; value: string }
  | {
      type: 'run';
      children: Node[];
      isBold: boolean;
      isStrikethrough: boolean;
      verticalAlignment: string;
    }
  | { type: 'hyperlink'; children: Node[] }
  | { type: 'tab' }
  | { type: 'break'; breakType: 'line' | 'page' | 'column' }
  | { type: 'checkbox'; checked: boolean }
  | { type: 'image'; altText: string | undefined }
  | NoteReference
  | { type: 'bookmarkStart' | 'commentReference' };

/** Counts the items of lists; an item ends the deeper lists. */
function createCounter() {
  const counts = new Map<object, { level: number; count: number }>();
  return (numbering: NonNullable<Paragraph['numbering']>): string => {
    const level = Number(numbering.level);
    for (const [key, counted] of counts) if (counted.level > level) counts.delete(key);
    if (!numbering.isOrdered) return '';
    const count = (counts.get(numbering)?.count ?? 0) + 1;
    counts.set(numbering, { level, count });
    return `${count}. `;
  };
}

const cellsOf = (table: Table) => table.children.flatMap((row) => row.children);

/** Whether a table only arranges the page: one column, nested tables or headings in cells. */
const isLayout = (table: Table, styles: Styles) =>
  table.children.every((row) => row.children.length < 2) ||
  cellsOf(table).some((cell) =>
    cell.children.some(
      (node) =>
        node.type === 'table' ||
        (node.type === 'paragraph' && styles.roleOf(node.styleId ?? '').is === 'heading'),
    ),
  );

/** Reads title and text of a document; notes follow the block that refers to them. */
class BodyReader {
  readonly blocks: Block[] = [];
  title = '';
  readonly #document: MammothDocument;
  readonly #styles: Styles;
  readonly #numberOf = createCounter();
  readonly #notesTaken = new Set<string>();
  /** Notes of the current block. */
  #notes: string[] = [];

  constructor(document: MammothDocument, styles: Styles) {
    this.#document = document;
    this.#styles = styles;
  }

  #takeNote(reference: NoteReference): void {
    const key = `${reference.noteType} ${reference.noteId}`;
    if (this.#notesTaken.has(key)) return;
    this.#notesTaken.add(key);
    const text = collapse(this.#textOf(this.#document.notes.resolve(reference)?.body ?? []));
    if (text) this.#notes.push(text);
  }

  #textOf(nodes: readonly Node[]): string {
    return nodes.map((node) => this.#textOfNode(node)).join('');
  }

  #textOfNode(node: Node): string {
    switch (node.type) {
      case 'text':
        return node.value;
      case 'run': {
        if (node.isStrikethrough) return '';
        const text = this.#textOf(node.children);
        return node.verticalAlignment === 'superscript' ? raise(text) : text;
      }
      case 'hyperlink':
        return this.#textOf(node.children);
      case 'tab':
        return '\t';
      case 'break':
        return node.breakType === 'line' ? '\n' : ' ';
      case 'checkbox':
        return node.checked ? '☑ ' : '☐ ';
      case 'image':
        return ` ${node.altText ?? ''} `;
      case 'noteReference':
        this.#takeNote(node);
        return '';
      case 'paragraph':
        return ` ${this.#textOf(node.children)} `;
      case 'table':
        return this.#textOf(cellsOf(node).flatMap((cell) => cell.children));
      case 'bookmarkStart':
      case 'commentReference':
        return '';
      default:
        node satisfies never;
        return '';
    }
  }

  #addNotes(): void {
    for (const text of this.#notes) this.blocks.push({ kind: 'paragraph', text });
    this.#notes = [];
  }

  #addCode(text: string): void {
    const code = text.trimEnd();
    const last = this.blocks.at(-1);
    if (last?.kind === 'code') last.text += `\n${code}`;
    else if (code) this.blocks.push({ kind: 'code', text: code });
  }

  #addParagraph({ styleId, numbering, children }: Omit<Paragraph, 'type'>): void {
    const role = this.#styles.roleOf(styleId ?? '');
    const content = this.#textOf(children);
    if (role.is === 'contents') return;
    if (role.is === 'title') this.title ||= collapse(content);
    if (role.is === 'code') {
      this.#addCode(content);
    } else if (role.is === 'title' || role.is === 'heading') {
      const level = role.is === 'heading' ? role.level : 1;
      const text = collapse(content);
      if (text) this.blocks.push({ kind: 'heading', level, text });
    } else {
      const number = numbering && content.trim() ? this.#numberOf(numbering) : '';
      const lines = `${number}${content.trim()}`.split('\n').map(collapse).filter(Boolean);
      const kind = numbering ? 'item' : 'paragraph';
      for (const text of lines) this.blocks.push({ kind, text });
    }
    this.#addNotes();
  }

  #addTable(table: Table): void {
    if (isLayout(table, this.#styles)) {
      for (const cell of cellsOf(table)) this.add(cell.children);
      return;
    }
    const textOfCell = (cell: Cell) => collapse(this.#textOf(cell.children));
    const boldFirstRow = this.#styles.hasBoldFirstRow(table.styleId ?? '');
    this.blocks.push(...tableRows(table, boldFirstRow, textOfCell));
    this.#addNotes();
  }

  add(nodes: readonly Node[]): void {
    for (const node of nodes) {
      if (node.type === 'paragraph') this.#addParagraph(node);
      else if (node.type === 'table') this.#addTable(node);
      else this.#addParagraph({ children: [node], styleId: null, numbering: null });
    }
  }
}

/** Characters for mammoth, which needs up to 60 bytes of memory for each. */
const maxPrepared = 8_000_000;

/** Returns the package as `options.file` of mammoth's lib/unzip.js, so that mammoth does not unzip. */
function fileOf(parts: Package) {
  let total = 0;
  return {
    exists: (name: string) => parts.has(name) && !/(?:^|\/)comments\w*\.xml$/.test(name),
    read(name: string): Promise<string> {
      const xml = parts.get(name) ?? '';
      const prepare = name.endsWith('numbering.xml') ? prepareNumbering : prepareBody;
      const prepared = /(styles|Content_Types\])\.xml$/.test(name) ? xml : prepare(xml);
      total += prepared.length;
      if (total > maxPrepared) return Promise.reject(failure('file_too_large'));
      return Promise.resolve(prepared);
    },
  };
}

async function readDocument(parts: Package): Promise<MammothDocument> {
  let document: MammothDocument | undefined;
  const input = { file: fileOf(parts) } as unknown as Parameters<typeof mammoth.convertToHtml>[0];
  await mammoth.convertToHtml(input, {
    includeEmbeddedStyleMap: false,
    transformDocument(read: MammothDocument) {
      document = read;
      return { ...read, children: [] };
    },
  });
  if (!document) throw new Error('mammoth read no document.');
  return document;
}

/** A number of a page, alone or among a few words such as "Page 1 of 3". */
const pageNumber = /^(?:\p{L}+\.? )?\d{1,4}(?: ?(?:\/|\p{L}+) ?\d{1,4})?$/u;

/** Returns the lines of the headers or footers, such as a letterhead; each once. */
function marginBlocks(parts: Package, name: RegExp): Block[] {
  const lines = [...parts].flatMap(([part, xml]) => {
    if (!name.test(part)) return [];
    const $ = load(xml, { xml: true });
    return $('w\\:p')
      .toArray()
      .map((line) =>
        collapse(
          $(line)
            .find('w\\:t, w\\:tab, w\\:br')
            .toArray()
            .map((piece) => (piece.name === 'w:t' ? $(piece).text() : ' '))
            .join(''),
        ),
      );
  });
  return [...new Set(lines)]
    .filter((text) => text !== '' && !pageNumber.test(text))
    .map((text) => ({ kind: 'paragraph', text }));
}

async function read(parts: Package): Promise<Loaded> {
  const styles = readStyles(parts.get('word/styles.xml'));
  const document = await readDocument(parts);
  const reader = new BodyReader(document, styles);
  reader.add(document.children);
  const { title, blocks } = reader;
  const $ = load(parts.get('docProps/core.xml') ?? '', { xml: true });
  const text = blocks.map((block) => block.text).join('\n');
  const body = parts.get('word/document.xml') ?? '';
  const firstHeading = blocks.find(({ kind }) => kind === 'heading')?.text ?? '';
  return {
    title: $('dc\\:title').text().trim() || title || firstHeading,
    language: $('dc\\:language').text().trim() || languageOf(text, body, styles),
    blocks: [
      ...marginBlocks(parts, /^word\/header\d*\.xml$/),
      ...blocks,
      // They belong to the whole document, not to its last heading.
      ...marginBlocks(parts, /^word\/footer\d*\.xml$/).map((block, at) =>
        at === 0 ? { ...block, level: 1 } : block,
      ),
    ],
  };
}

/** Loads a Word document. @throws AppError `unsupported_type`, `too_large` */
export const loadDocx = (bytes: Uint8Array): Promise<Loaded> => readPackage(bytes, read);
