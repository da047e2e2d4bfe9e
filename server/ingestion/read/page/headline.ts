import { isTag, type Element } from 'domhandler';
import { isHead } from './furniture.ts';
import { proseOf, type Part } from './measure.ts';

/** Words alone, for comparison. */
export const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Finds the heading, of those in a list, that says best what the page says of itself; -1 if none. */
export function findHeadline(headings: readonly string[], titles: readonly string[]): number {
  const said = headings.map(plain);
  const called = titles.map((title) => plain(title.slice(0, 500)));
  const exact = said.findIndex((heading) => heading.length > 3 && called.includes(heading));
  if (exact >= 0) return exact;
  const isPart = (one: string, other: string) => one.length > 15 && other.includes(one);
  return said.findIndex((heading) =>
    called.some((title) => isPart(heading, title) || isPart(title, heading)),
  );
}

/** Index of the heading that the page is named after, or -1. */
export function headlineAt(parts: readonly Part[], titles: readonly string[]): number {
  const blocks = parts.map(({ piece }) => piece.block);
  const says = (lowest: number) =>
    findHeadline(
      blocks.map(({ level = 7, text }) => (level <= lowest ? text : '')),
      titles,
    );
  const first = blocks.findIndex(({ level }) => level === 1);
  const only = first === blocks.findLastIndex(({ level }) => level === 1) ? first : -1;
  const at = [says(1), says(3), only].find((index) => index >= 0) ?? -1;
  // A heading with the text above it is not the text's.
  return proseOf(parts.slice(0, Math.max(0, at))) > proseOf(parts) / 2 ? -1 : at;
}

/** The headline, or the largest element named after it that `isSmall` beside the text in `box`. */
export function headOf(
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
