import { isTag, type Element, type ParentNode, isText } from 'domhandler';
import { type Piece, isHandle } from '../html.ts';
import { isBody } from './boilerplate.ts';

/** A piece with its weight. */
export interface Part {
  piece: Piece;
  /** Characters; those of East Asian scripts, in which words are shorter, count 2.5 times. */
  weight: number;
  /** A sentence or more that is not mostly links. */
  prose: boolean;
}

/** Content of an element and its descendants. */
export interface Sums {
  weight: number;
  linked: number;
  /** Weight of the prose without its links. */
  prose: number;
  /** Prose of the descendant that is marked as the body of the text. */
  body: number;
  /** Whether it contains the headline. */
  titled: boolean;
  images: number;
  /** Paragraphs, headings, items, cells, quotations and code. */
  blocks: number;
  quotes: number;
  /** Tables and code. */
  data: number;
  /** Headings that are links, as in teasers of other pages. */
  linkedHeadings: number;
}

/** Sums of every element; those of the page under null. */
export type Measured = ReadonlyMap<Element | null, Sums>;

const wide = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g;

export const childElements = (node: ParentNode): Element[] => node.children.filter(isTag);

const plainWeight = ({ piece, weight }: Part) => Math.max(0, weight - piece.linked);

export function weigh(piece: Piece): Part {
  const { text } = piece.block;
  const weight = text.length + 1.5 * (text.match(wide)?.length ?? 0);
  const prose = weight - piece.linked >= 60 && piece.linked < text.length / 2;
  return { piece, weight, prose: prose && piece.block.kind !== 'heading' };
}

export const weightOf = (parts: readonly Part[]) =>
  parts.reduce((sum, { weight }) => sum + weight, 0);

/** Returns the weight without links. */
export const plainWeightOf = (parts: readonly Part[]) =>
  parts.reduce((sum, part) => sum + plainWeight(part), 0);

export const proseOf = (parts: readonly Part[]) =>
  parts.reduce((sum, part) => sum + (part.prose ? plainWeight(part) : 0), 0);

/** Groups parts by their nearest block element. */
export function byElement(parts: readonly Part[]): Map<Element | null, Part[]> {
  const own = new Map<Element | null, Part[]>();
  for (const part of parts) {
    const known = own.get(part.piece.element);
    if (known) known.push(part);
    else own.set(part.piece.element, [part]);
  }
  return own;
}

/** Sums up the parts of each element. @param title the headline's element */
export function measure(
  root: ParentNode,
  own: ReadonlyMap<Element | null, Part[]>,
  title: Element | null = null,
): Measured {
  const all = new Map<Element | null, Sums>();

  function sum(node: ParentNode, element: Element | null): Sums {
    const parts = own.get(element) ?? [];
    const name = element?.name ?? '';
    const heading = /^h[1-6]$/.test(name);
    const sums: Sums = {
      weight: weightOf(parts),
      linked: parts.reduce((total, { piece }) => total + piece.linked, 0),
      prose: proseOf(parts),
      body: 0,
      titled: element !== null && element === title,
      images: /^(img|picture|amp-img)$/.test(name) ? 1 : 0,
      blocks: heading || /^(p|li|td|pre|blockquote)$/.test(name) ? 1 : 0,
      quotes: name === 'blockquote' ? 1 : 0,
      data: name === 'table' || name === 'pre' ? 1 : 0,
      linkedHeadings: 0,
    };
    for (const child of childElements(node)) {
      const inner = sum(child, child);
      sums.weight += inner.weight;
      sums.linked += inner.linked;
      sums.prose += inner.prose;
      sums.body = Math.max(sums.body, inner.body);
      sums.titled ||= inner.titled;
      sums.images += inner.images;
      sums.blocks += inner.blocks;
      sums.quotes += inner.quotes;
      sums.data += inner.data;
      sums.linkedHeadings += inner.linkedHeadings;
      if (name === 'a' && /^h[1-6]$/.test(child.name)) sums.linkedHeadings++;
    }
    if (heading && !sums.titled && sums.weight > 12 && sums.linked > sums.weight * 0.6) {
      sums.linkedHeadings = 1;
    }
    if (element && isBody(element)) sums.body = Math.max(sums.body, sums.prose);
    all.set(element, sums);
    return sums;
  }

  sum(root, null);
  return all;
}

/** Returns the ids of elements that buttons, tabs and links in headings open. */
export function openedIds(root: ParentNode): Set<string> {
  const ids = new Set<string>();
  const look = (element: Element) => {
    const { attribs } = element;
    const named = attribs['aria-controls'] ?? attribs['data-bs-target'] ?? attribs['data-target'];
    for (const id of named?.split(/\s+/) ?? []) ids.add(id.replace(/^#/, ''));
    if (isHandle(element)) ids.add(attribs['href']!.slice(1));
    childElements(element).forEach(look);
  };
  childElements(root).forEach(look);
  return ids;
}

/** Characters; cells of data are shorter. */
const maxDataCell = 500;

/** Whether a table arranges a page: it has structured or long cells and no header cells. */
export function isLayout(table: Element): boolean {
  if (/^(none|presentation)$/.test(table.attribs['role'] ?? '')) return true;
  let arranges = false;
  let hasNames = false;
  const length = (element: Element): number => {
    if (element.name === 'th') hasNames = true;
    if (/^(h[1-6]|table|pre|article|section)$/.test(element.name)) arranges = true;
    let sum = 0;
    for (const child of element.children) if (isText(child)) sum += child.data.trim().length;
    for (const child of childElements(element)) if (!arranges && !hasNames) sum += length(child);
    if (element.name === 'td' && sum > maxDataCell) arranges = true;
    return sum;
  };
  childElements(table).forEach(length);
  return arranges && !hasNames;
}
