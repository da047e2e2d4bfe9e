import { dirname, join } from 'node:path';
import { packageFile } from '../../../runtime/program-files.ts';
import { countMatches } from '../blocks.ts';
import type { PdfPage } from './document.ts';
import { garbledShare, legibility } from './legibility.ts';
import type { Segment } from './lines.ts';
import { isUnspaced } from './typography.ts';

/** Legibility below which the second parser is tried. */
const doubtful = 0.75;
/** Difference of legibility that decides; below it the longer text does. */
const clearer = 0.1;
/** Factor by which a text is longer, not only divided otherwise. */
const longer = 1.1;
/** Share of garbled characters from which on a page is discarded. */
const hopelessShare = 0.5;

const textOf = (segments: readonly Segment[]) => segments.map(({ text }) => text).join('\n');
const readableLength = (text: string) => countMatches(text, /[\p{L}\p{N}]/gu);

/** Returns the more legible of two readings of a page; no segments if neither can be read. */
function better(first: Segment[], second: Segment[]): Segment[] {
  const [one, other] = [textOf(first), textOf(second)];
  const gain = (other === '' ? 0 : legibility(other)) - (one === '' ? 0 : legibility(one));
  const isLonger = readableLength(other) > longer * readableLength(one);
  const isSecond = gain > clearer || (gain > -clearer && isLonger);
  const text = isSecond ? other : one;
  const isHopeless = garbledShare(text) > hopelessShare || readableLength(text) === 0;
  return isHopeless ? [] : isSecond ? second : first;
}

/** Whether most of a page's text is turned; vertical writing is not. */
function isTurned(segments: readonly Segment[]): boolean {
  const turned = segments.filter(({ angle, text }) => angle !== 0 && !isUnspaced(text));
  return turned.length > segments.length / 2;
}

/** Whether PDFium may have misread a page. Where text was left out, the second parser would add it again. */
function isDoubtful(page: PdfPage): boolean {
  const { segments, isPartial } = page;
  if (isPartial || segments.length === 0) return false;
  return page.isTurned || isTurned(segments) || legibility(textOf(segments)) < doubtful;
}

/** Returns the folder of pdf.js's CMaps or fonts as a path: pdf.js does not accept a file URL. */
function folderOf(name: string): string {
  return join(dirname(packageFile('pdfjs-dist/package.json', 'pdf-parse')), name, '/');
}

/** Places lines of text below each other, because pdf-parse gives no coordinates. */
function segmentsOf(text: string): Segment[] {
  return text.split('\n').flatMap((line, index): Segment[] => {
    const shown = line
      .replace(/(?!\s)\p{Cc}/gu, '\ufffd')
      .replace(/\s+/g, ' ')
      .trim();
    const place = { x0: 0, x1: 6 * shown.length, y: 14 * index, size: 12, angle: 0 };
    return shown ? [{ ...place, text: shown, bold: false, mono: false }] : [];
  });
}

/** Reads pages, by their numbers from 1, with pdf-parse, and leaves out those that it cannot read. */
export async function secondOpinion(
  bytes: Uint8Array,
  numbers: number[],
): Promise<Map<number, Segment[]>> {
  // Loading pdf.js takes a matrix, which it never uses for text; its own is a native addon.
  const { default: DOMMatrix } = await import('@thednp/dommatrix');
  Object.assign(globalThis, { DOMMatrix });
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
 * Replaces doubtful pages by pdf-parse's reading if that is better; all pages are tried if none has text.
 * PDFium has read the file before, because pdf-parse's memory has no limit of its own.
 */
export async function legiblePages(bytes: Uint8Array, pages: PdfPage[]): Promise<Segment[][]> {
  const isEmpty = pages.every(({ segments, isPartial }) => segments.length === 0 && !isPartial);
  const doubted = pages.flatMap((page, index) => (isEmpty || isDoubtful(page) ? [index + 1] : []));
  const others =
    doubted.length > 0 ? await secondOpinion(bytes, doubted) : new Map<number, Segment[]>();
  const asked = new Set(doubted);
  return pages.map(({ segments }, index) =>
    asked.has(index + 1) ? better(segments, others.get(index + 1) ?? []) : segments,
  );
}
