import { isTag, type Element, type ParentNode } from 'domhandler';
import { furniture } from './furniture.ts';
import { childElements, type Measured } from './measure.ts';

/** Calls itself for what is inside, unless `visit` says that this is done with. */
function walk(root: ParentNode, visit: (element: Element) => boolean): void {
  for (const element of childElements(root)) if (!visit(element)) walk(element, visit);
}

/** What is written beside a picture is about the picture. */
function isCaption(element: Element, sums: Measured): boolean {
  const { name, parent } = element;
  const { images, data, quotes, weight, blocks } = sums.get(element)!;
  if (name === 'figcaption') return !(parent && isTag(parent) && sums.get(parent)!.data > 0);
  if (name === 'figure') return images > 0 && data + quotes === 0;
  return (
    name === 'div' && images > 0 && blocks === 0 && weight < 250 && sums.get(null)!.prose > 1000
  );
}

/** Adds two and more elements beside each other that each name another page. */
function dropTeasers(root: ParentNode, sums: Measured, dropped: Set<Element>): void {
  const shown = childElements(root).filter(
    (element) => !dropped.has(element) && sums.get(element)!.weight > 0,
  );
  const teasers = shown.filter((element) => {
    const { weight, titled, linkedHeadings } = sums.get(element)!;
    return weight < 800 && !titled && linkedHeadings > 0 && !/^h[1-6]$/.test(element.name);
  });
  if (teasers.length >= 2) for (const teaser of teasers) dropped.add(teaser);
  for (const element of shown) if (!dropped.has(element)) dropTeasers(element, sums, dropped);
}

/**
 * Elements that are not the text of a page with one text, or not among those of a page with several:
 * by what they are called, unless they hold what they should not; captions; teasers of other pages.
 */
export function prune(root: ParentNode, sums: Measured, texts: 'one' | 'several'): Set<Element> {
  const dropped = new Set<Element>();
  const all = sums.get(null)!.prose;
  let discussed = 0;
  walk(root, (element) => {
    const { prose, titled, weight } = sums.get(element)!;
    if (weight === 0) return true;
    if (titled || prose >= 0.9 * all || furniture(element) !== 'discussion') return false;
    dropped.add(element);
    discussed += prose;
    return true;
  });
  const rest = all - discussed;
  walk(root, (element) => {
    if (dropped.has(element)) return true;
    const { weight, linked, prose, body, titled, quotes } = sums.get(element)!;
    if (weight === 0) return true;
    const called = furniture(element);
    // Posts of social networks are quoted in elements that are named after those.
    const quotation = quotes > 0 && linked < weight / 2;
    const isText = titled || prose >= 0.4 * rest || body >= 0.3 * rest || quotation;
    const isAround = !isText && (called === 'frame' || (called === 'around' && texts === 'one'));
    if (isAround || isCaption(element, sums)) dropped.add(element);
    return dropped.has(element) || element.name === 'blockquote';
  });
  if (texts === 'one') dropTeasers(root, sums, dropped);
  return dropped;
}
