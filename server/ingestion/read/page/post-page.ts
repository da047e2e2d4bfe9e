import { isTag, type Element, type ParentNode } from 'domhandler';
import { isFunctionWord } from '../../../text/word-weight.ts';
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
  withoutTeasers,
  type Page,
  type Subject,
} from './article.ts';
import { boilerplateKind, childElements, isMain, isPost, walk, type Part } from './elements.ts';

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
  id: number;
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

const lettersOf = (lines: readonly string[]) =>
  lines.join('').replaceAll(/[^\p{L}\p{N}]+/gu, '').length;

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

/** Returns elements of comments and of other posts, such as related ones, which WordPress numbers in their class. */
function othersOf({ root, sums }: Page, id: number): Set<Element> {
  const others = new Set<Element>();
  walk(root, (element) => {
    const number = isPost(element) && /(?:^|\s)post-(\d+)(?:\s|$)/.exec(element.attribs['class']!);
    const isOther = number ? Number(number[1]) !== id : boilerplateKind(element) === 'discussion';
    if (isOther && !sums.get(element)!.titled) others.add(element);
    return others.has(element);
  });
  return others;
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
  const { id, title, isFrame, kind, dates } = post;
  const isTitle = (text: string) => comparable(text) === comparable(title);
  const isStamp = (text: string) => isByline(text) || isDateOf(dates, text);
  const stored = parseHtml(post.html);
  const lines = readPieces(stored, readingOf(stored)).map(({ block }) => block.text);
  const page = pageOf(root, [title]);
  const others = othersOf(page, id);
  const letters = lettersOf(lines);
  // A few words may be anywhere on a page: they are read as WordPress stores them.
  if (letters > 0 && letters < minText) return null;
  if (letters === 0) {
    const pieces = articlePieces(root, { titles: [title], kind });
    const inside = within(root, null, kind === 'list' ? new Set() : others);
    const isTold = ({ element, block: { text } }: Piece) =>
      !isFrame(text) && !isTitle(text) && !isStamp(text) && inside.has(element);
    const told = pieces.filter(isTold);
    const words = told.map(({ block }) => block.text);
    // Templates tell the author of an empty post, too.
    if (lettersOf(words) < minText && !words.some((text) => /\d/.test(text))) return [];
    const rest = withoutTeasers(root, told);
    // Pages that only lead to others tell of these.
    return rest.some(({ block }) => block.kind !== 'heading') ? rest : told;
  }
  const shares = sharesOf(page.parts, lines);
  const holder = holderOf(page, shares);
  if (holder === undefined) return null;
  const held = within(holder ?? root, holder);
  // The template's headline may have words that the text has, too.
  const isOwn = (part: Part) =>
    held.has(part.piece.element) && shares.get(part)! > 0 && !isTitle(part.piece.block.text);
  const dropped = prune(root, page.sums, 'one').union(others);
  const around = new Set(partsIn(page, templateOf(holder), dropped));
  const shown = page.parts.filter((part) => around.has(part) || isOwn(part));
  const isTold = (part: Part) => {
    const { element, block } = part.piece;
    const { text } = block;
    const next = element && neighboursOf(element)[1];
    // Such as "Written by" before the author.
    const isLabel = next && dropped.has(next) && text.length < maxLabel && !/\d/.test(text);
    const isLine = isAside(part) || (!isData(part) && isStamp(text));
    // Such as "in" before the category, which is not told.
    const isNothing = isFunctionWord(comparable(text));
    return !isLine && !isLabel && !isNothing && !isFrame(text) && !isTitle(text);
  };
  const told = new Set(withoutLists(shown).filter(isTold));
  const kept = shown.filter((part) => told.has(part) || isOwn(part));
  // The smallest element with most of a short text may lack its heading.
  const isOfText = (part: Part) => held.has(part.piece.element) || shares.get(part)! > 0;
  return withoutEmptyHeadings(kept, isOwn).map((part, at, all) => {
    const before = all[at - 1];
    const isEdge = before && isOfText(before) !== isOfText(part);
    return isEdge ? apart(part.piece) : part.piece;
  });
}
