import { partsOfAll } from '../../language/languages.ts';
import { failure } from '../failures.ts';
import { languageTag, type Block, type Loaded } from './blocks.ts';
import { blocksOfLines } from './pdf/blocks-of-lines.ts';
import { readDocument, type Bookmark } from './pdf/document.ts';
import { findHeadings } from './pdf/headings.ts';
import { linesOf, typographyOf } from './pdf/lines.ts';
import { inReadingOrder } from './pdf/reading-order.ts';
import { withoutRunningLines } from './pdf/running-lines.ts';
import { legiblePages } from './pdf/second-opinion.ts';

/** Titles that programs write into metadata by default. */
const makePlaceholder = () =>
  // eslint-disable-next-line no-restricted-syntax -- of words of this program
  new RegExp(
    `^(?:(?:${partsOfAll('untitled').join('|')}|powerpoint[ -]pr.sentation)[ \\d_-]*|microsoft (?:word|excel|powerpoint) - .*)$`,
    'iu',
  );
let placeholder: RegExp | undefined;
const fileName =
  /(?:^[a-z]:\\|^\/|\.(?:docx?|pptx?|xlsx?|od[tps]|rtf|indd|pdf|tex|dvi|e?ps|qxd|p65|pub|html?|txt|cdr|ai)$)/i;

function isTitle(text: string): boolean {
  const isReadable = /\p{L}/u.test(text) && !/[\ufffd\p{Cc}\p{Co}]/u.test(text);
  return isReadable && !(placeholder ??= makePlaceholder()).test(text) && !fileName.test(text);
}

/** Returns the metadata's title, else the highest heading of page 1, else the first title of the outline. */
function titleOf(metadata: string, blocks: readonly Block[], outline: readonly Bookmark[]): string {
  const title = metadata.replace(/\s+/g, ' ').trim();
  if (isTitle(title)) return title;
  const headings = blocks.filter(({ kind, page }) => kind === 'heading' && page === 1);
  const [heading] = headings.sort((a, b) => (a.level ?? 1) - (b.level ?? 1));
  return heading?.text ?? outline.find((bookmark) => isTitle(bookmark.title))?.title ?? '';
}

/**
 * Loads a PDF: with PDFium, and with pdf-parse where that finds no text or garbled text.
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
  if (blocks.length === 0) throw failure('pdf_scanned');
  return { title: titleOf(title, blocks, outline), language: languageTag(language), blocks };
}
