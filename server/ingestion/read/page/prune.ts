import { isTag, type Element, type ParentNode } from 'domhandler';
import { boilerplateKind, type Boilerplate } from './boilerplate.ts';
import { childElements, type Measured, type Sums } from './measure.ts';

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
