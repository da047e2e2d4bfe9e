/** Inline Markdown as `widget/markdown-inline.ts` reads it. */

/** Characters of inline code; longer runs are text. */
const maxCode = 300;
const maxAddress = 2000;
/** Characters of a label with its address. */
const maxLink = maxCode + maxAddress;

const code = /^(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/;
/** A label with at most one pair of brackets inside, and the address in parentheses behind it. */
const square =
  /^(!?)\[((?:[^[\]\\\n]|\\.|\[[^[\]\n]*\]){0,300})\](\([ \t]*(?![ \t])<?([^\s<>()]*(?:\([^\s()]*\)[^\s<>()]*)*)>?(?:[ \t]+(?:"[^"()\n]*"[ \t]*)?)?\))?/;
const openSquare =
  /^!?\[(?:[^[\]\\\n]|\\.|\[[^[\]\n]*\]){0,300}(?:\\|\[[^[\]\n]*|\](?:\((?:[^()\n]|\([^()\n]*\))*(?:\([^()\n]*)?)?)?$/;
const wide = /^[【［〔]([^】］〕\n]{1,60})[】］〕]/;
const openWide = /^[【［〔][^】］〕\n]{0,60}$/;
/** The same characters as in the widget. */
const address =
  /^(?:(?:https?|ftp):\/\/|www\.)(?:\([^\s<>()"'`*|[\]\\\u3000-\u303f\uff01-\uff60]*\)|[^\s<>()"'`*|[\]\\\u3000-\u303f\uff01-\uff60])*(?:\([^\s<>()"'`*|[\]\\\u3000-\u303f\uff01-\uff60]*\)|[^\s<>()"'`*|[\]\\\u3000-\u303f\uff01-\uff60.,;:!?_~])/iu;
const openAddress = /^[^\s<`\u3000-\u303f\uff01-\uff60]*$/;

/** The inline code that `text` begins with, on one line. */
export function codeAt(text: string): string | null {
  const found = code.exec(text.slice(0, maxCode + 1))?.[0];
  return found === undefined || found.length > maxCode ? null : found;
}

/** Whether text that follows decides if `text` begins with inline code. */
export const isOpenCode = (text: string) =>
  text.length <= maxCode && !text.includes('\n') && (codeAt(text) ?? text) === text;

export interface Bracket {
  label: string;
  isImage: boolean;
  /** Null: there is none. */
  address: string | null;
  /** The parentheses with the address, as they are written. */
  target: string;
  length: number;
}

/** The label that `text` begins with, in brackets of any form, with its address. */
export function bracketAt(text: string): Bracket | null {
  const plain = wide.exec(text);
  if (plain) {
    return { label: plain[1]!, isImage: false, address: null, target: '', length: plain[0].length };
  }
  const found = square.exec(text.slice(0, maxLink));
  if (!found) return null;
  const [whole, mark, label = '', target = '', url = ''] = found;
  const isImage = mark !== '';
  // `f[i](x)` is no link.
  if (/[:/.#]/.test(url)) return { label, isImage, address: url, target, length: whole.length };
  return { label, isImage, address: null, target: '', length: whole.length - target.length };
}

/** Whether text that follows decides where the bracket ends that `text` begins with. */
export const isOpenBracket = (text: string) =>
  openWide.test(text) || (text.length < maxLink && openSquare.test(text));

/** The address that `text` begins with. */
export const addressAt = (text: string) => address.exec(text.slice(0, maxAddress))?.[0] ?? null;

export const isOpenAddress = (text: string) => text.length < maxAddress && openAddress.test(text);
