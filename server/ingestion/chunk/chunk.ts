import { lengthOf, type Piece, joinOverPages, piecesOf, textOf } from './pieces.ts';
import { isQuestion, withQuestionsAsHeadings, withLists } from './lists.ts';
import type { NewChunk } from '../../storage/chunks.ts';
import type { Block } from '../read/blocks.ts';

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
      const headingPath = path.map(({ text }) => text).join(' › ');
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
}

function draftsOf({ headingPath, heading, pieces }: Section, sizes: Sizes): Draft[] {
  const packed = pack(pieces, sizes);
  return packed.map((part, index) => {
    const content = textOf(part);
    const { offset = 0, page = null } = part[0] ?? {};
    const own = index === 0 && heading && heading.block.text !== content ? heading : null;
    return {
      headingPath: headingPath.slice(0, maxPath).replace(/[\ud800-\udbff]$/, ''),
      content,
      page,
      offset,
      titled: own ? `${own.block.text}\n\n${content}` : content,
      titledOffset: own && (own.block.page ?? null) === page ? own.offset : offset,
      isSection: packed.length === 1,
    };
  });
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
 * `minimum` are joined to the one before on the same page, else to the one after, if both fit into one.
 */
export function chunkBlocks(blocks: readonly Block[], options: ChunkOptions): NewChunk[] {
  const drafts: Draft[] = [];
  for (const section of sectionsOf(withQuestionsAsHeadings(withLists(blocks)), options)) {
    for (const draft of draftsOf(section, options)) {
      const last = drafts.at(-1);
      const both = last && joined(last, draft, options);
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
