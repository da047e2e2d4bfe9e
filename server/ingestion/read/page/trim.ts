import { partsOfAll, type PageParts } from '../../../language/languages.ts';
import { isTag, type ParentNode } from 'domhandler';
import { isStandfirst } from './boilerplate.ts';
import { proseOf, weightOf, type Part } from './measure.ts';

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
const isListHead = (text: string) =>
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

/** Whether a line is a byline or a date, not a sentence. */
const isStamp = (text: string) =>
  (text.length < 100 && patternFor('bylines', bylineOf).test(text)) ||
  (text.length < 160 && date.test(text) && !/[.!?…:。]["”’)]*$/.test(text));

/** Characters of lines such as "Tags: …" below a text. */
const maxLinkLine = 100;

const isData = ({ piece: { block } }: Part) => block.kind === 'row' || block.kind === 'code';

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
const levelOf = ({ piece: { block } }: Part) => (block.kind === 'heading' ? (block.level ?? 6) : 7);

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
function withoutLists(parts: readonly Part[]): Part[] {
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

function isAside(part: Part): boolean {
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
