import { isComment, isTag, isText, type AnyNode, type Element, type ParentNode } from 'domhandler';
import { isQuestion } from '../../text/sentences.ts';
import { collapse, isTerminated, rowText, words, type Block } from './blocks.ts';
import { tellContacts } from './contacts.ts';
import { load } from 'cheerio/slim';
import { tellFigures } from './figures.ts';
import { raise } from './raised.ts';
import { linesOf } from './table.ts';

/** Characters of a name, such as a weekday or a kind of ticket, and of its values. */
const maxName = 60;
const maxValue = 100;
/** Characters of a value with its indentation. */
const maxMarkup = 1000;
/** A record with more cells is rather a text. */
const maxCells = 4;
/** Elements and texts in a cell. */
const maxNodes = 40;

/** Whether an element only keeps the texts beside it apart, such as the line between a dish and its price. */
const isGap = ({ name, children }: Element) => name === 'span' && children.length === 0;

const inlineElements = words('a abbr b em i small span strong time u');
/** Elements that have other parts than a name and values. */
const structured = /^(?:h[1-6]|table|ul|ol|dl|details|form|br|p|pre|blockquote)$/;
/** Elements that lists of records are made of. */
const repeated = /^(?:div|li|article|section)$/;

const isBlank = (node: AnyNode) => isComment(node) || (isText(node) && node.data.trim() === '');
const shown = ({ children }: Element) => children.filter((child) => !isBlank(child));

/** Returns the text of nodes on one line; null if it is long or has parts of its own, so that the time is bounded. */
export function shortText(nodes: readonly AnyNode[]): string | null {
  const left = [...nodes];
  let text = '';
  for (let count = 0; count < maxNodes; count++) {
    const node = left.shift();
    if (!node) return collapse(text);
    if (isTag(node) && structured.test(node.name)) return null;
    if (isTag(node)) left.unshift(...node.children.slice(0, maxNodes));
    else if (isText(node)) text += ` ${node.data}`;
    if (text.length > maxMarkup) return null;
  }
  return null;
}

const isName = (text: string): boolean =>
  text.length <= maxName && !isTerminated(text) && !isQuestion(text);

/** Returns the cells that have a text, if they are a short name and short values. */
function asCells(cells: readonly AnyNode[][]): AnyNode[][] {
  const texts = cells.map(shortText);
  if (texts.some((text) => text === null || text.length > maxValue)) return [];
  const filled = cells.filter((_, at) => texts[at] !== '');
  const [name] = texts.filter((text) => text !== '');
  const isOne = filled.length >= 2 && filled.length <= maxCells && isName(name!);
  return isOne ? filled : [];
}

function sibling(node: Element, to: 'prev' | 'next'): Element | null {
  let other = node[to];
  while (other && !isTag(other)) other = other[to];
  return other;
}

/** Returns the elements before and behind an element. */
export const neighboursOf = (node: Element) => [sibling(node, 'prev'), sibling(node, 'next')];

const isAlike = (node: Element, other: Element | null) =>
  other?.name === node.name &&
  other.attribs['class'] === node.attribs['class'] &&
  shown(other).length === shown(node).length;

const isBold = (node: AnyNode | undefined): boolean =>
  node !== undefined && isTag(node) && /^(?:b|strong)$/.test(node.name);
const isBreak = (node: AnyNode | undefined): boolean =>
  node !== undefined && isTag(node) && node.name === 'br';

/** Whether a block begins with a line in bold: "<strong>Opening hours</strong><br>Monday 9–17<br>…". */
function hasLabel(node: Element): boolean {
  const [first, second] = shown(node);
  return isBold(first) && isBreak(second);
}

/** Whether the cells of a table's row are several short texts in bold, as names of columns without header cells. */
const isBoldHeader = (cells: readonly Element[]): boolean =>
  cells.length > 1 &&
  cells.every((cell) => {
    const parts = shown(cell);
    return parts.every(isBold) && (shortText(parts)?.length ?? Infinity) <= maxName;
  }) &&
  cells.some((cell) => shown(cell).length > 0);

/** Returns the one short value of a term in a list of terms. */
function valueOf(term: Element): Element | null {
  const value = sibling(term, 'next');
  if (value?.name !== 'dd' || sibling(value, 'next')?.name === 'dd') return null;
  return sibling(term, 'prev')?.name !== 'dt' && asCells([[term], [value]]).length > 0
    ? value
    : null;
}

/** Whether an element is the value of the term before it. */
function isValue(node: Element): boolean {
  const term = sibling(node, 'prev');
  return node.name === 'dd' && term?.name === 'dt' && valueOf(term) === node;
}

/**
 * Returns the cells of a name with its values that are laid out without a table: a term, a line in bold above
 * another one, or one of several elements with the same parts, such as a list of prices. Else none.
 */
function recordCells(node: Element): AnyNode[][] {
  if (node.name === 'dt') {
    const value = valueOf(node);
    return value ? [[node], [value]] : [];
  }
  const parts = shown(node);
  if (hasLabel(node)) return asCells([parts.slice(0, 1), parts.slice(2)]);
  if (!repeated.test(node.name) || parts.length > maxNodes || !parts.every(isTag)) return [];
  if (!isAlike(node, sibling(node, 'prev')) && !isAlike(node, sibling(node, 'next'))) return [];
  // Words with a space between them are read as a line.
  const isLine = parts.every(({ name }) => inlineElements.has(name));
  if (isLine && parts.length < node.children.length) return [];
  return asCells(parts.map((part) => [part]));
}

/** A block with its place in the tree. */
export interface Piece {
  block: Block;
  /** Nearest block element around it; null at the top. */
  element: Element | null;
  /** Characters of its text that are links. */
  linked: number;
}

export interface Reading {
  /** Elements whose text is skipped. */
  leavesOut: (element: Element) => boolean;
  /** Headings of elements that tabs and buttons open. */
  labels: ReadonlyMap<Element, string>;
  /** Whether the alternative text of images is read. */
  pictures: boolean;
  /** Tables that arrange a page; they are read as their content instead of row by row. */
  isLayout: (table: Element) => boolean;
  /** Whether a first row in bold names the columns of a table. */
  boldHeaders: boolean;
}

/** Elements whose text is never a page's content. */
const neverRead =
  words(`script style noscript template svg math iframe object canvas video audio nav
  select input textarea head title datalist dialog s strike del itih-chat`);
const blockElements =
  words(`address article aside blockquote body caption center dd details div dl dt
  fieldset figcaption figure footer form header hgroup html legend li main menu ol optgroup p search
  section summary table tbody td tfoot th thead tr ul hr h1 h2 h3 h4 h5 h6 pre`);

/** Levels of elements, as in browsers; bounds the recursion over the tree. */
const maxDepth = 512;
const voidElements =
  words(`area base basefont br col embed frame hr img input link meta param source
  track wbr`);
const cells = words('td th');
/** Elements that a start tag closes without an end tag. */
const impliedEnd = new Map([
  ['li', words('li')],
  ['dt', words('dt dd')],
  ['dd', words('dt dd')],
  ['tr', words('td th tr')],
  ['td', cells],
  ['th', cells],
]);
/** Elements whose content is text, even if it looks like tags. */
const rawText = words('script style textarea title xmp');

/** Removes start tags below `maxDepth`: the parser's time grows with the square of the depth. */
function limitDepth(html: string): string {
  const tags = /<(?:!--|(\/?)([a-z][a-z0-9-]*)(?=[\s/>]))/gi;
  const open: string[] = [];
  let kept = '';
  let from = 0;
  for (let tag = tags.exec(html); tag; tag = tags.exec(html)) {
    const [, end, named] = tag;
    const name = named?.toLowerCase();
    if (name === undefined || (rawText.has(name) && !end)) {
      // eslint-disable-next-line no-restricted-syntax -- a name of `rawText`, without quantifier
      const close = name === undefined ? /-->/g : new RegExp(`</${name}`, 'gi');
      close.lastIndex = tags.lastIndex;
      if (!close.test(html)) break;
      tags.lastIndex = close.lastIndex;
    } else if (end) {
      const level = open.lastIndexOf(name);
      if (level >= 0) open.length = level;
    } else if (!voidElements.has(name)) {
      const ended = impliedEnd.get(name);
      while (ended?.has(open.at(-1) ?? '')) open.pop();
      if (open.at(-1) === 'p' && blockElements.has(name)) open.pop();
      if (open.length < maxDepth) {
        open.push(name);
        continue;
      }
      const closed = html.indexOf('>', tags.lastIndex);
      kept += html.slice(from, tag.index);
      from = closed < 0 ? html.length : closed + 1;
      tags.lastIndex = from;
    }
  }
  return kept + html.slice(from);
}

/** Returns a tree of limited depth; malformed markup is repaired much as in browsers. */
export function parseHtml(html: string): ParentNode {
  const root = load(limitDepth(html)).root()[0]!;
  tellContacts(root);
  tellFigures(root);
  return root;
}

const children = (node: Element, name: RegExp) =>
  node.children.filter((child): child is Element => isTag(child) && name.test(child.name));

/** Returns the rows of a table and its sections, without those of tables inside cells. */
function rowsOf(table: Element): Element[] {
  return table.children.flatMap((child) => {
    if (!isTag(child)) return [];
    if (child.name === 'tr') return [child];
    return /^t(head|body|foot)$/.test(child.name) ? children(child, /^tr$/) : [];
  });
}

const isIn = ({ parent }: Element, name: string) =>
  parent !== null && isTag(parent) && parent.name === name;

/** Returns how many columns or rows a cell spans; zero rows: all to the end. */
function spanOf({ attribs }: Element, name: 'colspan' | 'rowspan'): number {
  const written = Number.parseInt(attribs[name] ?? '1', 10);
  return written === 0 && name === 'rowspan' ? Infinity : Math.max(1, written || 1);
}

const isLabel = (node: ParentNode | null) =>
  node !== null && isTag(node) && /^(h[1-6]|dt|summary)$/.test(node.name);

/** Whether an element is a link in a heading or a term that opens the text below it. */
export function isHandle({ name, attribs, parent }: Element): boolean {
  return name === 'a' && (attribs['href']?.startsWith('#') ?? false) && isLabel(parent);
}

/** Whether an element is the sign beside a heading that links to it. */
export function isPermalink({ name, children: inside }: Element): boolean {
  const [only, ...others] = inside;
  if (name !== 'a' || others.length > 0 || !only || !isText(only)) return false;
  return /^\s*[#§¶🔗]\s*$/u.test(only.data);
}

/** Whether an element is the number of a note, which links to it. */
const isNoteMark = ({ name, attribs, children: inside }: Element): boolean =>
  name === 'sup' &&
  ('data-fn' in attribs ||
    inside.some((child) => isTag(child) && child.attribs['href']?.includes('#')));

/** Buttons are controls, except those that label a section that they open. */
const isControl = ({ name, parent }: Element) => name === 'button' && !isLabel(parent);

/** Levels of elements between a choice and its form. */
const maxLevels = 10;

/** Whether an element is a choice among the variations of a product, in the form in which WooCommerce asks for it. */
function isChoice({ name, parent }: Element): boolean {
  let node: ParentNode | null = name === 'select' ? parent : null;
  for (let level = 0; level < maxLevels && node && isTag(node); level++) {
    if (node.name === 'form') return isCart(node);
    node = node.parent;
  }
  return false;
}

/** Whether an element is the form that puts a product into the cart. */
export const isCart = ({ name, attribs }: Element) =>
  name === 'form' && /(?:^|\s)cart(?:\s|$)/.test(attribs['class'] ?? '');

/** Returns the options of a choice, without the one that asks to choose. */
const choicesOf = (select: Element) =>
  children(select, /^option$/)
    .filter(({ attribs }) => attribs['value'] !== '')
    .map(({ children: [text] }) => (text && isText(text) ? collapse(text.data) : ''))
    .filter((text) => text !== '')
    .join(', ');

const firstClass = ({ attribs }: Element) => attribs['class']?.trim().split(/\s/, 1)[0];

const isCaption = ({ name, attribs }: Element) =>
  name === 'figcaption' || /(?:^|[\s-])caption(?:$|[\s-])/.test(attribs['class'] ?? '');

const isLink = (element: Element) => element.name === 'a' && !isHandle(element);

/** Returns the level of an accordion's label below a heading; it is never a page's headline. */
const labelLevel = (above: number) => Math.min(6, Math.max(2, above + 1));

class PieceReader {
  readonly pieces: Piece[] = [];
  /** Text since the last block, with `\n` for each line break. */
  #inline = '';
  /** Characters of links since the last block. */
  #linked = 0;
  /** Links around the current node. */
  #links = 0;
  /** Level of the last heading that is not within the current accordion. */
  #level = 0;
  /** Level of the accordion that has just ended; 0 behind other text. */
  #ended = 0;
  #kind: Block['kind'] = 'paragraph';
  #element: Element | null = null;
  /** The last name with its values. */
  #record: Element | null = null;
  /** Boxes with a heading and a text. */
  readonly #cards = new Set<Element>();
  readonly #reading: Reading;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  readAll(nodes: readonly AnyNode[]): void {
    for (const node of nodes) this.#visit(node);
    this.#flush();
  }

  #isRead(node: Element): boolean {
    const hasText = isChoice(node) || (!neverRead.has(node.name) && !isControl(node));
    return hasText && !this.#reading.leavesOut(node);
  }

  #altOf(image: Element): string {
    return this.#reading.pictures ? ` ${image.attribs['alt'] ?? ''} ` : '';
  }

  #countLinked(text: string): void {
    if (this.#links > 0) this.#linked += collapse(text).length;
  }

  /** Returns the text of a node on one line, but for line breaks. */
  #textOf(node: AnyNode): string {
    if (isText(node)) {
      this.#countLinked(node.data);
      return node.data;
    }
    if (!isTag(node)) return '';
    // Texts that replace each other, such as prices, have no space between them.
    if (!this.#isRead(node)) return node.attribs['aria-hidden'] === 'true' ? ' ' : '';
    if (node.name === 'br') return '\n';
    if (isGap(node)) return ' ';
    if (node.name === 'img') return this.#altOf(node);
    if (node.name === 'select') return choicesOf(node);
    if (isPermalink(node) || isNoteMark(node)) return '';
    if (isLink(node)) this.#links++;
    const text = node.children.map((child) => this.#textOf(child)).join('');
    if (isLink(node)) this.#links--;
    if (node.name === 'sup') return raise(text);
    return blockElements.has(node.name) ? ` ${text} ` : text;
  }

  #push(block: Block, element: Element | null): void {
    // A caption may be the description of its picture, too.
    const isTwice = element && isCaption(element) && this.pieces.at(-1)?.block.text === block.text;
    if (block.text && !isTwice) {
      const linked = Math.min(this.#linked, block.text.length);
      const isAfter = this.#ended > 0 && block.kind !== 'heading';
      const placed = isAfter ? { ...block, level: this.#ended } : block;
      this.pieces.push({ block: placed, element, linked });
      this.#ended = 0;
    }
    this.#linked = 0;
  }

  /** Ends the current block; each of its lines is a piece. An empty line ends a paragraph. */
  #flush(): void {
    const lines = this.#inline.split('\n').map(collapse);
    const share = this.#linked / Math.max(1, lines.join('').length);
    for (const [at, text] of lines.entries()) {
      this.#linked = share * text.length;
      const isBelowLabel = at === 1 && this.#element !== null && hasLabel(this.#element);
      const continues = Boolean(lines[at - 1]) && !isBelowLabel;
      this.#push({ kind: this.#kind, text, ...(continues && { continues }) }, this.#element);
    }
    this.#inline = '';
    this.#linked = 0;
  }

  #readTable(node: Element): void {
    const rows = rowsOf(node)
      .filter((row) => this.#isRead(row))
      .map((row) => {
        this.#linked = 0;
        const read = children(row, /^t[dh]$/).filter((cell) => this.#isRead(cell));
        const namesColumns =
          isIn(row, 'thead') || (this.#reading.boldHeaders && isBoldHeader(read));
        const cells = read.map((cell) => ({
          text: collapse(this.#textOf(cell)),
          isHead: cell.name === 'th' || namesColumns,
          columns: spanOf(cell, 'colspan'),
          rows: spanOf(cell, 'rowspan'),
        }));
        return { row, cells, linked: this.#linked };
      });
    if (rows.every(({ cells }) => cells.length === 0)) {
      // Browsers also show content outside of cells.
      const shown = node.children.filter((child) => !isTag(child) || child.name !== 'caption');
      this.readAll(shown);
    }
    for (const { text, row } of linesOf(rows.map(({ cells }) => cells))) {
      this.#linked = rows[row]!.linked;
      this.#push({ kind: 'row', text }, rows[row]!.row);
    }
    this.#linked = 0;
  }

  /** Reads a name and its values as a line, as a row of a table without a header is written. */
  #readRecord(cells: readonly AnyNode[][], node: Element): void {
    this.#flush();
    const texts = cells.map((nodes) => collapse(nodes.map((each) => this.#textOf(each)).join(' ')));
    const before = this.pieces.at(-1)?.element ?? null;
    const continues = before !== null && before === this.#record && before.parent === node.parent;
    const kind = node.name === 'li' ? 'item' : this.#kind;
    this.#push({ kind, text: rowText(texts, []), ...(continues && { continues }) }, node);
    this.#record = node;
  }

  /** Reads the content of a block element as blocks of one kind. */
  #readWithin(kind: Block['kind'], node: Element): void {
    this.#flush();
    const [outerKind, outerElement] = [this.#kind, this.#element];
    this.#kind = kind;
    this.#element = node;
    this.readAll(node.children);
    this.#kind = outerKind;
    this.#element = outerElement;
  }

  #pushHeading(level: number, node: Element, text: string): void {
    const last = this.pieces.at(-1);
    // A tab's label may be the heading of its panel, too.
    if (last && this.#reading.labels.get(last.element!) === text && last.block.text === text) {
      this.pieces.pop();
    }
    this.#push({ kind: 'heading', level, text }, node);
    this.#level = level;
  }

  #readHeading(level: number, node: Element): void {
    this.#flush();
    this.#pushHeading(level, node, collapse(this.#textOf(node)));
  }

  /** Reads what a tab or a button opens below its label. */
  #readPanel(label: string, node: Element): void {
    const level = this.#level;
    this.#flush();
    this.#pushHeading(labelLevel(level), node, label);
    const from = this.pieces.length;
    this.#visitOpen(node);
    this.#flush();
    if (this.pieces.length === from) this.pieces.pop();
    else this.#ended = this.pieces[from - 1]!.block.level!;
    this.#level = level;
  }

  /** Reads an accordion; its label is the heading of its content, which ends with it. */
  #readDetails(node: Element): void {
    const level = this.#level;
    this.#readWithin(this.#kind, node);
    this.#level = level;
    this.#ended = labelLevel(level);
  }

  #visit(node: AnyNode): void {
    if (isText(node)) {
      this.#inline += node.data.replace(/\s+/g, ' ');
      this.#countLinked(node.data);
    } else if (isTag(node) && this.#isRead(node)) {
      this.#visitElement(node);
    } else if (isTag(node) && node.attribs['aria-hidden'] === 'true') {
      // Texts that replace each other, such as prices, have no space between them.
      this.#inline += ' ';
    }
  }

  #visitElement(node: Element): void {
    const label = this.#reading.labels.get(node);
    if (label === undefined) this.#visitOpen(node);
    else this.#readPanel(label, node);
  }

  #visitOpen(node: Element): void {
    const { name } = node;
    const heading = /^h([1-6])$/.exec(name);
    if (heading) {
      this.#readHeading(Number(heading[1]), node);
    } else if (name === 'summary') {
      const inner = children(node, /^h[1-6]$/)[0]?.name.slice(1);
      this.#readHeading(Number(inner ?? labelLevel(this.#level)), node);
    } else if (name === 'details') {
      this.#readDetails(node);
    } else if (name === 'br') {
      this.#inline += '\n';
    } else if (name === 'img' || name === 'sup') {
      this.#inline += this.#textOf(node);
    } else if (isGap(node)) {
      this.#inline += ' ';
    } else if (name === 'select') {
      this.#inline += ` ${choicesOf(node)} `;
    } else if (name === 'pre') {
      this.#flush();
      const text = node.children.map((child) => this.#textOf(child)).join('');
      this.#push({ kind: 'code', text: text.replace(/^\n/, '').trimEnd() }, node);
    } else if (name === 'table' && !this.#reading.isLayout(node)) {
      this.#flush();
      for (const caption of children(node, /^caption$/)) this.#visit(caption);
      this.#readTable(node);
    } else if (blockElements.has(name)) {
      this.#readBlock(node);
    } else {
      if (isLink(node)) this.#links++;
      for (const child of node.children) this.#visit(child);
      if (isLink(node)) this.#links--;
    }
  }

  #readBlock(node: Element): void {
    const cells = recordCells(node);
    if (cells.length > 0) this.#readRecord(cells, node);
    else if (!isValue(node)) this.#readBox(node);
  }

  /** Reads a block with others inside. The heading of one of several cards or columns ends with it. */
  #readBox(node: Element): void {
    this.#flush();
    const [level, from] = [this.#level, this.pieces.length];
    this.#readWithin(node.name === 'li' ? 'item' : this.#kind, node);
    const [first, last] = [this.pieces[from], this.pieces.at(-1)];
    if (!repeated.test(node.name) || first?.block.kind !== 'heading' || last === first) return;
    this.#cards.add(node);
    const before = sibling(node, 'prev');
    if (!before || !this.#cards.has(before) || firstClass(before) !== firstClass(node)) return;
    this.#level = level;
    this.#ended = first.block.level!;
  }
}

/** Returns the blocks of a tree in document order. */
export function readPieces(root: ParentNode, reading: Reading): Piece[] {
  const reader = new PieceReader(reading);
  reader.readAll(root.children);
  return reader.pieces;
}
