import type { NewChunk } from '../storage/chunks.ts';
import type { Block } from './blocks.ts';
import { sentences } from './sentences.ts';

export interface ChunkOptions {
  /** Characters, as the next two. */
  size: number;
  overlap: number;
  minimum: number;
  /** BCP 47; empty when unknown. */
  language: string;
}

/** A sentence, list item, table row or block of code: never divided unless longer than a chunk. */
interface Piece {
  text: string;
  /** What stood before it in the source: a space inside a paragraph, otherwise a new line. */
  before: ' ' | '\n' | '\n\n';
  offset: number;
  page: number | null;
}

interface Section {
  headingPath: string;
  pieces: Piece[];
  heading?: { block: Block; level: number; offset: number };
}

/** Of the column that keeps it. */
const longestPath = 500;

const length = (pieces: readonly Piece[]) =>
  pieces.reduce(
    (sum, piece, index) => sum + piece.text.length + (index ? piece.before.length : 0),
    0,
  );

const join = (pieces: readonly Piece[]) =>
  pieces.map((piece, index) => (index ? piece.before : '') + piece.text).join('');

/** Parts of at most `size`, divided at white space where there is any, never inside a character. */
function* divide(text: string, size: number): Generator<{ text: string; start: number }> {
  let start = 0;
  while (text.length - start > size) {
    const space = text.slice(start, start + size).search(/\s\S*$/);
    let end = start + (space > size / 2 ? space : size);
    const code = text.charCodeAt(end - 1);
    if (code >= 0xd800 && code < 0xdc00) end--;
    const part = text.slice(start, end).trim();
    if (part) yield { text: part, start };
    start = end;
  }
  const rest = text.slice(start).trim();
  if (rest) yield { text: rest, start };
}

function* piecesOf(block: Block, offset: number, options: ChunkOptions): Generator<Piece> {
  const page = block.page ?? null;
  const whole = { text: block.text, start: 0 };
  const parts =
    block.kind === 'paragraph' ? sentences(block.text, options.language || undefined) : [whole];
  let before: Piece['before'] = block.kind === 'paragraph' || block.kind === 'code' ? '\n\n' : '\n';
  for (const part of parts) {
    for (const bit of divide(part.text, options.size)) {
      yield { text: bit.text, before, offset: offset + part.start + bit.start, page };
      before = ' ';
    }
  }
}

/** A heading with neither text nor a deeper heading under it is text itself. */
function closeSection(
  { heading, pieces }: Section,
  nextLevel: number,
  options: ChunkOptions,
): void {
  if (!heading || pieces.length > 0 || heading.level < nextLevel) return;
  pieces.push(...piecesOf(heading.block, heading.offset, options));
}

/** Headings and pages open sections; each knows the headings above it. */
function sectionsOf(blocks: readonly Block[], options: ChunkOptions): Section[] {
  const sections: Section[] = [];
  const path: { level: number; text: string }[] = [];
  let section: Section = { headingPath: '', pieces: [] };
  let offset = 0;
  for (const block of blocks) {
    if (block.kind === 'heading') {
      const level = block.level ?? 1;
      closeSection(section, level, options);
      while ((path.at(-1)?.level ?? 0) >= level) path.pop();
      path.push({ level, text: block.text });
      const headingPath = path.map(({ text }) => text).join(' › ');
      section = { headingPath, pieces: [], heading: { block, level, offset } };
      sections.push(section);
    } else {
      const page = block.page ?? null;
      const turned = section.pieces.length > 0 && section.pieces.at(-1)?.page !== page;
      if (turned) section = { ...section, pieces: [] };
      if (turned || sections.length === 0) sections.push(section);
      section.pieces.push(...piecesOf(block, offset, options));
    }
    offset += block.text.length + 1;
  }
  closeSection(section, 0, options);
  return sections.filter(({ pieces }) => pieces.length > 0);
}

/** The last whole pieces that together are at most `overlap` long. */
function tail(pieces: readonly Piece[], overlap: number): Piece[] {
  let start = pieces.length;
  while (start > 0 && length(pieces.slice(start - 1)) <= overlap) start--;
  // Repeating all of a chunk would add nothing.
  return start === 0 ? [] : pieces.slice(start);
}

/** Fills chunks up to `size`, each beginning with the end of the one before. */
function pack(pieces: readonly Piece[], { size, overlap }: ChunkOptions): Piece[][] {
  const packed: Piece[][] = [];
  let current: Piece[] = [];
  for (const piece of pieces) {
    if (current.length > 0 && length([...current, piece]) > size) {
      packed.push(current);
      const repeated = tail(current, overlap);
      current = length([...repeated, piece]) <= size ? repeated : [];
    }
    current.push(piece);
  }
  if (current.length > 0) packed.push(current);
  return packed;
}

/**
 * Text divided for retrieval: sections of the source, in sentences, at most `size` characters
 * each. A section shorter than `minimum` is joined to the one before it on its page; a source
 * shorter than `minimum` is one chunk.
 */
export function chunkBlocks(blocks: readonly Block[], options: ChunkOptions): NewChunk[] {
  const chunks: NewChunk[] = [];
  for (const section of sectionsOf(blocks, options)) {
    for (const pieces of pack(section.pieces, options)) {
      const content = join(pieces);
      const heading = section.heading?.block.text ?? '';
      const titled = heading && heading !== content ? `${heading}\n${content}` : content;
      const previous = chunks.at(-1);
      const joined = `${previous?.content ?? ''}\n\n${titled}`;
      const samePage = previous?.page === (pieces[0]?.page ?? null);
      const isShort = content.length < options.minimum;
      if (previous && samePage && isShort && joined.length <= options.size) {
        previous.content = joined;
        continue;
      }
      const [first] = pieces;
      chunks.push({
        content,
        headingPath: section.headingPath.slice(0, longestPath).replace(/[\ud800-\udbff]$/, ''),
        page: first?.page ?? null,
        offset: first?.offset ?? 0,
      });
    }
  }
  return chunks;
}
