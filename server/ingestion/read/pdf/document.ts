import { hold, type Pdfium, utf16, withPdfium } from './pdfium.ts';
import type { Segment } from './lines.ts';
import { failure } from '../../failures.ts';
import { pageText, type PageText, boundsOf, isScan, type Bounds } from './page-segments.ts';

/** Annotations of a page; usual are some dozens. PDFium's time grows with the square of their number. */
const maxAnnotations = 2000;
/** https://pdfium.googlesource.com/pdfium/+/main/public/fpdf_annot.h */
const subtypes = { link: 2, freeText: 3, popup: 16 };
const normalAppearance = 0;
/** PDF 32000-1, table 165: hidden, not viewed. */
const hiddenFlags = 2 | 32;
const lineHeight = 12;

/** Calls `use` with each annotation that may show text, unless there are too many. */
function eachShown(
  { call }: Pdfium,
  page: number,
  use: (annotation: number, subtype: number) => void,
): void {
  const count = call.FPDFPage_GetAnnotCount(page);
  if (count > maxAnnotations) return;
  for (let index = 0; index < count; index++) {
    const annotation = call.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    hold(annotation, call.FPDFPage_CloseAnnot, () => {
      const subtype = call.FPDFAnnot_GetSubtype(annotation);
      const isHidden = (call.FPDFAnnot_GetFlags(annotation) & hiddenFlags) !== 0;
      const isShown = subtype !== subtypes.link && subtype !== subtypes.popup && !isHidden;
      if (isShown) use(annotation, subtype);
    });
  }
}

/** Returns the lines of a text box that has no appearance, which viewers draw themselves. */
function linesOfBox(pdfium: Pdfium, annotation: number, scratch: number): Segment[] {
  const { call, memory } = pdfium;
  const text = utf16(pdfium, (to, length) => {
    Buffer.from(memory(), scratch, 9).write('Contents\0', 'latin1');
    return call.FPDFAnnot_GetStringValue(annotation, scratch, to, length);
  });
  call.FPDFAnnot_GetRect(annotation, scratch);
  const [x0 = 0, top = 0, x1 = 0] = new Float32Array(memory(), scratch, 4);
  return text.split(/[\r\n]+/).map((line, index) => {
    const y = (index + 1) * lineHeight - top;
    return { text: line.trim(), x0, x1, y, size: 10, angle: 0, bold: false, mono: false };
  });
}

/**
 * Draws a page's annotations and the values of its form into its content, which shows when the page is loaded
 * again. Returns the text of those that cannot be drawn; null if there are none at all.
 *
 * @param scratch pointer to 16 bytes
 */
type DrawAnnotations = (page: number, scratch: number) => Segment[] | null;

/** Calls `use` with a function that draws the annotations of the document's pages. */
function withAnnotations<Result>(
  pdfium: Pdfium,
  document: number,
  use: (draw: DrawAnnotations) => Result,
): Result {
  const { call } = pdfium;
  return hold(call.PDFiumExt_OpenFormFillInfo(), call.PDFiumExt_CloseFormFillInfo, (info) =>
    hold(
      call.PDFiumExt_InitFormFillEnvironment(document, info),
      call.PDFiumExt_ExitFormFillEnvironment,
      (form) =>
        use((page, scratch) => {
          const boxes: Segment[] = [];
          let isShown = false;
          eachShown(pdfium, page, (annotation, subtype) => {
            isShown = true;
            if (subtype !== subtypes.freeText) return;
            if (call.FPDFAnnot_GetAP(annotation, normalAppearance, 0, 0) > 2) return;
            boxes.push(...linesOfBox(pdfium, annotation, scratch));
          });
          if (!isShown) return null;
          // Draws fields whose values have no appearance yet.
          call.FORM_OnAfterLoadPage(page, form);
          call.FPDFPage_Flatten(page, 0);
          call.FORM_OnBeforeClosePage(page, form);
          return boxes.filter(({ text }) => text !== '');
        }),
    ),
  );
}

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
