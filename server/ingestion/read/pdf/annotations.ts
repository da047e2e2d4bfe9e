import { hold, type Pdfium } from './pdfium.ts';
import type { Segment } from './lines.ts';
import { utf16 } from './utf16.ts';

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
export type DrawAnnotations = (page: number, scratch: number) => Segment[] | null;

/** Calls `use` with a function that draws the annotations of the document's pages. */
export function withAnnotations<Result>(
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
