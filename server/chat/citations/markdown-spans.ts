import { closers } from './citation-marks.ts';

/** Of a label, of inline code: beyond it, brackets and backticks are taken to be text. */
const longestSpan = 300;
const longestAddress = 2000;
const longestMark = 60;

const destination =
  /^\([ \t]*(?![ \t])<?([^\s<>()]*(?:\([^\s()]*\)[^\s<>()]*)*)>?(?:[ \t]+(?:"[^"\n]*"[ \t]*)?)?\)/;
const beginsDestination = /^\([ \t]*(?![ \t])<?[^\s<>]*>?(?:[ \t]+(?:"[^"\n]*(?:"[ \t]*)?)?)?$/;

/** Null: there is none; `more`: what follows decides. */
type AddressRead = { address: string } | 'more' | null;

/** The same characters as in the widget: what would be linked there. */
const address =
  /^(?:(?:https?|ftp):\/\/|www\.)(?:\([^\s()]*\)|[^\s<>()"'`*|[\]\u3000-\u303f\uff01-\uff60])*(?:\([^\s()]*\)|[^\s<>()"'`*|[\]\u3000-\u303f\uff01-\uff60.,;:!?_~])/iu;
const unendedAddress = /^[^\s<`\u3000-\u303f\uff01-\uff60]*$/;
const insideAngles = /^(?:[a-z][a-z0-9+.-]*(?:$|:[^\s<]*))?$/i;

/** The address that `text` begins with. */
export function addressAt(text: string, isEnd: boolean): AddressRead {
  if (!isEnd && text.length < longestAddress && unendedAddress.test(text)) return 'more';
  const found = address.exec(text.slice(0, longestAddress));
  return found && { address: found[0] };
}

/** The address in angle brackets that `text` begins with. */
export function autolinkAt(text: string, isEnd: boolean): AddressRead {
  const near = text.slice(0, longestAddress);
  const end = near.indexOf('>');
  const inside = near.slice(1, end < 0 ? undefined : end);
  if (!insideAngles.test(inside)) return null;
  if (end < 0) return isEnd || near.length === longestAddress ? null : 'more';
  return inside.includes(':') ? { address: inside } : null;
}

/** Of the code that begins at `at`; null when it does not end on its line. */
export function codeLength(text: string, at: number, isEnd: boolean): number | 'more' | null {
  const run = /`+/y;
  run.lastIndex = at;
  const ticks = run.exec(text)![0];
  const near = text.slice(at, at + longestSpan + 1);
  const lineEnd = near.indexOf('\n');
  const line = near.slice(0, lineEnd < 0 ? undefined : lineEnd);
  const more = lineEnd < 0 && !isEnd && near.length <= longestSpan;
  for (const { 0: found, index } of line.matchAll(/`+/g)) {
    const ends = index + found.length;
    if (ends > longestSpan) return null;
    if (index === 0 || found.length !== ticks.length) continue;
    // It may be longer than what has come of it.
    return more && ends === line.length ? 'more' : ends;
  }
  return more ? 'more' : null;
}

/** Where the bracket that opens at `at` is closed. */
export function closeOf(text: string, at: number, isEnd: boolean): number | 'more' | null {
  const open = text[at]!;
  const close = closers[open]!;
  const longest = open === '[' ? longestSpan : longestMark;
  let depth = 0;
  for (let index = at; index < text.length; index++) {
    const character = text[index]!;
    if (character === '\n' || index - at > longest) return null;
    if (character === '\\') index++;
    else if (character === '`') {
      const length = codeLength(text, index, isEnd);
      if (length === 'more') return 'more';
      const ticks = /^`+/.exec(text.slice(index))![0].length;
      index += (length ?? ticks) - 1;
    } else if (character === open) depth++;
    else if (character === close && --depth === 0) return index;
  }
  return isEnd ? null : 'more';
}

/** The `(…)` behind a label, if it holds what may be an address. */
export function linkAt(
  text: string,
  at: number,
  isEnd: boolean,
): { length: number; address: string } | 'more' | null {
  if (at >= text.length) return isEnd ? null : 'more';
  if (text[at] !== '(') return null;
  const rest = text.slice(at, at + longestAddress);
  const found = destination.exec(rest);
  if (found)
    return /[:/.#]/.test(found[1]!) ? { length: found[0].length, address: found[1]! } : null;
  return !isEnd && rest.length < longestAddress && beginsDestination.test(rest) ? 'more' : null;
}
