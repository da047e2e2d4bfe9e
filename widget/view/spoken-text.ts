import { fill } from '../dom.ts';
import { isQuotation } from '../quotation.ts';
import { titleOf } from '../source-title.ts';
import type { Message, ToolUse } from '../state.ts';
import type { Strings } from '../strings.ts';

/** Long answers are read in the log; the announcement says enough to know that one came. */
const longest = 1500;

/** Ends of sentences in the scripts of the world, also inside of a closing sign. */
const sentenceEnd = /[.!?:;…。！？：；؟۔।][)"'”’»」]*$/;

/** Text of an answer as it is read out: without numbers of sources, each block a sentence, each cell with a comma. */
export function textOf(node: Element): string {
  const copy = node.cloneNode(true) as Element;
  const silent = 'sup,button,.code-header,.spoken,.crumb,.row';
  for (const part of copy.querySelectorAll(silent)) part.remove();
  for (const cell of copy.querySelectorAll(':is(th,td):not(:last-child)')) cell.append(', ');
  for (const block of copy.querySelectorAll('p,h3,h4,ul,ol,li,tr,pre,br')) {
    block.before('\n');
    block.after('\n');
  }
  return (copy.textContent ?? '')
    .replaceAll('\u2060', '')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .map((line) => (sentenceEnd.test(line) ? line : `${line}.`))
    .join(' ');
}

/** Ends with a sentence where the text is too long. */
function shortened(text: string): string {
  if (text.length <= longest) return text;
  const part = text.slice(0, longest);
  const end = part.search(/[.!?。！？؟।][^.!?。！？؟।]*$/);
  return end < 0 ? part : part.slice(0, end + 1);
}

/** The caption of the pages below an answer. */
export const closestCaption = (message: Message, strings: Strings): string =>
  isQuotation(message) ? strings.more_pages : strings.closest;

/** Read out behind an answer with pages below it. */
const closestTitles = (message: Message, strings: Strings): string[] => {
  const titles = message.closest.map(titleOf).join('; ');
  return titles ? [`${closestCaption(message, strings)}: ${titles}`] : [];
};

/** Returns the words for somebody who waits for the last answer of a log without looking. */
export function announcementOf(last: Message, log: HTMLElement, strings: Strings): string {
  const { status } = last;
  if (status === 'stopped') return strings.stopped;
  const isFailed = status === 'failed';
  const said = [...log.querySelectorAll(isFailed ? ':is(.error,.note)' : '.bubble')].at(-1);
  const parts = isFailed ? [...(said?.querySelectorAll('p') ?? [])] : [said];
  const texts = parts.map((node) => node && textOf(node));
  const text = shortened(texts.filter(Boolean).join(' '));
  const whole = [text, ...closestTitles(last, strings)].join(' ').trim();
  return isFailed ? whole : fill(strings.answered, whole);
}

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
