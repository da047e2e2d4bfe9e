import { isComment, isTag, isText, type AnyNode, type Element } from 'domhandler';
import { isQuestion } from '../../text/sentences.ts';
import { collapse } from './blocks.ts';

/** Characters of a name, such as a weekday or a kind of ticket, and of its values. */
const maxName = 60;
const maxValue = 100;
/** Characters of a value with its indentation. */
const maxMarkup = 1000;
/** A record with more cells is rather a text. */
const maxCells = 4;
/** Elements and texts in a cell. */
const maxNodes = 40;

const inlineElements = new Set('a abbr b em i small span strong time u'.split(' '));
/** Elements that have other parts than a name and values. */
const structured = /^(?:h[1-6]|table|ul|ol|dl|details|form|br|p|pre|blockquote)$/;
/** Elements that lists of records are made of. */
const repeated = /^(?:div|li|article|section)$/;
const terminated = /[.!?…:;。！？؟।]["'”’»」』)\]]*$/;

const isBlank = (node: AnyNode) => isComment(node) || (isText(node) && node.data.trim() === '');
const shown = ({ children }: Element) => children.filter((child) => !isBlank(child));

/** Returns the text of nodes on one line; null if it is long or has parts of its own, so that the time is bounded. */
function shortText(nodes: readonly AnyNode[]): string | null {
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
  text.length <= maxName && !terminated.test(text) && !isQuestion(text);

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

const isAlike = (node: Element, other: Element | null) =>
  other?.name === node.name &&
  other.attribs['class'] === node.attribs['class'] &&
  shown(other).length === shown(node).length;

const isBold = (node: AnyNode | undefined): boolean =>
  node !== undefined && isTag(node) && /^(?:b|strong)$/.test(node.name);
const isBreak = (node: AnyNode | undefined): boolean =>
  node !== undefined && isTag(node) && node.name === 'br';

/** Whether a block begins with a line in bold: "<strong>Opening hours</strong><br>Monday 9–17<br>…". */
export function hasLabel(node: Element): boolean {
  const [first, second] = shown(node);
  return isBold(first) && isBreak(second);
}

/** Whether the cells of a table's row are several short texts in bold, as names of columns without header cells. */
export const isBoldHeader = (cells: readonly Element[]): boolean =>
  cells.length > 1 &&
  cells.every((cell) => {
    const parts = shown(cell);
    return parts.every(isBold) && (shortText(parts)?.length ?? Infinity) <= maxName;
  }) &&
  cells.some((cell) => shown(cell).length > 0);

/** Returns the one short value of a term in a list of terms. */
export function valueOf(term: Element): Element | null {
  const value = sibling(term, 'next');
  if (value?.name !== 'dd' || sibling(value, 'next')?.name === 'dd') return null;
  return sibling(term, 'prev')?.name !== 'dt' && asCells([[term], [value]]).length > 0
    ? value
    : null;
}

/** Whether an element is the value of the term before it. */
export function isValue(node: Element): boolean {
  const term = sibling(node, 'prev');
  return node.name === 'dd' && term?.name === 'dt' && valueOf(term) === node;
}

/**
 * Returns the cells of a name with its values that are laid out without a table: a term, a line in bold above
 * another one, or one of several elements with the same parts, such as a list of prices. Else none.
 */
export function recordCells(node: Element): AnyNode[][] {
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
