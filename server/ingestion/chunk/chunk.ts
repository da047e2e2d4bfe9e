import type { NewChunk } from '../../storage/chunks.ts';
import type { Block } from '../read/blocks.ts';
import { pack, type Sizes } from './pack.ts';
import { joinOverPages, piecesOf, textOf, type Piece } from './pieces.ts';

export interface ChunkOptions extends Sizes {
  /** BCP 47; empty when unknown. */
  language: string;
}

interface Section {
  headingPath: string;
  pieces: Piece[];
  heading?: { block: Block; level: number; offset: number };
}

/** Of the column that keeps it. */
const longestPath = 500;

/** A heading with neither text nor a deeper heading under it is text itself. */
function closeSection(
  { heading, pieces }: Section,
  nextLevel: number,
  { size, language }: ChunkOptions,
): void {
  if (!heading || pieces.length > 0 || heading.level < nextLevel) return;
  for (const piece of piecesOf(heading.block, heading.offset, size, language)) pieces.push(piece);
}

/** Headings and pages open sections; each knows the headings above it. */
function sectionsOf(blocks: readonly Block[], options: ChunkOptions): Section[] {
  const { size, language } = options;
  const path: { level: number; text: string }[] = [];
  let section: Section = { headingPath: '', pieces: [] };
  const sections = [section];
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
      const last = section.pieces.at(-1);
      const pieces = joinOverPages(last, piecesOf(block, offset, size, language), size);
      if (last && pieces.some(({ page }) => page !== last.page)) {
        section = { headingPath: section.headingPath, pieces: [] };
        sections.push(section);
      }
      // One by one: a call takes no hundred thousand arguments.
      for (const piece of pieces) section.pieces.push(piece);
    }
    offset += block.text.length + 1;
  }
  closeSection(section, 0, options);
  return sections.filter(({ pieces }) => pieces.length > 0);
}

interface Draft extends NewChunk {
  /** As it reads under another's heading: with its own, if it is all that stands under that. */
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
      headingPath: headingPath.slice(0, longestPath).replace(/[\ud800-\udbff]$/, ''),
      content,
      page,
      offset,
      titled: own ? `${own.block.text}\n${content}` : content,
      titledOffset: own && (own.block.page ?? null) === page ? own.offset : offset,
      isSection: packed.length === 1,
    };
  });
}

/** Both as one, under the heading of the one that is not short; null when none is, or it is too long. */
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
 * Text divided for retrieval: sections of the source, in sentences, at most `size` characters
 * each. What is shorter than `minimum` is joined to what stands before it on its page, else to what
 * follows there, if one chunk can hold both.
 */
export function chunkBlocks(blocks: readonly Block[], options: ChunkOptions): NewChunk[] {
  const drafts: Draft[] = [];
  for (const section of sectionsOf(blocks, options)) {
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
