import { isTerminated, rowText, type Block } from './read/blocks.ts';
import { isQuestion as asks, sentences } from '../text/sentences.ts';
import type { NewChunk } from '../storage/chunks.ts';

const headingSeparator = ' › ';

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

/** Divides a row between its cells; each further part begins with the first one, which names the row. */
function* cells(text: string, size: number): Generator<Part> {
  const [name = '', ...others] = text.split('; ');
  const lead = name.length * 4 <= size ? `${name}; ` : '';
  let part = { text: name, start: 0 };
  let start = name.length + 2;
  for (const cell of others) {
    if (part.text.length + 2 + cell.length > size) {
      yield part;
      part = { text: lead + cell, start };
    } else part.text += `; ${cell}`;
    start += cell.length + 2;
  }
  yield part;
}

/** Divides a block into the smallest parts. Code keeps its indentation, and stays whole if it fits. */
function partsOf({ kind, text }: Block, size: number, language: string): Iterable<Part> {
  if (kind === 'paragraph') return sentences(text, language || undefined);
  const first = text.length - text.trimStart().length;
  const start = kind === 'code' ? text.lastIndexOf('\n', first) + 1 : first;
  const whole = text.slice(start).trimEnd();
  if (kind === 'code' && whole.length > size) return lines(text);
  return kind === 'row' && whole.length > size ? cells(text, size) : [{ text: whole, start }];
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
      const isNew = pieces.length === 0 || kind === 'row';
      const before = isNew ? first : gap(text.slice(end, start));
      pieces.push({ kind, text: bit.text, before, offset: offset + start, page });
      end = start + bit.text.length;
    }
  }
  return pieces;
}

const startsLower = /^\p{Ll}/u;
const startsWithoutCase = /^\p{Lo}/u;

/** Whether a sentence continues on the next page, judged by the two ends. */
function goesOn(last: Piece, next: Piece): boolean {
  if (last.kind !== 'paragraph' || next.kind !== 'paragraph') return false;
  if (last.page === next.page || isTerminated(last.text)) return false;
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

/** Characters of a heading that names one short line, and of the line. */
const maxName = 60;
const maxLine = 100;
/** So many in a row are a list. */
const minLines = 3;

const isLine = (block: Block | undefined): block is Block =>
  block?.kind === 'paragraph' &&
  block.level === undefined &&
  block.text.length <= maxLine &&
  !isTerminated(block.text) &&
  !isQuestion(block);

/** Returns how many headings of one level with one short line each begin at `start`. */
function shortSections(blocks: readonly Block[], start: number): number {
  const { level } = blocks[start]!;
  let count = 0;
  for (let at = start; ; at += 2) {
    const [heading, line] = blocks.slice(at, at + 2);
    const isOne =
      heading?.kind === 'heading' &&
      heading.level === level &&
      heading.text.length <= maxName &&
      !isTerminated(heading.text) &&
      isLine(line);
    if (!isOne) return count;
    count++;
  }
}

/** Returns the rows of sections with one short line each; the first ends the section before. */
const rowsOf = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((heading, at): Block[] => {
    if (at % 2 > 0) return [];
    const { level = 1, text } = heading;
    const line = blocks[at + 1]!;
    const ends = at === 0 && { level };
    return [{ ...line, kind: 'row', text: rowText([text, line.text], []), ...ends }];
  });

/** Returns the paragraphs as one if they are a list: most have a number, and none has several lines. */
function linesOf(lines: readonly Block[]): Block[] {
  const numbered = lines.filter(({ text }) => /\p{N}/u.test(text)).length;
  const isList = lines.length >= minLines && numbered > lines.length / 2;
  if (!isList || lines.some(({ continues }) => continues)) return [...lines];
  return lines.map((line, at) => (at > 0 ? { ...line, continues: true } : line));
}

/**
 * Reads lists that are made of headings or of paragraphs as lists: hours with a heading for each day as rows, and
 * a paragraph for each day as the lines of one paragraph.
 */
export function withLists(blocks: readonly Block[]): Block[] {
  const result: Block[] = [];
  let at = 0;
  while (at < blocks.length) {
    const sections = shortSections(blocks, at);
    let end = at;
    while (isLine(blocks[end])) end++;
    const found =
      sections >= minLines
        ? rowsOf(blocks.slice(at, (end = at + 2 * sections)))
        : linesOf(blocks.slice(at, (end = Math.max(end, at + 1))));
    for (const block of found) result.push(block);
    at = end;
  }
  return result;
}

/** Characters; a longer text that ends in a question is a paragraph. */
const maxQuestion = 200;
/** Questions of a section from which on it is a list of questions and answers. */
const minQuestions = 2;
/** Highest number of blocks before the first question. */
const maxIntroduction = 2;

/** Whether a block is one question, such as a line of an FAQ. */
export const isQuestion = ({ kind, text }: Pick<Block, 'kind' | 'text'>) =>
  (kind === 'paragraph' || kind === 'item') && text.length <= maxQuestion && asks(text);

/** Returns the indexes of a section's questions that have an answer, if it is a list of those. */
function answeredQuestions(blocks: readonly Block[], start: number, end: number): number[] {
  const found: number[] = [];
  for (let index = start; index < end - 1; index++) {
    if (isQuestion(blocks[index]!) && !isQuestion(blocks[index + 1]!)) found.push(index);
  }
  const isList = found.length >= minQuestions && found[0]! - start <= maxIntroduction;
  return isList ? found : [];
}

/** Turns the questions of FAQs into headings of their answers, so that the two are never separated. */
export function withQuestionsAsHeadings(blocks: readonly Block[]): Block[] {
  const result = [...blocks];
  let start = 0;
  let level = 0;
  const close = (end: number) => {
    for (const index of answeredQuestions(blocks, start, end)) {
      result[index] = { ...blocks[index]!, kind: 'heading', level: level + 1 };
    }
  };
  for (const [index, block] of blocks.entries()) {
    const isHeading = block.kind === 'heading';
    if (!isHeading && block.level === undefined) continue;
    close(index);
    start = isHeading ? index + 1 : index;
    level = isHeading ? (block.level ?? 1) : block.level! - 1;
  }
  close(blocks.length);
  return result;
}

/** Characters. */
interface Sizes {
  size: number;
  overlap: number;
  minimum: number;
}

/** Returns the last pieces, at most `max` characters, but never all: the overlap would be a copy. */
function tail(pieces: readonly Piece[], max: number): Piece[] {
  let start = pieces.length;
  let length = 0;
  while (start > 1) {
    const added = (pieces[start - 1]?.text.length ?? 0) + (pieces[start]?.before.length ?? 0);
    if (length + added > max) break;
    length += added;
    start--;
  }
  return pieces.slice(start);
}

/** Whether a piece introduces the next: "Please bring:" a list, a question of its own its answer. */
const leadsIn = (piece: Piece | undefined, next: Piece) =>
  piece?.kind === 'paragraph' &&
  (next.kind === 'paragraph'
    ? next.before === '\n\n' && piece.before === '\n\n' && isQuestion(piece)
    : /[:：]$/.test(piece.text));

/** Moves pieces from the end of `full` until `last` has `minimum` characters. */
function balance(full: Piece[], last: Piece[], { size, minimum }: Sizes): void {
  const isOverlap = full.at(-1) === last[0];
  while (!isOverlap && full.length > 1 && lengthOf(last) < minimum) {
    const moved = full.slice(-1);
    if (lengthOf([...moved, ...last]) > size || lengthOf(full.slice(0, -1)) < minimum) return;
    last.unshift(...moved);
    full.pop();
  }
}

/** Fills chunks up to `size`; each begins with the end of the one before (`overlap`). */
function pack(pieces: readonly Piece[], sizes: Sizes): Piece[][] {
  const { size, overlap } = sizes;
  const packed: Piece[][] = [];
  let current: Piece[] = [];
  let length = 0;
  for (const piece of pieces) {
    const added = piece.before.length + piece.text.length;
    if (current.length > 0 && length + added > size) {
      const led = current.length > 1 && leadsIn(current.at(-1), piece) ? current.slice(-1) : [];
      const moved = lengthOf([...led, piece]) <= size ? led : [];
      const full = current.slice(0, current.length - moved.length);
      packed.push(full);
      const max = Math.min(overlap, size - lengthOf([...moved, piece]) - 2);
      current = [...tail(full, max), ...moved];
      length = lengthOf(current);
    }
    length += current.length > 0 ? added : piece.text.length;
    current.push(piece);
  }
  const last = packed.at(-1);
  if (last) balance(last, current, sizes);
  if (current.length > 0) packed.push(current);
  return packed;
}

export interface ChunkOptions extends Sizes {
  /** BCP 47; empty when unknown. */
  language: string;
}

interface Section {
  headingPath: string;
  pieces: Piece[];
  heading?: { block: Block; level: number; offset: number };
}

/** Length of the column. */
const maxPath = 500;

/** Turns a heading into text if neither text nor a deeper heading follows it. */
function closeSection(
  { heading, pieces }: Section,
  nextLevel: number,
  { size, language }: ChunkOptions,
): void {
  if (!heading || pieces.length > 0 || heading.level < nextLevel) return;
  for (const piece of piecesOf(heading.block, heading.offset, size, language)) pieces.push(piece);
}

/** Divides blocks into sections, which begin at headings and pages. */
function sectionsOf(blocks: readonly Block[], options: ChunkOptions): Section[] {
  const { size, language } = options;
  const path: { level: number; text: string }[] = [];
  let section: Section = { headingPath: '', pieces: [] };
  const sections = [section];
  let offset = 0;
  for (const block of blocks) {
    const isHeading = block.kind === 'heading';
    const level = block.level ?? (isHeading ? 1 : null);
    if (level !== null) {
      closeSection(section, level, options);
      while ((path.at(-1)?.level ?? 0) >= level) path.pop();
      if (isHeading) path.push({ level, text: block.text });
      const headingPath = path.map(({ text }) => text).join(headingSeparator);
      section = { headingPath, pieces: [] };
      if (isHeading) section.heading = { block, level, offset };
      sections.push(section);
    }
    if (!isHeading) {
      const last = section.pieces.at(-1);
      const pieces = joinOverPages(last, piecesOf(block, offset, size, language), size);
      if (last && pieces.some(({ page }) => page !== last.page)) {
        section = { headingPath: section.headingPath, pieces: [] };
        sections.push(section);
      }
      // `push(...pieces)` fails with some hundred thousand arguments.
      for (const piece of pieces) section.pieces.push(piece);
    }
    offset += block.text.length + 1;
  }
  closeSection(section, 0, options);
  return sections.filter(({ pieces }) => pieces.length > 0);
}

interface Draft extends NewChunk {
  /** Content under another section's heading: begins with its own heading. */
  titled: string;
  titledOffset: number;
  isSection: boolean;
  /** Heading path of the section around it. */
  parent: string;
  /** A question with its answer: its heading is suggested to visitors, so that it is never joined. */
  isAnswer: boolean;
}

const shortened = (path: string) => path.slice(0, maxPath).replace(/[\ud800-\udbff]$/, '');

function draftsOf({ headingPath, heading, pieces }: Section, sizes: Sizes): Draft[] {
  const packed = pack(pieces, sizes);
  return packed.map((part, index) => {
    const content = textOf(part);
    const { offset = 0, page = null } = part[0] ?? {};
    const own = index === 0 && heading && heading.block.text !== content ? heading : null;
    return {
      headingPath: shortened(headingPath),
      parent: shortened(headingPath.split(headingSeparator).slice(0, -1).join(headingSeparator)),
      content,
      page,
      offset,
      titled: own ? `${own.block.text}\n\n${content}` : content,
      titledOffset: own && (own.block.page ?? null) === page ? own.offset : offset,
      isSection: packed.length === 1,
      isAnswer: heading !== undefined && asks(heading.block.text),
    };
  });
}

/** Characters; shorter sections are joined with the next ones under the same heading. */
const minSection = 200;

/** Joins a short section with the next under the same heading; null if they stay separate. */
function joinedUnder(before: Draft, after: Draft, { size }: Sizes): Draft | null {
  const isIntroduction = before.headingPath === after.parent;
  const areAlone = before.isAnswer || after.isAnswer || !before.isSection || !after.isSection;
  if (areAlone || before.page !== after.page) return null;
  if (!isIntroduction && before.parent !== after.parent) return null;
  const first = isIntroduction ? before : { content: before.titled, offset: before.titledOffset };
  const content = `${first.content}\n\n${after.titled}`;
  if (before.content.length >= minSection || content.length > size) return null;
  const { parent } = after;
  return { ...before, content, titled: content, offset: first.offset, headingPath: parent, parent };
}

/** Joins two chunks if one is too short, under the heading of the other; null if they stay separate. */
function joined(before: Draft, after: Draft, { size, minimum }: Sizes): Draft | null {
  if (before.page !== after.page) return null;
  const backward = `${before.content}\n\n${after.titled}`;
  if (after.content.length < minimum && backward.length <= size) {
    return { ...before, content: backward, titled: backward };
  }
  const content = `${before.titled}\n\n${after.content}`;
  const isShort = before.isSection && before.content.length < minimum;
  if (!isShort || content.length > size) return null;
  return { ...after, content, titled: content, offset: before.titledOffset };
}

/**
 * Divides a text into chunks of at most `size` characters, at sections and sentences. Chunks shorter than
 * `minimum` are joined to the one before on the same page, else to the one after, if both fit into one; short sections
 * to the next under the same heading, but a question keeps its answer to itself.
 */
export function chunkBlocks(blocks: readonly Block[], options: ChunkOptions): NewChunk[] {
  const drafts: Draft[] = [];
  for (const section of sectionsOf(withQuestionsAsHeadings(withLists(blocks)), options)) {
    for (const draft of draftsOf(section, options)) {
      const last = drafts.at(-1);
      const both = last && (joined(last, draft, options) ?? joinedUnder(last, draft, options));
      if (both) drafts[drafts.length - 1] = both;
      else drafts.push(draft);
    }
  }
  return drafts.map(({ content, headingPath, page, offset }) => ({
    content,
    headingPath,
    page,
    offset,
  }));
}
