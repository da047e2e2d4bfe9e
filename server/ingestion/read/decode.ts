import { isUtf8 } from 'node:buffer';
import { AppError } from '../../errors/app-error.ts';
import { legacyEncoding } from './legacy-encoding.ts';

const marks: [encoding: string, mark: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The Encoding Standard has left it out. */
function decodeUtf32(bytes: Uint8Array, isLittle: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const characters: string[] = [];
  for (let at = 4; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, isLittle);
    characters.push(code < 0x110000 ? String.fromCodePoint(code) : '\ufffd');
  }
  return characters.join('').toWellFormed();
}

/** UTF-16 has the zeros of its ASCII characters all on one side; null if these bytes have not. */
function utf16Side(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const zeros: [even: number, odd: number] = [0, 0];
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 0) zeros[at % 2 ? 1 : 0]++;
  const [even, odd] = zeros;
  const most = Math.max(even, odd);
  if (bytes.length % 2 || most === 0 || most < 10 * Math.min(even, odd)) return null;
  // Few zeros are stray ones, unless it is a script of which ASCII is a small part.
  if (most < bytes.length / 10 && isUtf8(bytes)) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** As UTF-8 if it is that, but for a few broken characters; null if not. */
function decodeUtf8(bytes: Uint8Array): string | null {
  const text = new TextDecoder('utf-8').decode(bytes);
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  if (broken === 0) return text;
  const whole = text.match(/[^\0-\u007f\ufffd]/gu)?.length ?? 0;
  return whole >= broken * 4 ? text : null;
}

function decode(bytes: Uint8Array): string {
  const marked = marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0];
  if (marked?.startsWith('utf-32')) return decodeUtf32(bytes, marked === 'utf-32le');
  if (marked) return new TextDecoder(marked).decode(bytes);
  const side = utf16Side(bytes);
  if (side) return new TextDecoder(side).decode(bytes);
  const text = decodeUtf8(bytes);
  if (text === null) return new TextDecoder(legacyEncoding(bytes)).decode(bytes);
  // ISO-2022-JP switches to Japanese by an escape, and has no byte that is not ASCII.
  return text.includes('\x1b$') ? new TextDecoder('iso-2022-jp').decode(bytes) : text;
}

/** No text has these but by accident. */
const broken = /(?!\s)[\p{Cc}\p{Cn}\ufffd]/gu;

/**
 * The text of a file whose encoding nobody has told.
 *
 * @throws AppError `unsupported_type` when it is none
 */
export function decodeText(bytes: Uint8Array): string {
  const text = decode(bytes);
  const count = text.match(broken)?.length ?? 0;
  if (count > 1 + text.length / 100) {
    throw new AppError('unsupported_type', { message: 'This file does not contain text.' });
  }
  return text.replace(/(?!\s)\p{Cc}/gu, '');
}

/** A decoder for a name that the Encoding Standard knows; null for others. */
function decoder(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label.trim());
  } catch {
    return null;
  }
}

function markOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : '';
}

const labelIn = (text: string) => /charset\s*=\s*(?:["']\s*)?([^\s"'/>;]+)/i.exec(text)?.[1] ?? '';

/** Browsers look at the first 1,024 bytes; what comes before may be long scripts. */
const searched = 8192;

/** What the page itself says, in an XML declaration or a meta element. */
function declared(bytes: Uint8Array): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, searched));
  const xml = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)["']/i.exec(start)?.[1];
  const metas = start.replace(/<!--[\s\S]*?(-->|$)/g, '').match(/<meta\s[^>]*>?/gi) ?? [];
  const labels = metas.map((meta) => {
    if (/http-equiv\s*=\s*["']?content-type/i.test(meta)) return labelIn(meta);
    // In other elements' content the word means nothing.
    const attribute = /\s(charset\s*=.*)/is.exec(
      meta.replace(/content\s*=\s*("[^"]*"|'[^']*')/i, ''),
    );
    return labelIn(attribute?.[1] ?? '');
  });
  const label = labels.find((found) => decoder(found)) ?? xml ?? '';
  // Who could read this far has no UTF-16 before them.
  return /^utf-?16/i.test(label) ? 'utf-8' : label;
}

/**
 * Text of an HTML page, by mark, header and declaration, in the order of the HTML Standard
 * (13.2.3.2); a page that says nothing is read as plain text is.
 */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  for (const label of [markOf(bytes), labelIn(contentType), declared(bytes)]) {
    const found = label && decoder(label);
    if (found) return found.decode(bytes);
  }
  return decodeText(bytes);
}
