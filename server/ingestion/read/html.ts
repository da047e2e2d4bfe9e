import { load } from 'cheerio/slim';
import { isTag, isText, type AnyNode, type Element, type ParentNode } from 'domhandler';
import { type Block, rowText } from './blocks.ts';

/** A block and where it came from. */
export interface Piece {
  block: Block;
  /** The nearest element around it that is shown as a block; null at the top. */
  element: Element | null;
  /** Characters of its text that are links. */
  linked: number;
}

export interface Reading {
  /** Elements whose text is not read. */
  leavesOut: (element: Element) => boolean;
  /** Whether what is said in the place of a picture is text. */
  pictures: boolean;
  /** Tables that arrange a page, rather than data, are read as what they contain. */
  isLayout: (table: Element) => boolean;
}

const words = (text: string) => new Set(text.trim().split(/\s+/));

/** Elements whose text is never a page's content. */
const neverRead =
  words(`script style noscript template svg math iframe object canvas video audio nav
  select input textarea head title datalist dialog itih-chat`);
const blockElements =
  words(`address article aside blockquote body caption center dd details div dl dt
  fieldset figcaption figure footer form header hgroup html legend li main menu ol optgroup p search
  section summary table tbody td tfoot th thead tr ul hr h1 h2 h3 h4 h5 h6 pre`);

/** As deep as browsers build a tree: what walks over it may call itself. */
const maxDepth = 512;
const voidElements =
  words(`area base basefont br col embed frame hr img input link meta param source
  track wbr`);
const cells = words('td th');
/** What ends, without an end tag, where an element of this name begins. */
const impliedEnd = new Map([
  ['li', words('li')],
  ['dt', words('dt dd')],
  ['dd', words('dt dd')],
  ['tr', words('td th tr')],
  ['td', cells],
  ['th', cells],
]);
/** In these, what looks like a tag is none. */
const rawText = words('script style textarea title xmp');

/**
 * Takes out the tags that open a level below `maxDepth`. The parser's time grows with the square of
 * the depth.
 */
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

/** A tree of at most some hundred levels. Malformed markup is read much as browsers read it. */
export function parseHtml(html: string): ParentNode {
  return load(limitDepth(html)).root()[0]!;
}

/** One line, without the marks that only say where a word may be broken. */
export const collapse = (text: string) => text.replaceAll('\u00ad', '').replace(/\s+/g, ' ').trim();

const children = (node: Element, name: RegExp) =>
  node.children.filter((child): child is Element => isTag(child) && name.test(child.name));

/** All rows of a table, of its sections too, but not those of tables inside its cells. */
function rowsOf(table: Element): Element[] {
  return table.children.flatMap((child) => {
    if (!isTag(child)) return [];
    if (child.name === 'tr') return [child];
    return /^t(head|body|foot)$/.test(child.name) ? children(child, /^tr$/) : [];
  });
}

/** Blocks of a tree, in document order. */
export function readPieces(root: ParentNode, reading: Reading): Piece[] {
  const pieces: Piece[] = [];
  let inline = '';
  let linked = 0;
  let links = 0;
  let kind: Block['kind'] = 'paragraph';
  let element: Element | null = null;

  const isRead = (node: Element) =>
    !neverRead.has(node.name) && !isControl(node) && !reading.leavesOut(node);
  const altOf = (image: Element) => (reading.pictures ? ` ${image.attribs['alt'] ?? ''} ` : '');

  function inlineText(node: AnyNode): string {
    if (isText(node)) {
      if (links > 0) linked += collapse(node.data).length;
      return node.data;
    }
    if (!isTag(node) || !isRead(node)) return '';
    if (node.name === 'br') return '\n';
    if (node.name === 'img') return altOf(node);
    if (isPermalink(node)) return '';
    const isLink = node.name === 'a' && !isHandle(node);
    if (isLink) links++;
    const text = node.children.map(inlineText).join('');
    if (isLink) links--;
    return blockElements.has(node.name) ? ` ${text} ` : text;
  }

  function push(block: Block, from: Element | null) {
    pieces.push({ block, element: from, linked: Math.min(linked, block.text.length) });
    linked = 0;
  }

  function flush() {
    const lines = inline.split('\n').map(collapse).filter(Boolean);
    const share = linked / Math.max(1, lines.join('').length);
    for (const text of lines) {
      linked = share * text.length;
      push({ kind, text }, element);
    }
    inline = '';
    linked = 0;
  }

  function table(node: Element) {
    const rows = rowsOf(node)
      .filter(isRead)
      .map((row) => {
        linked = 0;
        const read = children(row, /^t[dh]$/).filter(isRead);
        const texts = read.map((cell) => collapse(inlineText(cell)));
        return { row, header: read.every((cell) => cell.name === 'th'), texts, linked };
      })
      .filter(({ texts }) => texts.length > 0);
    if (rows.length === 0) {
      // Browsers show what is outside cells, too.
      node.children.filter((child) => !isTag(child) || child.name !== 'caption').forEach(visit);
      flush();
    }
    const [first, ...rest] = rows;
    const named = first?.header && rest.length > 0 ? first.texts : null;
    const said = named?.join('\n');
    for (const { row, texts, linked: inLinks } of named ? rest : rows) {
      // Some repeat the head at the foot.
      if (texts.join('\n') === said) continue;
      const text = rowText(texts, named ?? []);
      linked = inLinks;
      if (text) push({ kind: 'row', text }, row);
    }
    linked = 0;
  }

  function within(next: Block['kind'], node: Element) {
    flush();
    const outer = { kind, element };
    kind = next;
    element = node;
    node.children.forEach(visit);
    flush();
    ({ kind, element } = outer);
  }

  function visit(node: AnyNode): void {
    if (isText(node)) {
      inline += node.data.replace(/\s+/g, ' ');
      if (links > 0) linked += collapse(node.data).length;
      return;
    }
    if (!isTag(node) || !isRead(node)) return;
    const { name } = node;
    const heading = /^h([1-6])$/.exec(name);
    if (heading) {
      flush();
      const text = collapse(inlineText(node));
      if (text) push({ kind: 'heading', level: Number(heading[1]), text }, node);
      linked = 0;
    } else if (name === 'br') {
      inline += '\n';
    } else if (name === 'img') {
      inline += altOf(node);
    } else if (name === 'pre') {
      flush();
      const text = node.children.map(inlineText).join('').replace(/^\n/, '').trimEnd();
      if (text) push({ kind: 'code', text }, node);
      linked = 0;
    } else if (name === 'table' && !reading.isLayout(node)) {
      flush();
      children(node, /^caption$/).forEach(visit);
      table(node);
    } else if (name === 'li') {
      within('item', node);
    } else if (blockElements.has(name)) {
      within(kind, node);
    } else {
      const isLink = node.name === 'a' && !isHandle(node);
      if (isLink) links++;
      node.children.forEach(visit);
      if (isLink) links--;
    }
  }

  root.children.forEach(visit);
  flush();
  return pieces;
}

/** A link in a heading or a term to what stands below it: no link to anything else. */
export function isHandle({ name, attribs, parent }: Element): boolean {
  return name === 'a' && (attribs['href']?.startsWith('#') ?? false) && isLabel(parent);
}

const isLabel = (node: ParentNode | null) =>
  node !== null && isTag(node) && /^(h[1-6]|dt|summary)$/.test(node.name);

/** The sign beside a heading that links to it. */
export function isPermalink({ name, children: inside }: Element): boolean {
  const [only, ...others] = inside;
  if (name !== 'a' || others.length > 0 || !only || !isText(only)) return false;
  return /^\s*[#§¶🔗]\s*$/u.test(only.data);
}

/** Buttons are for doing; the one in a heading or a term opens what it names. */
const isControl = ({ name, parent }: Element) => name === 'button' && !isLabel(parent);

const everything: Reading = {
  leavesOut: ({ name }) => name === 'form',
  pictures: true,
  isLayout: () => false,
};

/** Blocks of a text that is content throughout, such as a post. */
export function htmlBlocks(html: string): Block[] {
  return readPieces(parseHtml(html), everything).map(({ block }) => block);
}
