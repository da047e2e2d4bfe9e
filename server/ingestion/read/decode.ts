import { isUtf8 } from 'node:buffer';
import { failure } from '../failures.ts';
import { countMatches } from './blocks.ts';
import { legacyEncoding } from './legacy-encoding.ts';

/** Byte order marks; the longer ones first, because that of UTF-16 begins that of UTF-32. */
const marks: [encoding: string, mark: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

const markOf = (bytes: Uint8Array) =>
  marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0];

/** Decodes UTF-32 behind its mark; TextDecoder does not support it. */
function decodeUtf32(bytes: Uint8Array, isLittle: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const characters: string[] = [];
  for (let at = 4; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, isLittle);
    characters.push(code < 0x110000 ? String.fromCodePoint(code) : '\ufffd');
  }
  return characters.join('').toWellFormed();
}

/** Recognises UTF-16 by the zeros of its ASCII characters, all at even or all at odd places. */
function utf16WithoutMark(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const zeros: [even: number, odd: number] = [0, 0];
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 0) zeros[at % 2 ? 1 : 0]++;
  const [even, odd] = zeros;
  const max = Math.max(even, odd);
  if (bytes.length % 2 || max === 0 || max < 10 * Math.min(even, odd)) return null;
  // Few zeros in valid UTF-8 are stray ones; in other bytes, the script has little ASCII.
  if (max < bytes.length / 10 && isUtf8(bytes)) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** Decodes UTF-8 with at most a few broken characters; null for other encodings. */
function decodeUtf8(bytes: Uint8Array): string | null {
  const text = new TextDecoder('utf-8').decode(bytes);
  const broken = countMatches(text, /\ufffd/g);
  if (broken === 0) return text;
  return countMatches(text, /[^\0-\u007f\ufffd]/gu) >= broken * 4 ? text : null;
}

function decode(bytes: Uint8Array): string {
  const mark = markOf(bytes);
  if (mark?.startsWith('utf-32')) return decodeUtf32(bytes, mark === 'utf-32le');
  const encoding = mark ?? utf16WithoutMark(bytes);
  if (encoding) return new TextDecoder(encoding).decode(bytes);
  const text = decodeUtf8(bytes);
  if (text === null) return new TextDecoder(legacyEncoding(bytes)).decode(bytes);
  // ISO-2022-JP is ASCII with escapes that switch to Japanese.
  return text.includes('\x1b$') ? new TextDecoder('iso-2022-jp').decode(bytes) : text;
}

/** Control, unassigned and replacement characters. */
const meaningless = /(?!\s)[\p{Cc}\p{Cn}\ufffd]/gu;

/**
 * Decodes a file of unknown encoding.
 *
 * @throws AppError `unsupported_type` if it is not text
 */
export function decodeText(bytes: Uint8Array): string {
  const text = decode(bytes);
  if (countMatches(text, meaningless) > 1 + text.length / 100) throw failure('not_text');
  return text.replace(/(?!\s)\p{Cc}/gu, '');
}

/** Returns the decoder of a label of the Encoding Standard; null for other labels. */
function decoderOf(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label.trim());
  } catch {
    return null;
  }
}

const labelIn = (text: string) => /charset\s*=\s*(?:["']\s*)?([^\s"'/>;]+)/i.exec(text)?.[1] ?? '';

/** Bytes; browsers search 1,024, but some pages begin with long scripts. */
const searched = 8192;

/** Returns the label in a page's XML declaration or meta element; may be empty. */
function declaredLabel(bytes: Uint8Array): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, searched));
  const xml = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)["']/i.exec(start)?.[1];
  const metas = start.replace(/<!--[\s\S]*?(-->|$)/g, '').match(/<meta\s[^>]*>?/gi) ?? [];
  const labels = metas.map((meta) => {
    if (/http-equiv\s*=\s*["']?content-type/i.test(meta)) return labelIn(meta);
    // The word `charset` in other content attributes means nothing.
    const attribute = /\s(charset\s*=.*)/is.exec(
      meta.replace(/content\s*=\s*("[^"]*"|'[^']*')/i, ''),
    );
    return labelIn(attribute?.[1] ?? '');
  });
  const label = labels.find((found) => decoderOf(found)) ?? xml ?? '';
  // A declaration that is readable as ASCII is not in UTF-16.
  return /^utf-?16/i.test(label) ? 'utf-8' : label;
}

/**
 * Decodes an HTML page by mark, header and declaration, in the order of the HTML Standard (13.2.3.2);
 * without any of them, like plain text.
 */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  for (const label of [markOf(bytes) ?? '', labelIn(contentType), declaredLabel(bytes)]) {
    const decoder = label && decoderOf(label);
    if (decoder) return decoder.decode(bytes);
  }
  return decodeText(bytes);
}
