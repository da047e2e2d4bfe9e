import { titleOf } from '../source-title.ts';
import type { Message } from '../state.ts';
import type { Strings } from '../strings.ts';

/** Text of an answer as it is read out: without numbers of sources, and with a blank between its blocks. */
export function textOf(node: Element): string {
  const copy = node.cloneNode(true) as Element;
  for (const part of copy.querySelectorAll('sup,button,.spoken')) part.remove();
  for (const block of copy.querySelectorAll('p,h3,li,tr,td,th,pre,br')) block.after(' ');
  return (copy.textContent ?? '').replaceAll('\u2060', '').replace(/\s+/g, ' ').trim();
}

/** Read out behind an answer that only points to pages. */
export const closestTitles = ({ closest }: Message, strings: Strings): string[] =>
  closest.length > 0 ? [`${strings.closest}: ${closest.map(titleOf).join('; ')}`] : [];
