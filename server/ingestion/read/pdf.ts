import { AppError } from '../../errors/app-error.ts';
import type { Loaded } from './blocks.ts';
import { blocksOfLines } from './pdf/blocks-of-lines.ts';
import { readDocument } from './pdf/document.ts';
import { findHeadings } from './pdf/headings.ts';
import { better, isGarbled } from './pdf/legibility.ts';
import { linesOf } from './pdf/lines.ts';
import { inReadingOrder } from './pdf/reading-order.ts';
import { withoutRunningLines } from './pdf/running-lines.ts';
import { secondOpinion } from './pdf/second-opinion.ts';
import type { Segment } from './pdf/segment.ts';
import { titleOf } from './pdf/title.ts';
import { typographyOf } from './pdf/typography.ts';

const textOf = (segments: readonly Segment[]) => segments.map(({ text }) => text).join('\n');

/**
 * The pages with each one's better reading. Only a file that PDFium has read whole is given to the
 * second parser: its memory has no limit of its own.
 */
async function legiblePages(bytes: Uint8Array, pages: Segment[][]): Promise<Segment[][]> {
  const none = pages.every((page) => page.length === 0);
  const isDoubtful = (page: Segment[]) => none || isGarbled(textOf(page));
  const numbers = pages.flatMap((page, index) => (isDoubtful(page) ? [index + 1] : []));
  if (numbers.length === 0) return pages;
  const others = await secondOpinion(bytes, numbers);
  const legible = [...pages];
  for (const number of numbers) {
    const both = [pages[number - 1] ?? [], others.get(number) ?? []] as const;
    const kept = better(...(both.map(textOf) as [string, string]));
    legible[number - 1] = both.find((page) => kept !== '' && textOf(page) === kept) ?? [];
  }
  return legible;
}

/** BCP 47; empty for what is none. */
function languageOf(text: string): string {
  try {
    return Intl.getCanonicalLocales(text.trim().replaceAll('_', '-'))[0] ?? '';
  } catch {
    return '';
  }
}

/**
 * Reads a PDF: PDFium first, pdf-parse where its text is empty or garbled.
 *
 * @throws AppError `no_text`, `unsupported_type`, `too_large`
 */
export async function loadPdf(bytes: Uint8Array): Promise<Loaded> {
  const { title, language, outline, pages } = await readDocument(bytes);
  const legible = await legiblePages(bytes, pages);
  const lines = legible.map((page, index) => linesOf(inReadingOrder(page), index + 1));
  const body = withoutRunningLines(lines, typographyOf(lines).size);
  const typography = typographyOf(body);
  const headings = findHeadings(body, outline, typography);
  const blocks = blocksOfLines(body, headings, typography);
  if (blocks.length === 0) {
    throw new AppError('no_text', {
      message:
        'No text can be read from this PDF. It seems to be scanned: please run text recognition (OCR) on it and add it again.',
    });
  }
  return { title: titleOf(title, blocks, outline), language: languageOf(language), blocks };
}
