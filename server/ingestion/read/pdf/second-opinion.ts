import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { countMatches } from '../blocks.ts';
import type { Segment } from './lines.ts';

/** Share of meaningless characters from which on the second parser is tried. */
const garbledShare = 0.3;
/** Share from which on a page is discarded. */
const hopelessShare = 0.5;

const textOf = (segments: readonly Segment[]) => segments.map(({ text }) => text).join('\n');
const readableLength = (text: string) => countMatches(text, /[\p{L}\p{N}]/gu);

/** Returns the share of replacement, unassigned and private use characters: fonts without a Unicode map. */
function meaninglessShare(text: string): number {
  const meaningless = countMatches(text, /[\ufffd\p{Co}\p{Cn}]/gu);
  return meaningless === 0 ? 0 : meaningless / countMatches(text, /\S/gu);
}

const isGarbled = (text: string) =>
  meaninglessShare(text) > garbledShare || (text.length > 20 && readableLength(text) === 0);

/** Returns the better of two readings of a page; no segments if neither is readable. */
function better(first: Segment[], second: Segment[]): Segment[] {
  const [one, other] = [textOf(first), textOf(second)];
  const isRescued = isGarbled(one) && !isGarbled(other) && other !== '';
  const isSecond = isRescued || readableLength(other) > readableLength(one);
  const text = isSecond ? other : one;
  const isHopeless = meaninglessShare(text) > hopelessShare || readableLength(text) === 0;
  return isHopeless ? [] : isSecond ? second : first;
}

/** Returns the folder of pdf.js's CMaps or fonts as a path: pdf.js does not accept a file URL. */
function folderOf(name: string): string {
  const parser = createRequire(import.meta.url).resolve('pdf-parse');
  return join(dirname(createRequire(parser).resolve('pdfjs-dist/package.json')), name, '/');
}

/** Places lines of text below each other, because pdf-parse gives no coordinates. */
function segmentsOf(text: string): Segment[] {
  return text.split('\n').flatMap((line, index): Segment[] => {
    const shown = line.replace(/\s+/g, ' ').trim();
    const place = { x0: 0, x1: 6 * shown.length, y: 14 * index, size: 12, angle: 0 };
    return shown ? [{ ...place, text: shown, bold: false, mono: false }] : [];
  });
}

/** Reads pages, by their numbers from 1, with pdf-parse, and leaves out those that it cannot read. */
export async function secondOpinion(
  bytes: Uint8Array,
  numbers: number[],
): Promise<Map<number, Segment[]>> {
  const { PDFParse } = await import('pdf-parse');
  const parser = new PDFParse({
    // The parser transfers the buffer.
    data: new Uint8Array(bytes),
    verbosity: 0,
    isEvalSupported: false,
    cMapUrl: folderOf('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: folderOf('standard_fonts'),
  });
  try {
    const { pages } = await parser.getText({ partial: numbers, pageJoiner: '' });
    return new Map(pages.map(({ num, text }) => [num, segmentsOf(text)]));
  } catch {
    return new Map();
  } finally {
    await parser.destroy();
  }
}

/**
 * Replaces garbled pages by pdf-parse's reading if that is better; all pages are tried if none has text.
 * PDFium has read the file before, because pdf-parse's memory has no limit of its own.
 */
export async function legiblePages(bytes: Uint8Array, pages: Segment[][]): Promise<Segment[][]> {
  const isEmpty = pages.every((page) => page.length === 0);
  const isDoubtful = (page: Segment[]) => isEmpty || isGarbled(textOf(page));
  const numbers = pages.flatMap((page, index) => (isDoubtful(page) ? [index + 1] : []));
  if (numbers.length === 0) return pages;
  const others = await secondOpinion(bytes, numbers);
  const doubtful = new Set(numbers);
  return pages.map((page, index) =>
    doubtful.has(index + 1) ? better(page, others.get(index + 1) ?? []) : page,
  );
}
