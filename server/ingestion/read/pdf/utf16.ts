import { hold, type Pdfium } from './pdfium.ts';

/** UTF-16 units. */
const maxLength = 2_000;

/** Reads a text from PDFium's functions for UTF-16 with a final zero, which return its bytes. */
export function utf16(pdfium: Pdfium, write: (buffer: number, length: number) => number): string {
  const length = Math.min(write(0, 0), 2 * maxLength);
  if (length <= 2) return '';
  return hold(pdfium.call.malloc(length), pdfium.call.free, (buffer) => {
    // PDFium writes nothing if the buffer is too short.
    if (buffer === 0 || write(buffer, length) > length) return '';
    const bytes = Buffer.from(pdfium.memory(), buffer, length - 2);
    return bytes.toString('utf16le').replaceAll('\0', '').trim();
  });
}
