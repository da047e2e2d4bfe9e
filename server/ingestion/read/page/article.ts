import { isTag, type ParentNode, type Element } from 'domhandler';
import { partsOfAll, type PageParts } from '../../../language/languages.ts';
import {
  isHead,
  isStandfirst,
  proseOf,
  weightOf,
  type Part,
  boilerplateKind,
  type Boilerplate,
  isBody,
  isMain,
  isPost,
  hasRoleAround,
  isHidden,
  isOnDemand,
  isConsent,
  isTerms,
  isNotice,
  childElements,
  type Measured,
  type Sums,
  isLayout,
  measure,
  walk,
  plainWeightOf,
  weigh,
} from './elements.ts';
import { findControls } from './controls.ts';
import { readPieces, type Piece, type Reading } from '../html.ts';

const patterns = new Map<PageParts, RegExp>();

/** Returns the expression for what sites put between and around their texts; made once. */
function patternFor(part: PageParts, make: (parts: string) => string): RegExp {
  // eslint-disable-next-line no-restricted-syntax -- of patterns of this program, for short lines
  const pattern = patterns.get(part) ?? new RegExp(make(partsOfAll(part).join('|')), 'iu');
  patterns.set(part, pattern);
  return pattern;
}
const whole = (parts: string) => `^(?:${parts})$`;

/** Whether a line is the heading of a list of links or of comments. */
export const isListHead = (text: string) =>
  text.length <= 70 &&
  patternFor('linkLists', whole).test(
    text.replace(/^[^\p{L}\p{N}]+/u, '').replace(/(?<![^\p{L}\p{N})])[^\p{L}\p{N})]+$/u, ''),
  );

/** Whether a line is a label of the page's controls, advertisements or pictures. */
const isMark = (text: string) =>
  text.length <= 50 &&
  patternFor('labels', (parts) => whole(`${parts}|\\d{1,3}`)).test(
    text.replace(/^[\s([|•·»›–—-]+/, '').replace(/(?<![\s)\]|•·»›–—:.…-])[\s)\]|•·»›–—:.…-]+$/, ''),
  );

const credited =
  // eslint-disable-next-line redos/no-vulnerable -- for lines of less than 350 characters
  /\((image|photo|picture|pic|credit|foto|bild|source)s?( credit)?: ?[^)]*\)\)?$|\((ap|afp|reuters) photo[^)]*\)$|(getty( images)?|shutterstock|istock|unsplash|alamy|wikimedia( commons)?|\/ ?(ap|afp|reuters))\)?$/i;

/** Whether a line is the credit of a picture. */
const isCredit = (text: string) =>
  (text.length < 120 &&
    /^((photo|image|picture|foto|bild)s?( credit)?( by|:)|credit:|©)/i.test(text)) ||
  (text.length < 350 && credited.test(text));

/** Whether a line asks the reader to follow, to write or to subscribe. */
const isAppeal = (text: string) =>
  text.length < 300 && patternFor('appeals', (parts) => parts).test(text);

const bylineOf = (words: string) => `^(?:${words})(?!\\p{L})[^.!?]{0,80}$`;
const date = /\b(19|20)\d\d\b|\b\d{1,2}:\d\d\b/;

/** Whether a line begins as those about the author or the date of a text. */
export const isByline = (text: string) =>
  text.length < 100 && patternFor('bylines', bylineOf).test(text);

/** Whether a line is a byline or a date, not a sentence. */
const isStamp = (text: string) =>
  isByline(text) || (text.length < 160 && date.test(text) && !/[.!?…:。]["”’)]*$/.test(text));

/** Characters of lines such as "Tags: …" below a text. */
const maxLinkLine = 100;

export const isData = ({ piece: { block } }: Part) => block.kind === 'row' || block.kind === 'code';

/** Whether a part is mostly links. */
const isLinked = ({ piece: { block, linked } }: Part, share = 0.8) =>
  linked > share * block.text.length;

/** Whether a part certainly belongs to the text. */
const isSolid = (part: Part) => isData(part) || (part.prose && !isStamp(part.piece.block.text));

function ancestorsOf({ piece: { element } }: Part): Set<ParentNode> {
  const found = new Set<ParentNode>();
  for (let node: ParentNode | null = element; node; node = node.parent) found.add(node);
  return found;
}

/** Returns the level of a heading, 7 for other parts. */
export const levelOf = ({ piece: { block } }: Part) =>
  block.kind === 'heading' ? (block.level ?? 6) : 7;

/** Returns the first index from `from` on for which `test` holds; the length if there is none. */
function firstFrom(parts: readonly Part[], from: number, test: (part: Part) => boolean): number {
  let at = from;
  while (at < parts.length && !test(parts[at]!)) at++;
  return at;
}

/** Returns the end of the list of links or comments whose heading is at an index. */
function endOfList(parts: readonly Part[], at: number, isAfterText: boolean): number {
  const head = parts[at]!;
  const closes = (part: Part) => levelOf(part) < 7 && levelOf(part) <= levelOf(head);
  const next = parts[at + 1];
  if (!next) return parts.length;
  if (levelOf(head) < 7 && isAfterText) {
    // At the end of a page, the list reaches to the end of the box that it shares with its heading.
    const around = ancestorsOf(next);
    const box = [...ancestorsOf(head)].slice(1).find((node) => around.has(node));
    const isOutside = (part: Part) =>
      closes(part) || (box !== undefined && !ancestorsOf(part).has(box));
    if (firstFrom(parts, at + 1, isOutside) === parts.length) return parts.length;
  }
  const isOver = (part: Part) =>
    closes(part) || !isLinked(part, 0.3) || part.piece.block.text.length > 250;
  return firstFrom(parts, at + 1, isOver);
}

/** Returns the element that contains a block and its neighbours. */
function containerOf({ piece: { element } }: Part): ParentNode | null {
  const arranges = /^(ul|ol|dl|li|table|tbody|thead|tr|td|blockquote)$/;
  let node = element?.parent ?? null;
  while (node && isTag(node) && arranges.test(node.name)) node = node.parent;
  return node;
}

/** Sums up the prose of each container. */
function proseByContainer(parts: readonly Part[]): Map<ParentNode | null, number> {
  const sums = new Map<ParentNode | null, number>();
  for (const part of parts) {
    const container = containerOf(part);
    sums.set(container, (sums.get(container) ?? 0) + proseOf([part]));
  }
  return sums;
}

/** Removes lists of other pages and comments. */
export function withoutLists(parts: readonly Part[]): Part[] {
  const kept: Part[] = [];
  const all = proseByContainer(parts);
  let before = 0;
  let column: ParentNode | null = null;
  let inColumn = 0;
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]!;
    const isHead = !isData(part) && isListHead(part.piece.block.text);
    // Links within a text stand in the same column as most of its sentences, which are still to come.
    const isAfterText = before >= 200 && (all.get(column) ?? 0) - inColumn <= before;
    const end = isHead ? endOfList(parts, at, isAfterText) : at + 1;
    if (end > at + 1 || (isHead && end === parts.length)) {
      at = end - 1;
      continue;
    }
    kept.push(part);
    before += proseOf([part]);
    if (!isSolid(part)) continue;
    const container = containerOf(part);
    inColumn = container === column ? inColumn + proseOf([part]) : proseOf([part]);
    column = container;
  }
  return kept;
}

export function isAside(part: Part): boolean {
  const { block } = part.piece;
  const { text, kind } = block;
  // Only invisible characters.
  if (!/[^\s\p{Cf}\p{Z}]/u.test(text)) return true;
  if (isData(part)) return false;
  if (isMark(text) || isCredit(text)) return true;
  if (kind === 'paragraph' && isLinked(part) && text.length < 150 && !/^https?:/.test(text))
    return true;
  return part.piece.linked > 0 && isAppeal(text);
}

const isQuoted = ({ piece: { element } }: Part) =>
  [element, element?.parent].some((node) => node && isTag(node) && node.name === 'blockquote');

/** Removes lines before the first and after the last sentence of a text that is mostly prose. */
function withoutEdges(parts: readonly Part[], isTitle: (text: string) => boolean): Part[] {
  const prose = proseOf(parts);
  if (prose < 200 || prose < 0.6 * weightOf(parts))
    return parts.filter((part) => !isTitle(part.piece.block.text));
  const first = parts.findIndex(isSolid);
  const last = parts.findLastIndex(isSolid);
  const containers = new Set(parts.filter(isSolid).map(containerOf));
  const isLead = (part: Part) => {
    const { block, element } = part.piece;
    const sumsUp =
      (element && isStandfirst(element)) || (block.kind === 'heading' && part.weight > 60);
    return !sumsUp && !isTitle(block.text) && containers.has(containerOf(part));
  };
  const endsInLinks = isLinked(parts[last + 1] ?? parts[last]!);
  const kept = parts.filter((part, index) => {
    if ((index >= first && index <= last) || isQuoted(part)) return true;
    if (isStamp(part.piece.block.text)) return false;
    if (index < first) return isLead(part);
    if (!isData(part) && part.piece.block.text.length < maxLinkLine && isLinked(part, 0.3))
      return false;
    return !(endsInLinks && part.piece.block.kind === 'item' && isLinked(part));
  });
  while (kept.at(-1)?.piece.block.kind === 'heading') kept.pop();
  return kept;
}

/** Removes lines that sites put between, before and after those of a text. */
export function trim(parts: readonly Part[], isTitle: (text: string) => boolean): Part[] {
  return withoutEdges(
    withoutLists(parts).filter((part) => !isAside(part)),
    isTitle,
  );
}

/** Returns the words of a text for comparison. */
export const comparable = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Returns the index of the heading that matches one of the page's titles, or -1. */
export function findHeadline(headings: readonly string[], titles: readonly string[]): number {
  const known = headings.map(comparable);
  const wanted = titles.map((title) => comparable(title.slice(0, 500)));
  const exact = known.findIndex((heading) => heading.length > 3 && wanted.includes(heading));
  if (exact >= 0) return exact;
  const isPart = (one: string, other: string) => one.length > 15 && other.includes(one);
  return known.findIndex((heading) =>
    wanted.some((title) => isPart(heading, title) || isPart(title, heading)),
  );
}

/** Returns the index of the headline, or -1: matches a title, or is the only `h1`. */
function headlineAt(parts: readonly Part[], titles: readonly string[]): number {
  const blocks = parts.map(({ piece }) => piece.block);
  const findUpTo = (maxLevel: number) =>
    findHeadline(
      blocks.map(({ kind, level = 7, text }) =>
        kind === 'heading' && level <= maxLevel ? text : '',
      ),
      titles,
    );
  const first = blocks.findIndex(({ level }) => level === 1);
  const only = first === blocks.findLastIndex(({ level }) => level === 1) ? first : -1;
  const at = [findUpTo(1), findUpTo(3), only].find((index) => index >= 0) ?? -1;
  // A heading below most of the text is not its headline.
  return proseOf(parts.slice(0, Math.max(0, at))) > proseOf(parts) / 2 ? -1 : at;
}

/** Returns the headline, or the largest element around it that looks like a header and `isSmall`. */
function headOf(
  headline: Element,
  box: Element | null,
  isSmall: (element: Element) => boolean,
): Element {
  let head = headline;
  for (let node = headline.parent; node && isTag(node) && node !== box; node = node.parent) {
    if (isHead(node) && isSmall(node)) head = node;
  }
  return head;
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

/**
 * Drops teasers: two or more neighbours that each link to another page, or that WordPress names posts, without
 * paragraphs between them.
 */
function dropTeasers(root: ParentNode, sums: Measured, dropped: Set<Element>): void {
  const shown = childElements(root).filter(
    (element) => !dropped.has(element) && sums.get(element)!.weight > 0,
  );
  const teasers = shown.filter((element) => {
    const { weight, titled, linkedHeadings } = sums.get(element)!;
    const isOther = linkedHeadings > 0 || isPost(element);
    return weight < 800 && !titled && isOther && !/^h[1-6]$/.test(element.name);
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
export function prune(root: ParentNode, sums: Measured, texts: 'one' | 'several'): Set<Element> {
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
export interface Subject {
  /** Titles, of which one may be the headline. */
  titles: readonly string[];
  /** One text, one product, or a list of other pages. */
  kind: 'text' | 'product' | 'list';
}

export interface Page {
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
export function within(
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

export function partsIn({ root, parts }: Page, box: Element | null, dropped: ReadonlySet<Element>) {
  const inside = within(box ?? root, box, dropped);
  return parts.filter(({ piece }) => inside.has(piece.element));
}

/** Returns the element that is marked as the body of the text, if there is exactly one. */
function onlyBody(root: ParentNode, dropped: ReadonlySet<Element>): Element | null {
  const bodies: Element[] = [];
  walk(root, (element) => {
    if (isBody(element)) bodies.push(element);
    return isBody(element) || dropped.has(element);
  });
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

/** Returns pieces without those of teasers. */
export function withoutTeasers(root: ParentNode, pieces: readonly Piece[]): Piece[] {
  const parts = pieces.map(weigh);
  const own = Map.groupBy(parts, ({ piece }) => piece.element);
  const teasers = new Set<Element>();
  dropTeasers(root, measure(root, own), teasers);
  const inside = within(root, null, teasers);
  return pieces.filter(({ element }) => inside.has(element));
}

/** Returns everything that is shown except the site's frame. */
function findShown(page: Page): readonly Part[] {
  const shown = partsIn(page, null, prune(page.root, page.sums, 'several'));
  return shown.length > 0 ? shown : page.parts;
}

/** Returns how pages are read: without what is hidden and what is around their texts by its role. */
export function readingOf(root: ParentNode): Reading {
  const controls = findControls(root);
  return {
    leavesOut: (element) =>
      hasRoleAround(element) ||
      isOnDemand(element) ||
      isConsent(element) ||
      isTerms(element) ||
      isNotice(element) ||
      isHidden(element, controls),
    labels: controls.labels,
    pictures: false,
    isLayout,
    // There it is more often a title.
    boldHeaders: false,
  };
}

export function pageOf(root: ParentNode, titles: readonly string[]): Page {
  const parts = readPieces(root, readingOf(root)).map(weigh);
  const headline = headlineAt(parts, titles);
  const own = Map.groupBy(parts, ({ piece }) => piece.element);
  const sums = measure(root, own, parts[headline]?.piece.element);
  return { root, parts, own, sums, headline };
}

/** Returns the pieces of a page's text; of pages without one text, of everything that they show. */
export function articlePieces(root: ParentNode, { titles, kind }: Subject): Piece[] {
  const page = pageOf(root, titles);
  const text = kind === 'list' ? null : findArticle(page, titles, kind);
  return (text ?? findShown(page)).map(({ piece }) => piece);
}
