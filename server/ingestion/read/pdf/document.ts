import { failure } from '../../failures.ts';
import { withAnnotations, type DrawAnnotations } from './annotations.ts';
import { pageText, type PageText } from './page-segments.ts';
import { hold, withPdfium, type Pdfium } from './pdfium.ts';
import { utf16 } from './utf16.ts';
import { boundsOf, isScan, type Bounds } from './visible.ts';

const maxPages = 20_000;
const maxCharacters = 30_000_000;
const maxBookmarks = 20_000;

export interface Bookmark {
  title: string;
  /** From 1. */
  level: number;
  /** From 1; 0 if it has no target. */
  page: number;
}

export interface PdfPage extends PageText {
  /** Whether viewers turn the page. */
  isTurned: boolean;
}

const noPage: PdfPage = { segments: [], isPartial: false, isTurned: false };

/** Content of a PDF before it is interpreted. */
interface PdfDocument {
  /** From the metadata; may be empty. */
  title: string;
  /** From the catalogue; may be empty. */
  language: string;
  outline: Bookmark[];
  pages: PdfPage[];
}

/** https://pdfium.googlesource.com/pdfium/+/main/public/fpdfview.h: FPDF_ERR_PASSWORD, _SECURITY */
const passwordErrors = [4, 5];

function refuse(pdfium: Pdfium): never {
  const error = pdfium.call.FPDF_GetLastError();
  const isLocked = passwordErrors.includes(error);
  const cause = new Error(`PDFium: error ${error}`);
  throw failure(isLocked ? 'pdf_locked' : 'pdf_damaged', { cause });
}

function readTitle(pdfium: Pdfium, document: number, scratch: number): string {
  Buffer.from(pdfium.memory(), scratch, 6).write('Title\0', 'latin1');
  return utf16(pdfium, (buffer, length) =>
    pdfium.call.FPDF_GetMetaText(document, scratch, buffer, length),
  );
}

function readOutline(pdfium: Pdfium, document: number): Bookmark[] {
  const { call } = pdfium;
  const outline: Bookmark[] = [];
  const seen = new Set([0]);
  const waiting = [{ handle: call.FPDFBookmark_GetFirstChild(document, 0), level: 1 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { handle, level } = next;
    // A damaged outline may contain a cycle.
    if (seen.has(handle) || outline.length >= maxBookmarks) continue;
    seen.add(handle);
    const action = call.FPDFBookmark_GetAction(handle);
    const destination =
      call.FPDFBookmark_GetDest(document, handle) ||
      (action && call.FPDFAction_GetDest(document, action));
    outline.push({
      title: utf16(pdfium, (to, length) => call.FPDFBookmark_GetTitle(handle, to, length)),
      level,
      page: destination && call.FPDFDest_GetDestPageIndex(document, destination) + 1,
    });
    waiting.push({ handle: call.FPDFBookmark_GetNextSibling(document, handle), level });
    const child = call.FPDFBookmark_GetFirstChild(document, handle);
    waiting.push({ handle: child, level: level + 1 });
  }
  return outline;
}

/** Calls `use` with a page; returns null if it is damaged. */
function withPage<Result>(
  { call }: Pdfium,
  document: number,
  index: number,
  use: (page: number) => Result,
): Result | null {
  const page = call.FPDF_LoadPage(document, index);
  return page === 0 ? null : hold(page, call.FPDF_ClosePage, use);
}

function readPage(pdfium: Pdfium, page: number, bounds: Bounds, scratch: number): PdfPage | null {
  const { call } = pdfium;
  const textPage = call.FPDFText_LoadPage(page);
  if (textPage === 0) return null;
  const hasPictures = () => isScan(pdfium, page, bounds, scratch);
  return hold(textPage, call.FPDFText_ClosePage, () => ({
    ...pageText(pdfium, textPage, bounds, hasPictures, scratch),
    isTurned: call.FPDFPage_GetRotation(page) !== 0,
  }));
}

/** Returns null if the page is damaged. */
function readAt(
  pdfium: Pdfium,
  document: number,
  index: number,
  draw: DrawAnnotations,
  scratch: number,
): PdfPage | null {
  return withPage(pdfium, document, index, (page) => {
    // Annotations may enlarge the page.
    const bounds = boundsOf(pdfium, page, scratch);
    const boxes = draw(page, scratch);
    if (!boxes) return readPage(pdfium, page, bounds, scratch);
    const read = (drawn: number) => readPage(pdfium, drawn, bounds, scratch);
    const found = withPage(pdfium, document, index, read);
    return found && { ...found, segments: [...found.segments, ...boxes] };
  });
}

function readPages(
  pdfium: Pdfium,
  document: number,
  draw: DrawAnnotations,
  scratch: number,
): PdfPage[] {
  const count = pdfium.call.FPDF_GetPageCount(document);
  if (count > maxPages) throw failure('pdf_too_long');
  const pages: PdfPage[] = [];
  let characters = 0;
  let damaged = 0;
  for (let index = 0; index < count; index++) {
    const page = readAt(pdfium, document, index, draw, scratch);
    if (!page) damaged++;
    const { segments } = page ?? noPage;
    characters += segments.reduce((sum, { text }) => sum + text.length, 0);
    if (characters > maxCharacters) throw failure('pdf_too_long');
    pages.push(page ?? noPage);
  }
  if (damaged === count) refuse(pdfium);
  return pages;
}

/**
 * Reads text, outline and metadata with PDFium. Scripts and attachments are ignored.
 *
 * @throws AppError `unsupported_type`, `too_large`
 */
export function readDocument(bytes: Uint8Array): Promise<PdfDocument> {
  return withPdfium((pdfium) => {
    const { call } = pdfium;
    const file = call.malloc(bytes.length + 256);
    if (file === 0) throw failure('pdf_out_of_memory');
    return hold(file, call.free, () => {
      new Uint8Array(pdfium.memory(), file, bytes.length).set(bytes);
      const scratch = Math.ceil((file + bytes.length) / 8) * 8;
      const document = call.FPDF_LoadMemDocument(file, bytes.length, 0);
      if (document === 0) refuse(pdfium);
      return hold(document, call.FPDF_CloseDocument, () => ({
        title: readTitle(pdfium, document, scratch),
        language: utf16(pdfium, (to, length) => call.FPDFCatalog_GetLanguage(document, to, length)),
        outline: readOutline(pdfium, document),
        pages: withAnnotations(pdfium, document, (draw) =>
          readPages(pdfium, document, draw, scratch),
        ),
      }));
    });
  });
}
