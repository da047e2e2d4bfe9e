import { isTag, type Element, type ParentNode } from 'domhandler';
import {
  boilerplateKind,
  type Boilerplate,
  isBody,
  isMain,
  hasRoleAround,
  isHidden,
  isOnDemand,
  isStandfirst,
} from './boilerplate.ts';
import {
  childElements,
  type Measured,
  type Sums,
  type Part,
  isLayout,
  openedIds,
  byElement,
  measure,
  plainWeightOf,
  proseOf,
  weigh,
} from './measure.ts';
import { readPieces, type Piece } from '../html.ts';
import { comparable, headlineAt, headOf } from './metadata.ts';
import { trim } from './trim.ts';

/** Visits elements from the outside in, skipping the content of those for which `visit` returns true. */
function walk(root: ParentNode, visit: (element: Element) => boolean): void {
  for (const element of childElements(root)) if (!visit(element)) walk(element, visit);
}

/** Whether an element is the site's header; headers of texts are inside of those. */
function isSiteHeader({ name, parent }: Element): boolean {
  if (name !== 'header') return false;
  for (let node = parent; node && isTag(node); node = node.parent) {
    if (/^(main|article|section)$/.test(node.name)) return false;
  }
  return true;
}

/** Whether an element is the caption of a picture. */
function isCaption(element: Element, sums: Measured): boolean {
  const { name, parent } = element;
  const { images, data, quotes, weight, blocks } = sums.get(element)!;
  if (name === 'figcaption') return !(parent && isTag(parent) && sums.get(parent)!.data > 0);
  if (name === 'figure') return images > 0 && data + quotes === 0;
  return (
    name === 'div' && images > 0 && blocks === 0 && weight < 250 && sums.get(null)!.prose > 500
  );
}

/** Drops teasers: two or more neighbours that each link to another page, without paragraphs between them. */
function dropTeasers(root: ParentNode, sums: Measured, dropped: Set<Element>): void {
  const shown = childElements(root).filter(
    (element) => !dropped.has(element) && sums.get(element)!.weight > 0,
  );
  const teasers = shown.filter((element) => {
    const { weight, titled, linkedHeadings } = sums.get(element)!;
    return weight < 800 && !titled && linkedHeadings > 0 && !/^h[1-6]$/.test(element.name);
  });
  const between = shown.slice(shown.indexOf(teasers[0]!), shown.indexOf(teasers.at(-1)!));
  // Boxes of products between a text's paragraphs belong to it.
  const isWoven = between.some((each) => each.name === 'p' && sums.get(each)!.prose > 0);
  if (teasers.length >= 2 && !isWoven) for (const teaser of teasers) dropped.add(teaser);
  for (const element of shown) if (!dropped.has(element)) dropTeasers(element, sums, dropped);
}

/**
 * Returns the elements that are not part of the page's text, or of its texts if it has several: those with
 * names of boilerplate, unless their content contradicts them; captions; teasers of other pages.
 */
function prune(root: ParentNode, sums: Measured, texts: 'one' | 'several'): Set<Element> {
  const dropped = new Set<Element>();
  const kinds = new Map<Element, Boilerplate | null>();
  const discussed = new Set<Element>();
  walk(root, (element) => {
    const { titled, weight } = sums.get(element)!;
    if (weight === 0) return true;
    const kind = boilerplateKind(element);
    kinds.set(element, kind);
    if (titled || kind !== 'discussion') return false;
    discussed.add(element);
    return true;
  });
  const all = sums.get(null)!.prose;
  const rest = [...discussed].reduce((left, element) => left - sums.get(element)!.prose, all);
  // In a forum the comments are the text.
  const isForum = texts === 'several' && rest < 0.1 * all;
  if (!isForum) for (const element of discussed) dropped.add(element);
  const isText = ({ weight, linked, prose, body, titled, quotes }: Sums) =>
    titled ||
    prose > 0.4 * rest ||
    body > 0.3 * rest ||
    // Elements that embed posts of social networks have those networks' names.
    (quotes > 0 && linked < weight / 2);
  walk(root, (element) => {
    const kind = kinds.get(element);
    if (kind === undefined || dropped.has(element)) return true;
    const isAround =
      kind === 'frame' || (kind === 'around' && texts === 'one') || isSiteHeader(element);
    if ((isAround && !isText(sums.get(element)!)) || isCaption(element, sums)) dropped.add(element);
    return dropped.has(element) || element.name === 'blockquote';
  });
  if (texts === 'one') dropTeasers(root, sums, dropped);
  return dropped;
}

/** Returns how much a part that belongs elsewhere counts against an element, in characters. */
const penalty = ({ weight }: Part) => Math.min(60, weight);

/** Returns how much a part counts for an element, in characters. */
function worth(part: Part): number {
  const { weight, piece } = part;
  const { block, linked } = piece;
  if (linked > block.text.length / 2) return -penalty(part);
  if (block.kind === 'row' || block.kind === 'code') return 0.6 * weight;
  return weight - linked >= 80 ? weight : 0.3 * weight;
}

/** Subject of a page according to its metadata. */
interface Subject {
  /** Titles, of which one may be the headline. */
  titles: readonly string[];
  /** One text, one product, or a list of other pages. */
  kind: 'text' | 'product' | 'list';
}

interface Page {
  root: ParentNode;
  parts: readonly Part[];
  own: ReadonlyMap<Element | null, Part[]>;
  sums: Measured;
  /** Index of the headline among `parts`, or -1. */
  headline: number;
}

/** Returns the sentences that a page shows twice, such as teasers; none if they are half of its text. */
function repeatedOf(parts: readonly Part[]): Part[] {
  const prose = parts.filter((part) => part.prose);
  const byText = Map.groupBy(prose, ({ piece }) => piece.block.text);
  const repeated = prose.filter(({ piece }) => byText.get(piece.block.text)!.length > 1);
  return proseOf(repeated) < proseOf(parts) / 2 ? repeated : [];
}

/** Share of an element's prose in its own paragraphs from which on it is a column of text. */
const columnShare = 0.5;
/** Weight of the longest sentence of an introduction. */
const maxIntroduction = 500;
/** Weight of the shortest column. */
const minColumn = 500;

/** Whether most of an element's prose is in paragraphs directly within it. */
function isColumn(element: Element, { own, sums }: Page): boolean {
  const { prose } = sums.get(element)!;
  if (prose < minColumn) return false;
  const inner = childElements(element).filter(({ name }) => /^(p|blockquote|ul|ol)$/.test(name));
  const direct = [element, ...inner].reduce((sum, each) => sum + proseOf(own.get(each) ?? []), 0);
  return direct > columnShare * prose;
}

/** Returns the factor by which an element's markup and structure raise its score. */
function trust(element: Element, page: Page, kind: 'text' | 'product'): number {
  // Shops put much of a product's text beside the element that they call its content.
  if ((isBody(element) && kind === 'text') || isColumn(element, page)) return 1.5;
  return isMain(element) ? 1.2 : 1;
}

/**
 * Returns the element with the highest score; null for the whole page.
 *
 * @param elsewhere parts that do not belong to the text, such as those above the headline
 */
function textBox(
  page: Page,
  dropped: ReadonlySet<Element>,
  elsewhere: ReadonlySet<Part>,
  kind: 'text' | 'product',
): Element | null {
  const { root, own } = page;
  let best: Element | null = null;
  let max = -Infinity;
  const add = (node: ParentNode, element: Element | null): number => {
    let sum = 0;
    for (const part of own.get(element) ?? [])
      sum += elsewhere.has(part) ? -penalty(part) : worth(part);
    for (const child of childElements(node)) if (!dropped.has(child)) sum += add(child, child);
    const trusted = sum * (element ? trust(element, page, kind) : 1);
    if (trusted > max) {
      max = trusted;
      best = element;
    }
    return sum;
  };
  add(root, null);
  return best;
}

/** Returns an element and its descendants; the root is null. */
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

/** Returns the element that is marked as the body of the text, if there is exactly one. */
function onlyBody(root: ParentNode, dropped: ReadonlySet<Element>): Element | null {
  const bodies: Element[] = [];
  const look = (element: Element) => {
    if (isBody(element)) bodies.push(element);
    else if (!dropped.has(element)) childElements(element).forEach(look);
  };
  childElements(root).forEach(look);
  return bodies.length === 1 ? bodies[0]! : null;
}

/** Returns the one or two sentences between the headline and a text that begins in another element. */
function introductionOf(page: Page, text: readonly Part[], dropped: ReadonlySet<Element>): Part[] {
  const { parts, headline } = page;
  const [first] = text;
  const between = headline >= 0 && first ? parts.slice(headline + 1, parts.indexOf(first)) : [];
  const shown = new Set(partsIn(page, null, dropped));
  const prose = between.filter((part) => part.prose && shown.has(part));
  const isLead = ({ piece: { element, linked }, weight }: Part) =>
    element !== null &&
    (element.name === 'p' || isStandfirst(element)) &&
    linked < 20 &&
    weight < maxIntroduction;
  return prose.length <= 2 ? prose.filter(isLead) : [];
}

/** Returns the page's text without boilerplate; null if no element contains most of it. */
function findArticle(page: Page, titles: readonly string[], kind: 'text' | 'product') {
  const { root, parts, sums, headline } = page;
  const dropped = prune(root, sums, 'one');
  const above = new Set(parts.slice(0, Math.max(0, headline)));
  const elsewhere = new Set([...above, ...repeatedOf(parts)]);
  const title = parts[headline]?.piece.element;
  const known = titles.map(comparable);
  const textIn = (box: Element | null): readonly Part[] => {
    const inBox = partsIn(page, box, dropped);
    const found = [...introductionOf(page, inBox, dropped), ...inBox];
    const prose = proseOf(found);
    const head = title && headOf(title, box, (element) => sums.get(element)!.prose < 0.25 * prose);
    const inHead = head && within(head, head);
    const isBelow = proseOf(found.filter((part) => above.has(part))) <= 0.3 * prose;
    return trim(
      found.filter((part) => !inHead?.has(part.piece.element) && !(isBelow && above.has(part))),
      (line) => known.includes(comparable(line)),
    );
  };
  const text = textIn(textBox(page, dropped, elsewhere, kind));
  const weight = plainWeightOf(text);
  if (weight >= 1000 || (weight >= 200 && title)) return text;
  const body = title && kind === 'text' ? onlyBody(root, dropped) : null;
  const short = body ? textIn(body) : [];
  if (short.length > 0) return short;
  return weight > 0.4 * plainWeightOf(findShown(page)) ? text : null;
}

/** Returns everything that is shown except the site's frame. */
function findShown(page: Page): readonly Part[] {
  const shown = partsIn(page, null, prune(page.root, page.sums, 'several'));
  return shown.length > 0 ? shown : page.parts;
}

/** Returns the pieces of a page's text; of pages without one text, of everything that they show. */
export function articlePieces(root: ParentNode, subject: Subject): Piece[] {
  const opened = openedIds(root);
  const parts = readPieces(root, {
    leavesOut: (element) =>
      hasRoleAround(element) || isOnDemand(element) || isHidden(element, opened),
    pictures: false,
    isLayout,
    // There it is more often a title.
    boldHeaders: false,
  }).map(weigh);
  const headline = headlineAt(parts, subject.titles);
  const own = byElement(parts);
  const sums = measure(root, own, parts[headline]?.piece.element);
  const page = { root, parts, own, sums, headline };
  const { titles, kind } = subject;
  const text = kind === 'list' ? null : findArticle(page, titles, kind);
  return (text ?? findShown(page)).map(({ piece }) => piece);
}
