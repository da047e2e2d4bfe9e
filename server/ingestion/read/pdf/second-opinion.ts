import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Segment } from './lines.ts';

/** Share of a page's characters without meaning, above which another parser may do better. */
const mostGarbled = 0.3;
/** Above it nothing is worth keeping. */
const hopeless = 0.5;

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** Letters and digits: the more, the better the reading of the same page. */
const readableLength = (text: string) => count(text, /[\p{L}\p{N}]/gu);

/** Of replacement, unassigned and private use characters: fonts without a way back to text. */
function garbledShare(text: string): number {
  const meaningless = count(text, /[\ufffd\p{Co}\p{Cn}]/gu);
  return meaningless === 0 ? 0 : meaningless / count(text, /\S/gu);
}

/** Whether a page has something, but hardly text. */
export function isGarbled(text: string): boolean {
  return garbledShare(text) > mostGarbled || (text.length > 20 && !/[\p{L}\p{N}]/u.test(text));
}

/** The better reading of a page; empty when neither can be read. */
export function better(first: string, second: string): string {
  const rescued = isGarbled(first) && !isGarbled(second) && second !== '';
  const kept = rescued || readableLength(second) > readableLength(first) ? second : first;
  return garbledShare(kept) > hopeless || readableLength(kept) === 0 ? '' : kept;
}

/** Where pdf.js keeps the tables of predefined CMaps and fonts: a plain path, a file URL finds nothing. */
function folderOf(name: string): string {
  const parser = createRequire(import.meta.url).resolve('pdf-parse');
  return join(dirname(createRequire(parser).resolve('pdfjs-dist/package.json')), name, '/');
}

/** Its text has no geometry: lines under each other, with a gap where it leaves one free. */
function segmentsOf(text: string): Segment[] {
  return text.split('\n').flatMap((line, index): Segment[] => {
    const shown = line.replace(/\s+/g, ' ').trim();
    const at = { x0: 0, x1: 6 * shown.length, y: 14 * index, size: 12, angle: 0 };
    return shown ? [{ ...at, text: shown, bold: false, mono: false }] : [];
  });
}

/**
 * Pages as pdf-parse reads them, by their numbers from 1; without those that it cannot read. It is
 * loaded only when it is asked.
 */
export async function secondOpinion(
  bytes: Uint8Array,
  numbers: number[],
): Promise<Map<number, Segment[]>> {
  const { PDFParse } = await import('pdf-parse');
  const parser = new PDFParse({
    // The parser takes the buffer over; the caller keeps its own.
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
