import type { CheerioAPI } from 'cheerio/slim';
import { isTag, isText, type AnyNode, type Element } from 'domhandler';
import { collapse, type Block, type Loaded } from './blocks.ts';
import { failure } from '../failures.ts';
import { gridBlocks, maxPlaces, type GridRow } from './grid.ts';
import { readPackage, tree, type Package } from './package.ts';

/** Elements whose text is no part of the text that is read. */
const neverRead =
  /^(?:text:(?:tracked-changes|table-of-content|[a-z]+-index|sequence-decls|note-citation|ruby-text|hidden-text)|office:(?:annotation|forms|event-listeners)|svg:(?:title|desc)|table:shapes|draw:page-thumbnail)$/;
/** Classes of what repeats on every slide. */
const repeated = /^(?:header|footer|date-time|page-number)$/;
/** Elements that rows and columns of tables may be in. */
const rowGroups = /^table:table-(?:header-rows|rows|row-group)$/;
const columnGroups = /^table:table-(?:columns|header-columns|column-group)$/;
/** Columns of a sheet. */
const maxColumns = 16_384;

/** Reads the names of styles that hide or mark something. */
function readStyles(documents: readonly CheerioAPI[]) {
  const hidden = new Set<string>();
  const bold = new Set<string>();
  const parents = new Map<string, string>();
  let language = '';
  for (const $ of documents) {
    for (const style of $('style\\:style')) {
      const name = style.attribs['style:name'] ?? '';
      parents.set(name, style.attribs['style:parent-style-name'] ?? '');
      for (const { name: kind, attribs } of $(style).children()) {
        const isHidden =
          attribs['text:display'] === 'none' ||
          attribs['table:display'] === 'false' ||
          attribs['presentation:visibility'] === 'hidden';
        if (isHidden) hidden.add(name);
        if (kind === 'style:text-properties' && attribs['fo:font-weight'] === 'bold')
          bold.add(name);
      }
    }
    const standard = $(
      'style\\:default-style[style\\:family="paragraph"] > style\\:text-properties',
    );
    language ||= [standard.attr('fo:language'), standard.attr('fo:country')]
      .filter((part) => part && part !== 'none')
      .join('-');
  }
  return {
    language,
    isHidden: ({ attribs }: Element) =>
      ['text:style-name', 'table:style-name', 'draw:style-name'].some((name) =>
        hidden.has(attribs[name] ?? ''),
      ),
    isBold: (name: string) => bold.has(name) || bold.has(parents.get(name) ?? ''),
    isTitle: ({ attribs }: Element) => {
      const name = attribs['text:style-name'] ?? '';
      return [name, parents.get(name)].includes('Title');
    },
  };
}

const isShown = ({ attribs }: Element) =>
  !/^(?:collapse|filter)$/.test(attribs['table:visibility'] ?? '');
const countOf = (element: Element, name: string) =>
  Math.max(1, Math.floor(Number(element.attribs[`table:number-${name}`] ?? 1)) || 1);

/** Yields the children of a name, also those in groups that are not folded away. */
function* childrenIn(parent: Element, groups: RegExp, name: string): Generator<Element> {
  for (const node of parent.children.filter(isTag)) {
    if (node.name === name) yield node;
    else if (groups.test(node.name) && node.attribs['table:display'] !== 'false')
      yield* childrenIn(node, groups, name);
  }
}

class OdfReader {
  readonly blocks: Block[] = [];
  title = '';
  readonly #styles: ReturnType<typeof readStyles>;
  /** Notes of the current block. */
  #notes: string[] = [];

  constructor(styles: ReturnType<typeof readStyles>) {
    this.#styles = styles;
  }

  #isRead(element: Element): boolean {
    const { name, attribs } = element;
    if (neverRead.test(name) || repeated.test(attribs['presentation:class'] ?? '')) return false;
    return !this.#styles.isHidden(element);
  }

  /** Returns the text of a node with `\n` for each line break. */
  #textOf(node: AnyNode): string {
    if (isText(node)) return node.data.replace(/\s+/g, ' ');
    if (!isTag(node) || !this.#isRead(node)) return '';
    switch (node.name) {
      case 'text:line-break':
        return '\n';
      case 'text:s':
      case 'text:tab':
        return ' ';
      case 'text:note':
        this.#notes.push(collapse(this.#textOfAll(node)));
        return '';
      case 'text:p':
      case 'text:h':
        return `${this.#textOfAll(node)} `;
      default:
        return this.#textOfAll(node);
    }
  }

  #textOfAll = ({ children }: Element): string =>
    children.map((child) => this.#textOf(child)).join('');

  #push(kind: Block['kind'], text: string, level?: number): void {
    for (const line of kind === 'heading' ? [text] : text.split('\n')) {
      const content = collapse(line);
      if (content) this.blocks.push({ kind, text: content, ...(level && { level }) });
    }
    for (const note of this.#notes.splice(0)) if (note) this.#push('paragraph', note);
  }

  #addTable(table: Element): void {
    this.blocks.push(
      ...gridBlocks(new TableReader(this.#styles, (cell) => this.#textOf(cell)).read(table)),
    );
    this.#push('paragraph', '');
  }

  #addSheet(table: Element): void {
    const start = this.blocks.length;
    this.#addTable(table);
    if (this.blocks.length === start) return;
    const text = collapse(table.attribs['table:name'] ?? '');
    this.blocks.splice(start, 0, { kind: 'heading', level: 1, text });
  }

  #addSlide(page: Element): void {
    const start = this.blocks.length;
    const frames = page.children.filter(isTag);
    const isTitle = ({ attribs }: Element) => attribs['presentation:class'] === 'title';
    for (const frame of frames.filter(isTitle)) this.#push('heading', this.#textOf(frame), 1);
    this.addAll(frames.filter((frame) => !isTitle(frame)));
    // A slide without a title ends the section of the one before.
    const first = this.blocks[start];
    if (first) first.level = 1;
  }

  /** Adds a table whose cells have tables, headings or lists of their own as what is in them. */
  #isLayout(table: Element): boolean {
    const inner = [...table.children];
    for (let node = inner.pop(); node; node = inner.pop()) {
      if (!isTag(node)) continue;
      if (node.name === 'table:table' || node.name === 'text:h') return true;
      for (const child of node.children) inner.push(child);
    }
    return false;
  }

  addAll(nodes: readonly AnyNode[], kind: 'paragraph' | 'item' = 'paragraph'): void {
    for (const node of nodes) {
      if (!isTag(node) || !this.#isRead(node)) continue;
      const { name, attribs, children } = node;
      if (name === 'text:h') {
        const level = Math.floor(Number(attribs['text:outline-level'])) || 1;
        this.#push('heading', this.#textOf(node), Math.min(Math.max(level, 1), 6));
      } else if (name === 'text:p') {
        const text = this.#textOf(node);
        const isTitle = this.#styles.isTitle(node);
        if (isTitle) this.title ||= collapse(text);
        if (isTitle) this.#push('heading', text, 1);
        else this.#push(kind, text);
      } else if (name === 'table:table') {
        if (node.parent && isTag(node.parent) && node.parent.name === 'office:spreadsheet')
          this.#addSheet(node);
        else if (this.#isLayout(node)) this.addAll(children);
        else this.#addTable(node);
      } else if (name === 'draw:page') {
        this.#addSlide(node);
      } else {
        this.addAll(children, name === 'text:list-item' ? 'item' : kind);
      }
    }
  }
}

/** Reads the rows of one table, each cell in all of its places. */
class TableReader {
  readonly #rows: GridRow[] = [];
  readonly #styles: ReturnType<typeof readStyles>;
  readonly #textOf: (cell: Element) => string;
  readonly #hidden = new Set<number>();
  /** Cells that go on in the rows below, by their column. */
  readonly #hanging = new Map<number, { text: string; left: number }>();
  #places = 0;

  constructor(styles: ReturnType<typeof readStyles>, textOf: (cell: Element) => string) {
    this.#styles = styles;
    this.#textOf = textOf;
  }

  read(table: Element): GridRow[] {
    let column = 0;
    for (const node of childrenIn(table, columnGroups, 'table:table-column')) {
      const end = column + Math.min(countOf(node, 'columns-repeated'), maxColumns);
      for (; column < end; column++) if (!isShown(node)) this.#hidden.add(column);
    }
    for (const row of childrenIn(table, rowGroups, 'table:table-row')) this.#addRow(row);
    return this.#rows;
  }

  #addRow(row: Element): void {
    const cells: string[] = [];
    const isMerged = row.children.some(
      (cell) => isTag(cell) && countOf(cell, 'columns-spanned') > 1,
    );
    let isBold = true;
    let column = 0;
    for (const cell of row.children.filter(isTag)) {
      const count = countOf(cell, 'columns-repeated');
      const isCovered = cell.name === 'table:covered-table-cell';
      const text = isCovered ? '' : collapse(this.#textOf(cell));
      if (text && !this.#isBold(cell)) isBold = false;
      const end = Math.min(column + count, maxColumns);
      for (let at = column; at < end && (isCovered || text); at++) {
        if (++this.#places > maxPlaces) throw failure('file_too_large');
        const above = this.#hanging.get(at);
        if (isCovered) cells[at] ??= above?.text ?? '';
        else this.#place(cells, at, text, cell);
        if (above && --above.left === 0) this.#hanging.delete(at);
      }
      column += count;
    }
    if (!isShown(row)) return;
    const shown = Array.from(cells, (text: string | undefined, at) =>
      this.#hidden.has(at) ? '' : (text ?? ''),
    );
    const isMarked = (row.parent as Element).name === 'table:table-header-rows';
    const isHeader = isMarked || isBold;
    // The rows below a sheet's last one are one empty row that is repeated.
    const repeated = cells.length > 0 ? countOf(row, 'rows-repeated') : 1;
    this.#places += cells.length * repeated;
    if (this.#places > maxPlaces) throw failure('file_too_large');
    for (let left = repeated; left > 0; left--)
      this.#rows.push({ cells: shown, isHeader, isMerged });
  }

  #isBold(cell: Element): boolean {
    const paragraph = cell.children.filter(isTag).find(({ name }) => name === 'text:p');
    return [cell.attribs['table:style-name'], paragraph?.attribs['text:style-name']].some((name) =>
      this.#styles.isBold(name ?? ''),
    );
  }

  #place(cells: string[], at: number, text: string, cell: Element): void {
    const rows = countOf(cell, 'rows-spanned');
    const end = Math.min(at + countOf(cell, 'columns-spanned'), maxColumns);
    for (let right = at; right < end; right++) {
      cells[right] = text;
      if (rows > 1) this.#hanging.set(right, { text, left: rows - 1 });
    }
    this.#places += end - at;
  }
}

function read(parts: Package): Loaded {
  const manifest = parts.get('META-INF/manifest.xml') ?? '';
  if (manifest.includes('encryption-data')) throw failure('file_locked');
  const content = parts.get('content.xml');
  if (content === undefined) throw new Error('The package has no content.');
  const $ = tree(content);
  const styles = readStyles([$, tree(parts.get('styles.xml'))]);
  const reader = new OdfReader(styles);
  reader.addAll($('office\\:body').get());
  const meta = tree(parts.get('meta.xml'));
  const heading = reader.blocks.find(({ kind }) => kind === 'heading')?.text ?? '';
  return {
    title: meta('dc\\:title').text().trim() || reader.title || heading,
    language: meta('dc\\:language').text().trim() || styles.language,
    blocks: reader.blocks,
  };
}

/** Loads a text, a sheet or a presentation in the OpenDocument format. @throws AppError `unsupported_type`, `too_large` */
export const loadOdf = (bytes: Uint8Array): Promise<Loaded> => readPackage(bytes, read);
