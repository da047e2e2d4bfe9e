import type { Pdfium } from './pdfium.ts';

/** Edges of the part of a page that is shown, in the page's own points. */
export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** https://pdfium.googlesource.com/pdfium/+/main/public/fpdf_edit.h */
const imageObject = 3;
const formObject = 5;
/** Share of a page that the pictures of a scan cover at least. */
const scanShare = 0.5;

const everywhere: Bounds = {
  left: -Infinity,
  top: Infinity,
  right: Infinity,
  bottom: -Infinity,
};

/** Returns a page's crop box within its media box; all if that is empty. @param scratch pointer to 16 bytes */
export function boundsOf({ call, memory }: Pdfium, page: number, scratch: number): Bounds {
  const isKnown = call.FPDF_GetPageBoundingBox(page, scratch);
  const [left = 0, top = 0, right = 0, bottom = 0] = new Float32Array(memory(), scratch, 4);
  return isKnown && left < right && bottom < top ? { left, top, right, bottom } : everywhere;
}

/** Whether pictures cover a page, so that its invisible text is that of a scan. */
export function isScan({ call, memory }: Pdfium, page: number, bounds: Bounds, scratch: number) {
  /** Whether an object is a picture, or a group that begins with one. */
  function isPicture(object: number): boolean {
    const type = call.FPDFPageObj_GetType(object);
    if (type !== formObject || call.FPDFFormObj_CountObjects(object) < 1)
      return type === imageObject;
    return call.FPDFPageObj_GetType(call.FPDFFormObj_GetObject(object, 0)) === imageObject;
  }
  let area = 0;
  const count = call.FPDFPage_CountObjects(page);
  for (let index = 0; index < count; index++) {
    const object = call.FPDFPage_GetObject(page, index);
    if (object === 0 || !isPicture(object)) continue;
    const ends = [0, 4, 8, 12].map((offset) => scratch + offset) as [
      number,
      number,
      number,
      number,
    ];
    if (!call.FPDFPageObj_GetBounds(object, ...ends)) continue;
    const [left = 0, bottom = 0, right = 0, top = 0] = new Float32Array(memory(), scratch, 4);
    const width = Math.min(right, bounds.right) - Math.max(left, bounds.left);
    const height = Math.min(top, bounds.top) - Math.max(bottom, bounds.bottom);
    area += Math.max(0, width) * Math.max(0, height);
  }
  return area >= scanShare * (bounds.right - bounds.left) * (bounds.top - bounds.bottom);
}
