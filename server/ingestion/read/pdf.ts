import { AppError } from '../../errors/app-error.ts';
import type { Loaded, Block } from './blocks.ts';
import { blocksOfLines } from './pdf/blocks-of-lines.ts';
import { readDocument, type Bookmark } from './pdf/document.ts';
import { findHeadings } from './pdf/headings.ts';
import { better, isGarbled, secondOpinion } from './pdf/second-opinion.ts';
import { linesOf, type Segment } from './pdf/lines.ts';
import { inReadingOrder } from './pdf/reading-order.ts';
import { withoutRunningLines } from './pdf/running-lines.ts';
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

/** What programs put there when nobody gave a title. */
const placeholder =
  /^(?:(?:untitled|unbenannt|ohne titel|sans titre|sin título|senza titolo|無題|未命名|powerpoint[ -]pr.sentation|layout|print|document|slide|page|folie)[ \d_-]*|microsoft (?:word|excel|powerpoint) - .*)$/i;
const fileName =
  /(?:^[a-z]:\\|^\/|\.(?:docx?|pptx?|xlsx?|od[tps]|rtf|indd|pdf|tex|dvi|e?ps|qxd|p65|pub|html?|txt|cdr|ai)$)/i;

function isTitle(text: string): boolean {
  const meant = /\p{L}/u.test(text) && !/[\ufffd\p{Cc}\p{Co}]/u.test(text);
  return meant && !placeholder.test(text) && !fileName.test(text);
}

/** The metadata's title, or else the highest heading of the first page with any, or of the outline. */
export function titleOf(
  metadata: string,
  blocks: readonly Block[],
  outline: readonly Bookmark[],
): string {
  const title = metadata.replace(/\s+/g, ' ').trim();
  if (isTitle(title)) return title;
  const headings = blocks.filter(({ kind, page }) => kind === 'heading' && page === 1);
  const [heading] = headings.sort((a, b) => (a.level ?? 1) - (b.level ?? 1));
  return heading?.text ?? outline.find((bookmark) => isTitle(bookmark.title))?.title ?? '';
}
