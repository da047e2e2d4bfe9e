import { isTag, type Element, type ParentNode } from 'domhandler';
import { readPieces, type Piece } from '../html.ts';
import { hasRoleAround, isBody, isHead, isHidden, isMain, isOnDemand } from './furniture.ts';
import { isLayout, openedIds } from './layout.ts';
import {
  byElement,
  childElements,
  measure,
  plainWeightOf,
  proseOf,
  weigh,
  type Measured,
  type Part,
} from './measure.ts';
import { prune } from './prune.ts';
import { trim } from './trim.ts';

export interface Subject {
  /** What the page says it is called, in one or several ways. */
  titles: readonly string[];
  /** One text, one thing for sale, or a list of other pages. */
  kind: 'text' | 'product' | 'list';
}

interface Page {
  root: ParentNode;
  parts: readonly Part[];
  own: ReadonlyMap<Element | null, Part[]>;
  sums: Measured;
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Whether a heading says what the page says of itself, or nearly. */
export function saysTitle(heading: string, titles: readonly string[]): boolean {
  const said = plain(heading);
  return titles
    .map(plain)
    .some(
      (title) =>
        (said.length > 3 && said === title) ||
        (said.length > 15 && title.includes(said)) ||
        (title.length > 15 && said.includes(title)),
    );
}

/** Index of the heading that the page is named after, or -1. */
function headlineAt(parts: readonly Part[], titles: readonly string[]): number {
  const blocks = parts.map(({ piece }) => piece.block);
  const says = (lowest: number) =>
    blocks.findIndex(({ level = 7, text }) => level <= lowest && saysTitle(text, titles));
  const first = blocks.findIndex(({ level }) => level === 1);
  const only = first === blocks.findLastIndex(({ level }) => level === 1) ? first : -1;
  const at = [says(1), says(3), only].find((index) => index >= 0) ?? -1;
  // A heading with the text above it is not the text's.
  return proseOf(parts.slice(0, Math.max(0, at))) > proseOf(parts) / 2 ? -1 : at;
}

/** What a part of something else says against being in the text, in characters. */
const against = ({ weight }: Part) => Math.min(60, weight);

/** What a part says for being in the text. */
function worth(part: Part): number {
  const { weight, piece } = part;
  const { block, linked } = piece;
  if (linked > block.text.length / 2) return -against(part);
  if (block.kind === 'row' || block.kind === 'code') return 0.6 * weight;
  if (weight - linked >= 80) return weight;
  return weight - linked >= 25 ? 0.3 * weight : 0;
}

/** The element whose parts together are worth most; null for the whole page. */
function boxOf(
  root: ParentNode,
  worths: ReadonlyMap<Element | null, number>,
  dropped: ReadonlySet<Element>,
  kind: Subject['kind'],
): Element | null {
  let best: Element | null = null;
  let most = -Infinity;
  const trust = (element: Element) => {
    // Much about a product stands beside what a shop calls its content.
    if (isBody(element) && kind === 'text') return 1.5;
    return isMain(element) ? 1.2 : 1;
  };
  const add = (node: ParentNode, element: Element | null): number => {
    let sum = worths.get(element) ?? 0;
    for (const child of childElements(node)) if (!dropped.has(child)) sum += add(child, child);
    const trusted = sum * (element ? trust(element) : 1);
    if (trusted > most) {
      most = trusted;
      best = element;
    }
    return sum;
  };
  add(root, null);
  return best;
}

/** An element and all in it; the root under null. */
function within(
  node: ParentNode,
  element: Element | null,
  dropped?: ReadonlySet<Element>,
  found = new Set<Element | null>(),
): Set<Element | null> {
  found.add(element);
  for (const child of childElements(node)) {
    if (!dropped?.has(child)) within(child, child, dropped, found);
  }
  return found;
}

function partsIn({ root, parts }: Page, box: Element | null, dropped: ReadonlySet<Element>) {
  const inside = within(box ?? root, box, dropped);
  return parts.filter(({ piece }) => inside.has(piece.element));
}

/** The headline and, where they share an element with it, the lines about the text. */
function headOf(headline: Element, box: Element | null, isSmall: (element: Element) => boolean) {
  let head = headline;
  for (let node = headline.parent; node && isTag(node) && node !== box; node = node.parent) {
    if (isHead(node) && isSmall(node)) head = node;
  }
  return within(head, head);
}

/** Parts of a page's one text, without what the site puts around it. */
function articleParts(page: Page, headline: number, { titles, kind }: Subject): Part[] {
  const { root, parts, own, sums } = page;
  const dropped = prune(root, sums, 'one');
  const above = new Set(parts.slice(0, Math.max(0, headline)));
  const worths = new Map(
    [...own].map(([element, inside]) => [
      element,
      inside.reduce((sum, part) => sum + (above.has(part) ? -against(part) : worth(part)), 0),
    ]),
  );
  const box = boxOf(root, worths, dropped, kind);
  const found = partsIn(page, box, dropped);
  const prose = proseOf(found);
  const title = parts[headline]?.piece.element;
  const head = title && headOf(title, box, (element) => sums.get(element)!.prose < 0.25 * prose);
  const isBelow = proseOf(found.filter((part) => above.has(part))) <= 0.3 * prose;
  const said = titles.map(plain);
  return trim(
    found.filter((part) => !head?.has(part.piece.element) && !(isBelow && above.has(part))),
    (text) => said.includes(plain(text)),
  );
}

/** All that is shown within the site's frame. */
function shownParts(page: Page): readonly Part[] {
  const dropped = prune(page.root, page.sums, 'several');
  const shown = partsIn(page, null, dropped);
  return shown.length > 0 ? shown : page.parts;
}

/** Pieces of a page's text; of a page with none or several, of all that it shows. */
export function articlePieces(root: ParentNode, subject: Subject): Piece[] {
  const opened = openedIds(root);
  const parts = readPieces(root, {
    leavesOut: (element) =>
      hasRoleAround(element) || isOnDemand(element) || isHidden(element, opened),
    pictures: false,
    isLayout,
  }).map(weigh);
  const headline = headlineAt(parts, subject.titles);
  const own = byElement(parts);
  const page = { root, parts, own, sums: measure(root, own, parts[headline]?.piece.element) };
  const article = subject.kind === 'list' ? [] : articleParts(page, headline, subject);
  const shown = shownParts(page);
  const weight = plainWeightOf(article);
  const isFound =
    weight > 0.4 * plainWeightOf(shown) || weight >= 1000 || (weight >= 200 && headline >= 0);
  return (isFound ? article : shown).map(({ piece }) => piece);
}
