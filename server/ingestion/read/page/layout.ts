import { isText, type Element, type ParentNode } from 'domhandler';
import { isHandle } from '../html.ts';
import { childElements } from './measure.ts';

/** Ids of what buttons, tabs and links in headings open. */
export function openedIds(root: ParentNode): Set<string> {
  const ids = new Set<string>();
  const look = (element: Element) => {
    const { attribs } = element;
    const named = attribs['aria-controls'] ?? attribs['data-bs-target'] ?? attribs['data-target'];
    for (const id of named?.split(/\s+/) ?? []) ids.add(id.replace(/^#/, ''));
    if (isHandle(element)) ids.add(attribs['href']!.slice(1));
    childElements(element).forEach(look);
  };
  childElements(root).forEach(look);
  return ids;
}

/** Characters; longer than what a cell of data says. */
const longCell = 500;

/** Whether a table arranges a page: its cells have names for data, and all sorts of things otherwise. */
export function isLayout(table: Element): boolean {
  if (/^(none|presentation)$/.test(table.attribs['role'] ?? '')) return true;
  let arranges = false;
  let hasNames = false;
  const length = (element: Element): number => {
    if (element.name === 'th') hasNames = true;
    if (/^(h[1-6]|table|pre|article|section)$/.test(element.name)) arranges = true;
    let sum = 0;
    for (const child of element.children) if (isText(child)) sum += child.data.trim().length;
    for (const child of childElements(element)) if (!arranges && !hasNames) sum += length(child);
    if (element.name === 'td' && sum > longCell) arranges = true;
    return sum;
  };
  childElements(table).forEach(length);
  return arranges && !hasNames;
}
