import type { Element, ParentNode } from 'domhandler';
import { readPieces, type Piece } from '../html.ts';
import { textBox } from './box.ts';
import { hasRoleAround, isBody, isHidden, isOnDemand } from './furniture.ts';
import { headlineAt, headOf, plain } from './headline.ts';
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

/** What a page says that it is. */
export interface Subject {
  /** What it is called, in one or several ways. */
  titles: readonly string[];
  /** One text, one thing for sale, or a list of other pages. */
  kind: 'text' | 'product' | 'list';
}

interface Page {
  root: ParentNode;
  parts: readonly Part[];
  own: ReadonlyMap<Element | null, Part[]>;
  sums: Measured;
  /** Index of the heading that the page is named after, or -1. */
  headline: number;
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

/** The element that the page calls the body of its text, unless there are several or none. */
function onlyBody(root: ParentNode, dropped: ReadonlySet<Element>): Element | null {
  const bodies: Element[] = [];
  const look = (element: Element) => {
    if (isBody(element)) bodies.push(element);
    else if (!dropped.has(element)) childElements(element).forEach(look);
  };
  childElements(root).forEach(look);
  return bodies.length === 1 ? bodies[0]! : null;
}

/** The page's one text, without what the site puts around it; null if it is in no one place. */
function findArticle(page: Page, titles: readonly string[], kind: 'text' | 'product') {
  const { root, parts, own, sums, headline } = page;
  const dropped = prune(root, sums, 'one');
  const above = new Set(parts.slice(0, Math.max(0, headline)));
  const title = parts[headline]?.piece.element;
  const said = titles.map(plain);
  const textIn = (box: Element | null): readonly Part[] => {
    const found = partsIn(page, box, dropped);
    const prose = proseOf(found);
    const head = title && headOf(title, box, (element) => sums.get(element)!.prose < 0.25 * prose);
    const inHead = head && within(head, head);
    const isBelow = proseOf(found.filter((part) => above.has(part))) <= 0.3 * prose;
    return trim(
      found.filter((part) => !inHead?.has(part.piece.element) && !(isBelow && above.has(part))),
      (line) => said.includes(plain(line)),
    );
  };
  const text = textIn(textBox(root, own, dropped, above, kind));
  const weight = plainWeightOf(text);
  if (weight >= 1000 || (weight >= 200 && title)) return text;
  const body = title && kind === 'text' ? onlyBody(root, dropped) : null;
  const short = body ? textIn(body) : [];
  if (short.length > 0) return short;
  return weight > 0.4 * plainWeightOf(findShown(page)) ? text : null;
}

/** All that is shown within the site's frame. */
function findShown(page: Page): readonly Part[] {
  const shown = partsIn(page, null, prune(page.root, page.sums, 'several'));
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
  const sums = measure(root, own, parts[headline]?.piece.element);
  const page = { root, parts, own, sums, headline };
  const { titles, kind } = subject;
  const text = kind === 'list' ? null : findArticle(page, titles, kind);
  return (text ?? findShown(page)).map(({ piece }) => piece);
}
