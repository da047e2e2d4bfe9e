import { fill } from '../dom.ts';
import { isQuotation } from '../quotation.ts';
import { titleOf } from '../source-title.ts';
import type { Message, ToolUse } from '../state.ts';
import type { Strings } from '../strings.ts';

/** Text of an answer as it is read out: without numbers of sources, and with a blank between its blocks. */
export function textOf(node: Element): string {
  const copy = node.cloneNode(true) as Element;
  for (const part of copy.querySelectorAll('sup,button,.spoken,.crumb,.row')) part.remove();
  for (const block of copy.querySelectorAll('p,h3,li,tr,td,th,pre,br')) block.after(' ');
  return (copy.textContent ?? '').replaceAll('\u2060', '').replace(/\s+/g, ' ').trim();
}

/** The caption of the pages below an answer. */
export const closestCaption = (message: Message, strings: Strings): string =>
  isQuotation(message) ? strings.more_pages : strings.closest;

/** Read out behind an answer with pages below it. */
export const closestTitles = (message: Message, strings: Strings): string[] => {
  const titles = message.closest.map(titleOf).join('; ');
  return titles ? [`${closestCaption(message, strings)}: ${titles}`] : [];
};

export const toolText = ({ label, state }: ToolUse, strings: Strings): string =>
  fill(strings[`tool_${state}`], label);

/**
 * Returns a function that tells what is new of an answer since it was asked last: that it waits for others, and what has
 * become of its tools, each once.
 */
export function newsOf(strings: Strings) {
  const said = new Map<string, string>();
  const once = (name: string, text: string): string[] => {
    if (said.get(name) === text) return [];
    said.set(name, text);
    return [text];
  };
  return ({ key, tools, stage }: Message): string[] => [
    ...(stage?.stage === 'waiting' ? once(`${key}`, strings.waiting) : []),
    ...tools.flatMap((tool) => once(`${key} ${tool.id}`, toolText(tool, strings))),
  ];
}
