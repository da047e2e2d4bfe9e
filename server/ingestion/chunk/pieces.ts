import type { Block } from '../read/blocks.ts';
import { sentences } from '../../text/sentences.ts';

interface Part {
  text: string;
  /** Index in the whole text. */
  start: number;
}

const space = /\s/;
/** Punctuation after which a text may be divided; after the wide ones also without a space. */
const pause = /[,;)—–،؛]/;
const widePause = /[、，；）。！？]/;
/** UTF-16 units of a grapheme; only artificial ones are longer. */
const maxGrapheme = 64;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Returns the last place in the second half of `size` after punctuation, else at a space. */
function endOfWord(text: string, from: number, size: number): number | null {
  let word: number | null = null;
  for (let end = from + size; end > from + size / 2; end--) {
    const last = text.charAt(end - 1);
    if (widePause.test(last)) return end;
    if (!space.test(text.charAt(end))) continue;
    if (pause.test(last)) return end;
    word ??= end;
  }
  return word;
}

/** Returns the last boundary of graphemes within `size`, at least one of code points. */
function endOfCharacter(text: string, from: number, size: number): number {
  const view = text.slice(from, from + size + maxGrapheme);
  const at = graphemes.segment(view).containing(size)?.index ?? size;
  if (at > 0) return from + at;
  const code = text.charCodeAt(from + size - 1);
  return from + size - (size > 1 && code >= 0xd800 && code < 0xdc00 ? 1 : 0);
}

/**
 * Divides a text into parts of at most `size` UTF-16 units. Only white space at their ends is removed, except
 * the indentation of the first.
 */
function* divide(text: string, size: number): Generator<Part> {
  const length = text.trimEnd().length;
  let start = 0;
  while (start < length) {
    const rest = length - start <= size;
    const end = rest ? length : (endOfWord(text, start, size) ?? endOfCharacter(text, start, size));
    const part = text.slice(start, end).trimEnd();
    if (part) yield { text: part, start };
    start = end;
    while (start < length && space.test(text.charAt(start))) start++;
  }
}

/** A sentence, list item, table row, or code; divided only if it is longer than a chunk. */
export interface Piece {
  kind: Block['kind'];
  text: string;
  /** Separator from the piece before. */
  before: '' | ' ' | '\n' | '\n\n';
  /** UTF-16 units from the start of the source. */
  offset: number;
  page: number | null;
}

export const textOf = (pieces: readonly Piece[]): string =>
  pieces.map(({ before, text }, index) => (index ? before : '') + text).join('');

/** Returns the length of `textOf`. */
export const lengthOf = (pieces: readonly Piece[]): number =>
  pieces.reduce(
    (sum, { before, text }, index) => sum + (index ? before.length : 0) + text.length,
    0,
  );

function gap(space: string): Piece['before'] {
  if (/\n\s*\n/.test(space)) return '\n\n';
  return space.includes('\n') ? '\n' : space === '' ? '' : ' ';
}

function* lines(text: string): Generator<Part> {
  let start = 0;
  for (const line of text.split('\n')) {
    yield { text: line, start };
    start += line.length + 1;
  }
}

/** Divides a block into the smallest parts. Code keeps its indentation, and stays whole if it fits. */
function partsOf({ kind, text }: Block, size: number, language: string): Iterable<Part> {
  if (kind === 'paragraph') return sentences(text, language || undefined);
  const first = text.length - text.trimStart().length;
  const start = kind === 'code' ? text.lastIndexOf('\n', first) + 1 : first;
  const whole = text.slice(start).trimEnd();
  return kind === 'code' && whole.length > size ? lines(text) : [{ text: whole, start }];
}

/** Returns the pieces of a block. @param size maximum of characters @param language BCP 47 or empty */
export function piecesOf(block: Block, offset: number, size: number, language: string): Piece[] {
  const { kind, text, page = null, continues = false } = block;
  const pieces: Piece[] = [];
  let end = 0;
  for (const part of partsOf(block, size, language)) {
    for (const bit of divide(part.text, size)) {
      const start = part.start + bit.start;
      const first = continues || kind === 'item' || kind === 'row' ? '\n' : '\n\n';
      const before = pieces.length === 0 ? first : gap(text.slice(end, start));
      pieces.push({ kind, text: bit.text, before, offset: offset + start, page });
      end = start + bit.text.length;
    }
  }
  return pieces;
}

const endsSentence = /[.!?…:;。！？؟।॥።։]["'”’»」』)\]]*$/;
const startsLower = /^\p{Ll}/u;
const startsWithoutCase = /^\p{Lo}/u;

/** Whether a sentence continues on the next page, judged by the two ends. */
function goesOn(last: Piece, next: Piece): boolean {
  if (last.kind !== 'paragraph' || next.kind !== 'paragraph') return false;
  if (last.page === next.page || endsSentence.test(last.text)) return false;
  return startsLower.test(next.text) || startsWithoutCase.test(next.text);
}

/** Returns `pieces`; if the first continues `last` over a page break, it is appended to `last`. */
export function joinOverPages(last: Piece | undefined, pieces: Piece[], size: number): Piece[] {
  const [next, ...rest] = pieces;
  if (!last || !next || !goesOn(last, next)) return pieces;
  const between = startsWithoutCase.test(next.text) ? '' : ' ';
  const text = last.text + between + next.text;
  if (text.length > size) return pieces;
  last.text = text;
  return rest;
}
