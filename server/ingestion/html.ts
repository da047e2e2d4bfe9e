import { load } from 'cheerio';
import { isTag, isText, type AnyNode, type Element } from 'domhandler';
import type { Block } from './blocks.ts';

/** Elements whose text is not the page's content. */
const skipped = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'math',
  'iframe',
  'object',
  'canvas',
  'video',
  'audio',
  'nav',
  'form',
  'button',
  'select',
  'input',
  'textarea',
  'head',
  'title',
  'itih-chat',
]);
const blockElements = new Set([
  'address',
  'article',
  'aside',
  'blockquote',
  'body',
  'caption',
  'dd',
  'details',
  'div',
  'dl',
  'dt',
  'fieldset',
  'figcaption',
  'figure',
  'footer',
  'header',
  'html',
  'li',
  'main',
  'ol',
  'p',
  'section',
  'summary',
  'table',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'tr',
  'ul',
  'hr',
]);

const collapse = (text: string) => text.replace(/\s+/g, ' ').trim();

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

const altOf = (image: Element) => ` ${image.attribs['alt'] ?? ''} `;

function inlineText(node: AnyNode): string {
  if (isText(node)) return node.data;
  if (!isTag(node) || skipped.has(node.name)) return '';
  if (node.name === 'br') return '\n';
  if (node.name === 'img') return altOf(node);
  const text = node.children.map(inlineText).join('');
  return blockElements.has(node.name) ? ` ${text} ` : text;
}

/** `Ticket: Adults; Price: 12 €`: each row can be understood without the others. */
function tableBlocks(table: Element): Block[] {
  const rows = rowsOf(table)
    .map((row) => children(row, /^t[dh]$/))
    .filter((cells) => cells.length > 0)
    .map((cells) => ({
      header: cells.every((cell) => cell.name === 'th'),
      texts: cells.map((cell) => collapse(inlineText(cell))),
    }));
  const [first, ...rest] = rows;
  const named = first?.header && rest.length > 0 ? first.texts : null;
  return (named ? rest : rows).flatMap(({ texts }) => {
    const text = texts
      .map((cell, index) => (named?.[index] && cell ? `${named[index]}: ${cell}` : cell))
      .filter((cell) => cell !== '')
      .join('; ');
    return text ? [{ kind: 'row', text } as const] : [];
  });
}

/** Blocks of an HTML text, in document order. Malformed markup is read as browsers read it. */
export function htmlBlocks(html: string): Block[] {
  const blocks: Block[] = [];
  let inline = '';
  let kind: Block['kind'] = 'paragraph';

  function flush() {
    for (const line of inline.split('\n')) {
      const text = collapse(line);
      if (text) blocks.push({ kind, text });
    }
    inline = '';
  }

  function within(next: Block['kind'], element: Element) {
    flush();
    const outer = kind;
    kind = next;
    element.children.forEach(visit);
    flush();
    kind = outer;
  }

  function visit(node: AnyNode): void {
    if (isText(node)) {
      inline += node.data.replace(/\s+/g, ' ');
      return;
    }
    if (!isTag(node) || skipped.has(node.name)) return;
    const { name } = node;
    const heading = /^h([1-6])$/.exec(name);
    if (heading) {
      flush();
      const text = collapse(inlineText(node));
      if (text) blocks.push({ kind: 'heading', level: Number(heading[1]), text });
    } else if (name === 'br') {
      inline += '\n';
    } else if (name === 'img') {
      inline += altOf(node);
    } else if (name === 'pre') {
      flush();
      const text = node.children.map(inlineText).join('').replace(/^\n/, '').trimEnd();
      if (text) blocks.push({ kind: 'code', text });
    } else if (name === 'table') {
      flush();
      children(node, /^caption$/).forEach(visit);
      blocks.push(...tableBlocks(node));
    } else if (name === 'li') {
      within('item', node);
    } else if (blockElements.has(name)) {
      within(kind, node);
    } else {
      node.children.forEach(visit);
    }
  }

  load(html)
    .root()
    .toArray()
    .forEach((root) => root.children.forEach(visit));
  flush();
  return blocks;
}
