import { isTag, isText, Text, type Element, type ParentNode } from 'domhandler';
import { collapse } from './blocks.ts';

/** Characters of an address or number, and of the words of a link that are compared with it. */
const maxContact = 254;

/** Returns the address that Cloudflare hides from collectors: its first byte is the key of the others. */
function decodeProtected(hex: string): string {
  if (!/^[0-9a-f]{2,}$/i.test(hex) || hex.length > 4 * maxContact) return '';
  const [key = 0, ...bytes] = Buffer.from(hex, 'hex');
  const text = Buffer.from(bytes.map((byte) => byte ^ key)).toString();
  return text.includes('@') ? text : '';
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Returns the mail address or the number that a link leads to; empty for other links. */
export function contactOf(link: Element): string {
  const [, scheme, target = ''] =
    /^(mailto:|tel:(?:\/\/)?|[^?#]*\/cdn-cgi\/l\/email-protection#)([^?]*)/i.exec(
      link.attribs['href']?.trim().slice(0, 4 * maxContact) ?? '',
    ) ?? [];
  if (!scheme) return '';
  const contact = scheme.endsWith('#') ? decodeProtected(target) : collapse(decoded(target));
  return contact.length <= maxContact ? contact : '';
}

/** Returns the first characters of an element's text. */
function beginning(element: Element): string {
  const left = element.children.slice(0, maxContact);
  let text = '';
  for (let count = 0; count < maxContact && text.length < maxContact; count++) {
    const node = left.shift();
    if (!node) break;
    if (isTag(node)) left.unshift(...node.children.slice(0, maxContact));
    else if (isText(node)) text += node.data.slice(0, maxContact);
  }
  return text;
}

const digits = (text: string) => text.replace(/\D/g, '');

/** Whether a link's words say where it leads: the address, or a number, however it is written. */
const says = (words: string, contact: string) =>
  contact.includes('@')
    ? words.toLowerCase().includes(contact.toLowerCase())
    : digits(words).length >= Math.min(5, digits(contact).length);

function append(element: Element, text: string): void {
  const last = element.lastChild;
  if (last && isText(last)) {
    last.data = last.data.trimEnd() + text;
    return;
  }
  const node = new Text(text);
  node.parent = element;
  node.prev = last;
  if (last) last.next = node;
  element.children.push(node);
}

function tellContact(element: Element): void {
  const hidden = element.attribs['data-cfemail'];
  if (hidden !== undefined) {
    element.children = [];
    append(element, decodeProtected(hidden));
  }
  const contact = contactOf(element);
  const words = contact === '' ? '' : beginning(element);
  if (contact === '' || says(words, contact)) return;
  append(element, words.trim() === '' ? contact : ` (${contact})`);
}

/** Writes the addresses and numbers that only the targets of links have into their words. */
export function tellContacts(root: ParentNode): void {
  const found: Element[] = [];
  const waiting: ParentNode[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (isTag(node) && (node.name === 'a' || 'data-cfemail' in node.attribs)) found.push(node);
    for (const child of node.children) if (isTag(child)) waiting.push(child);
  }
  // Addresses in links come first.
  for (const element of found.toReversed()) tellContact(element);
}
