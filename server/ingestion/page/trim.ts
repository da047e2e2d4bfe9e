import { isTag, type Element, type ParentNode } from 'domhandler';
import { isStandfirst } from './furniture.ts';
import { proseOf, type Part } from './measure.ts';
import { isAppeal, isCredit, isListHead, isMark, isStamp } from './phrases.ts';

const isData = ({ piece: { block } }: Part) => block.kind === 'row' || block.kind === 'code';

/** Mostly links. */
const isLinked = ({ piece: { block, linked } }: Part, share = 0.8) =>
  linked > share * block.text.length;

/** Part of the text beyond doubt. */
const isSolid = (part: Part) => isData(part) || (part.prose && !isStamp(part.piece.block.text));

const isWithin = (element: Element | null, box: ParentNode | null): boolean => {
  for (let node: ParentNode | null = element; node; node = node.parent)
    if (node === box) return true;
  return box === null;
};

/** A heading ends where another of its level or a higher one begins; other lines count as lower. */
const levelOf = ({ piece: { block } }: Part) => (block.kind === 'heading' ? (block.level ?? 6) : 7);

/** The end of what a line that announces other pages announces, as an index. */
function endOfList(parts: readonly Part[], at: number): number {
  const head = parts[at]!;
  const closes = (part: Part) =>
    part.piece.block.kind === 'heading' && levelOf(part) <= levelOf(head);
  let end = at + 1;
  while (
    end < parts.length &&
    !closes(parts[end]!) &&
    isLinked(parts[end]!, 0.3) &&
    parts[end]!.piece.block.text.length <= 250
  )
    end++;
  // At the end of a page, whatever shares a box with its heading belongs to it.
  let box: ParentNode | null = head.piece.element?.parent ?? null;
  const next = parts[at + 1]?.piece.element ?? null;
  while (box && isTag(box) && !isWithin(next, box)) box = box.parent;
  let last = at + 1;
  while (last < parts.length && !closes(parts[last]!) && isWithin(parts[last]!.piece.element, box))
    last++;
  if (levelOf(head) < 7 && last === parts.length && proseOf(parts.slice(0, at)) >= 200) return last;
  return end;
}

/** Without lists of other pages and what visitors say. */
function withoutLists(parts: readonly Part[]): Part[] {
  const kept: Part[] = [];
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]!;
    const end = !isData(part) && isListHead(part.piece.block.text) ? endOfList(parts, at) : at;
    if (end > at + 1 || (end === at + 1 && end === parts.length)) at = end - 1;
    else kept.push(part);
  }
  return kept;
}

function isAside(part: Part): boolean {
  const { block } = part.piece;
  const { text, kind } = block;
  // Invisible characters alone.
  if (!/[^\s\p{Cf}\p{Z}]/u.test(text)) return true;
  if (isData(part)) return false;
  if (isMark(text) || isCredit(text)) return true;
  if (kind === 'paragraph' && isLinked(part) && text.length < 150 && !/^https?:/.test(text))
    return true;
  return part.piece.linked > 0 && isAppeal(text);
}

/** The element in which a block lies beside others. */
function home({ piece: { element } }: Part): ParentNode | null {
  let node = element?.parent ?? null;
  while (
    node &&
    isTag(node) &&
    /^(ul|ol|dl|li|table|tbody|thead|tr|td|blockquote)$/.test(node.name)
  )
    node = node.parent;
  return node;
}

/** Without what stands before the first and after the last sentence but belongs to neither. */
function withoutEdges(parts: readonly Part[], title: (text: string) => boolean): Part[] {
  const first = parts.findIndex(isSolid);
  const last = parts.findLastIndex(isSolid);
  if (first < 0) return [...parts];
  const weight = parts.reduce((sum, part) => sum + part.weight, 0);
  const prose = proseOf(parts);
  const isArticle = prose > 1000 && prose > 0.7 * weight;
  const homes = new Set(parts.filter(isSolid).map(home));
  const kept = parts.filter((part, index) => {
    const { block, element } = part.piece;
    if (index >= first && index <= last) return true;
    const quoted =
      element?.name === 'blockquote' ||
      (element?.parent && isTag(element.parent) && element.parent.name === 'blockquote');
    if (quoted) return true;
    if (index < first) {
      if (element && isStandfirst(element)) return false;
      if (block.kind === 'heading' && part.weight > 60) return false;
      if (title(block.text)) return false;
    } else if (
      block.kind === 'item' &&
      isLinked(part) &&
      isArticle &&
      parts[last + 1]?.piece.block.kind === 'item'
    )
      return false;
    if (isArticle && !homes.has(home(part))) return false;
    return !isStamp(block.text);
  });
  while (kept.at(-1)?.piece.block.kind === 'heading') kept.pop();
  return kept;
}

export function trim(
  parts: readonly Part[],
  title: (text: string) => boolean = () => false,
): Part[] {
  const rest = withoutLists(parts).filter((part) => !isAside(part));
  return withoutEdges(rest, title);
}
