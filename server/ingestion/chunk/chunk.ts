import type { NewChunk } from '../../storage/chunks.ts';
import type { Block } from '../read/blocks.ts';
import { pack, type Sizes } from './pack.ts';
import { joinOverPages, piecesOf, textOf, type Piece } from './pieces.ts';
import { withQuestionsAsHeadings } from './questions.ts';
import { withLists } from './lists.ts';

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
