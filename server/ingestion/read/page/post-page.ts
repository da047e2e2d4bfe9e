import { isTag, type Element, type ParentNode } from 'domhandler';
import { neighboursOf, parseHtml, readPieces, type Piece } from '../html.ts';
import {
  articlePieces,
  comparable,
  isAside,
  isByline,
  isData,
  levelOf,
  pageOf,
  partsIn,
  prune,
  readingOf,
  within,
  withoutLists,
  type Page,
  type Subject,
} from './article.ts';
import { childElements, isMain, isPost, type Part } from './elements.ts';

/** Letters of the shortest text by which its place in a page is found. */
const minText = 40;
/** Share of a text that the element around it holds: templates may leave out or change some lines. */
const minShare = 0.9;
/** Share of a line's pairs of words that a post has; single pairs are also in other texts. */
const minLine = 0.6;

/** Characters of a line before a part that is left out, which names that part. */
const maxLabel = 30;

/** A post whose page is read. */
interface Post {
  title: string;
  /** As WordPress renders it; without text where a page builder keeps that elsewhere. */
  html: string;
  /** Whether a line is one that the site's pages share, such as a menu's. */
  isFrame: (line: string) => boolean;
  /** Kind of the page, by which a post without text is read. */
  kind: Subject['kind'];
  /** Days on which it was published or changed. */
  dates: readonly Date[];
}

/** Returns pairs of neighbouring words; of a line of one word, that word. */
function pairsOf(line: string): string[] {
  const words = comparable(line).split(' ');
  return words.length < 2 ? words : words.slice(1).map((word, at) => `${words[at]!} ${word}`);
}

/** Returns which share of a text each part of a page is. */
function sharesOf(parts: readonly Part[], lines: readonly string[]): ReadonlyMap<Part, number> {
  const pairs = lines.flatMap(pairsOf);
  const known = new Set(pairs);
  return new Map(
    parts.map((part) => {
      const own = pairsOf(part.piece.block.text);
      const found = own.filter((pair) => known.has(pair)).length;
      return [part, found >= minLine * own.length ? found / pairs.length : 0];
    }),
  );
}

/** Returns the smallest element that holds a text, null for the page; undefined if it is not in the page. */
function holderOf(page: Page, shares: ReadonlyMap<Part, number>): Element | null | undefined {
  const sums = new Map<Element | null, number>();
  const add = (node: ParentNode, element: Element | null): number => {
    let sum = 0;
    for (const part of page.own.get(element) ?? []) sum += shares.get(part)!;
    for (const child of childElements(node)) sum += add(child, child);
    sums.set(element, sum);
    return sum;
  };
  if (add(page.root, null) < minShare) return undefined;
  const holds = (child: Element) => sums.get(child)! >= minShare;
  let holder: Element | null = null;
  for (let next = childElements(page.root).find(holds); next;) {
    holder = next;
    next = childElements(next).find(holds);
  }
  return holder;
}

/** Returns the element around a text in which its template may tell more; null for the whole page. */
function templateOf(holder: Element | null): Element | null {
  for (let node: ParentNode | null = holder; node && isTag(node); node = node.parent) {
    if (isMain(node) || isPost(node)) return node;
  }
  return null;
}

/** Removes the template's headings below which nothing is told. */
function withoutEmptyHeadings(parts: readonly Part[], isOwn: (part: Part) => boolean): Part[] {
  let next = 0;
  const kept = parts.toReversed().filter((part) => {
    const level = levelOf(part);
    if (level < 7 && next <= level && !isOwn(part)) return false;
    next = level;
    return true;
  });
  return kept.toReversed();
}

/** Whether a line is one of these dates alone, in whatever order and language. */
function isDateOf(dates: readonly Date[], text: string): boolean {
  if (text.length >= 40 || /[:@]/.test(text)) return false;
  const numbers = (text.match(/\d+/g) ?? []).map(Number);
  return dates.some((date) => {
    const [year, day] = [date.getUTCFullYear(), date.getUTCDate()];
    const all = [year, date.getUTCMonth() + 1, day];
    return (
      numbers.includes(year) && numbers.includes(day) && numbers.every((each) => all.includes(each))
    );
  });
}

/** Marks a piece as one that does not belong to the section before. */
function apart(piece: Piece): Piece {
  const { block } = piece;
  if (block.kind === 'heading' || block.level !== undefined) return piece;
  return { ...piece, block: { ...block, level: 1 } };
}

/**
 * Returns the pieces of a post's page: its text, and what its template adds, such as fields, prices and dates. The
 * text that WordPress has tells where it is; without one, the page is read as any other.
 *
 * @returns null if the page does not hold the text, as an outdated copy in a cache
 */
export function postPieces(root: ParentNode, post: Post): Piece[] | null {
  const { title, isFrame, kind, dates } = post;
  const stored = parseHtml(post.html);
  const lines = readPieces(stored, readingOf(stored)).map(({ block }) => block.text);
  if (lines.join('').replaceAll(/[^\p{L}\p{N}]+/gu, '').length < minText) {
    const pieces = articlePieces(root, { titles: [title], kind });
    return pieces.filter(({ block }) => !isFrame(block.text));
  }
  const page = pageOf(root, [title]);
  const shares = sharesOf(page.parts, lines);
  const holder = holderOf(page, shares);
  if (holder === undefined) return null;
  const held = within(holder ?? root, holder);
  const isOwn = (part: Part) => held.has(part.piece.element) && shares.get(part)! > 0;
  const dropped = prune(root, page.sums, 'one');
  const around = new Set(partsIn(page, templateOf(holder), dropped));
  const shown = page.parts.filter((part) => around.has(part) || isOwn(part));
  const isTold = (part: Part) => {
    const { element, block } = part.piece;
    const { text } = block;
    const next = element && neighboursOf(element)[1];
    // Such as "Written by" before the author.
    const isLabel = next && dropped.has(next) && text.length < maxLabel && !/\d/.test(text);
    const isLine = isAside(part) || (!isData(part) && (isByline(text) || isDateOf(dates, text)));
    return !isLine && !isLabel && !isFrame(text) && comparable(text) !== comparable(title);
  };
  const told = new Set(withoutLists(shown).filter(isTold));
  const kept = shown.filter((part) => told.has(part) || isOwn(part));
  return withoutEmptyHeadings(kept, isOwn).map((part, at, all) => {
    const before = all[at - 1]?.piece;
    const isEdge = before && held.has(before.element) !== held.has(part.piece.element);
    return isEdge ? apart(part.piece) : part.piece;
  });
}
