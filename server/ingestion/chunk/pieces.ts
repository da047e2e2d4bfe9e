import type { Block } from '../read/blocks.ts';
import { divide, type Part } from './divide.ts';
import { sentences } from '../../text/sentences.ts';

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
