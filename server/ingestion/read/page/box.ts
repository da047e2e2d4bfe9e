import type { Element, ParentNode } from 'domhandler';
import { isBody, isMain } from './furniture.ts';
import { childElements, type Part } from './measure.ts';

/** What a part of something else says against being in the text, in characters. */
const against = ({ weight }: Part) => Math.min(60, weight);

/** What a part says for being in the text. */
function worth(part: Part): number {
  const { weight, piece } = part;
  const { block, linked } = piece;
  if (linked > block.text.length / 2) return -against(part);
  if (block.kind === 'row' || block.kind === 'code') return 0.6 * weight;
  return weight - linked >= 80 ? weight : 0.3 * weight;
}

/** How much more an element's text is trusted to be the page's. */
function trust(element: Element, kind: 'text' | 'product'): number {
  // Much about a product stands beside what a shop calls its content.
  if (isBody(element) && kind === 'text') return 1.5;
  return isMain(element) ? 1.2 : 1;
}

/**
 * The element whose parts together are worth most; null for the whole page.
 *
 * `above`: the parts above the headline, which are not the text's.
 */
export function textBox(
  root: ParentNode,
  own: ReadonlyMap<Element | null, Part[]>,
  dropped: ReadonlySet<Element>,
  above: ReadonlySet<Part>,
  kind: 'text' | 'product',
): Element | null {
  let best: Element | null = null;
  let most = -Infinity;
  const add = (node: ParentNode, element: Element | null): number => {
    let sum = 0;
    for (const part of own.get(element) ?? [])
      sum += above.has(part) ? -against(part) : worth(part);
    for (const child of childElements(node)) if (!dropped.has(child)) sum += add(child, child);
    const trusted = sum * (element ? trust(element, kind) : 1);
    if (trusted > most) {
      most = trusted;
      best = element;
    }
    return sum;
  };
  add(root, null);
  return best;
}
