import { type Pdfium, hold, utf16, withPdfium } from './pdfium.ts';
import { failure } from '../../failures.ts';
import { raise } from '../raised.ts';
import type { Segment } from './lines.ts';

interface TextStyle {
  /** Points. */
  size: number;
  /** Degrees, as in `Segment`. */
  angle: number;
  cos: number;
  sin: number;
  bold: boolean;
  mono: boolean;
  /** Drawn neither filled nor as an outline, like the text behind a scan. */
  invisible: boolean;
}

interface Font {
  bold: boolean;
  mono: boolean;
  /** Whether its last text was vertical. */
  vertical: boolean;
}

const nameLength = 128;
const boldName = /bold|black|heavy|demi|semibd|cmbx|sfbx|cmssbx|-bd|W[789]\b/i;
const monoName = /mono|courier|consol|typewriter|cmtt|sltt|fixed|menlo|monaco/i;
/** PDF 32000-1, table 123: flags of a font descriptor. */
const fixedPitch = 1;
const forceBold = 1 << 18;
/** PDF 32000-1, table 106. */
const invisibleMode = 3;

/**
 * Returns a function that reads the style of a character. Characters of one text object share it.
 *
 * @param isBare whether the page has nothing but text, so that white is not seen
 * @param scratch pointer to 256 bytes
 */
function textStyles(
  { call, memory }: Pdfium,
  textPage: number,
  isBare: () => boolean,
  scratch: number,
) {
  const fonts = new Map<number, Font>();
  let object = 0;
  let style: TextStyle | undefined;

  function fontOf(handle: number): Font {
    const known = fonts.get(handle);
    if (known) return known;
    const length = handle && call.FPDFFont_GetBaseFontName(handle, scratch, nameLength);
    const bytes = new Uint8Array(memory(), scratch, Math.min(length, nameLength));
    const name = Buffer.from(bytes).toString('latin1');
    const flags = Math.max(0, handle && call.FPDFFont_GetFlags(handle));
    const font = {
      bold: boldName.test(name) || (flags & forceBold) !== 0,
      mono: monoName.test(name) || (flags & fixedPitch) !== 0,
      vertical: false,
    };
    fonts.set(handle, font);
    return font;
  }

  function originOf(index: number): [number, number] {
    call.FPDFText_GetCharOrigin(textPage, index, scratch, scratch + 8);
    return [...new Float64Array(memory(), scratch, 2)] as [number, number];
  }

  /** Recognises vertical writing by the step to the next character: PDFium does not expose the CMap. */
  function isVertical(index: number, font: Font, size: number, cos: number, sin: number): boolean {
    if (call.FPDFText_GetTextObject(textPage, index + 1) === object) {
      const [[x, y], [nextX, nextY]] = [originOf(index), originOf(index + 1)];
      const along = (nextX - x) * cos + (nextY - y) * sin;
      const down = (nextX - x) * sin - (nextY - y) * cos;
      font.vertical = down > Math.abs(along) + 0.3 * size;
    }
    return font.vertical;
  }

  function isWhite(index: number): boolean {
    const [red, green, blue] = [scratch, scratch + 4, scratch + 8] as const;
    call.FPDFText_GetFillColor(textPage, index, red, green, blue, scratch + 12);
    return new Uint32Array(memory(), scratch, 3).every((part) => part === 255);
  }

  function read(index: number): TextStyle {
    const font = fontOf(object && call.FPDFTextObj_GetFont(object));
    call.FPDFText_GetMatrix(textPage, index, scratch);
    const [a, b, c, d] = new Float32Array(memory(), scratch, 4) as unknown as number[];
    const scale = Math.hypot(c!, d!) || 1;
    const size = call.FPDFText_GetFontSize(textPage, index) * scale || 1;
    const { bold, mono } = font;
    const isUndrawn = object !== 0 && call.FPDFTextObj_GetTextRenderMode(object) === invisibleMode;
    const invisible = isUndrawn || (object !== 0 && isWhite(index) && isBare());
    const turned = (degrees: number): TextStyle => {
      const radians = (degrees * Math.PI) / 180;
      const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
      return { bold, mono, invisible, size, angle: degrees, cos, sin };
    };
    const style = turned(Math.round((Math.atan2(b!, a!) * 180) / Math.PI));
    const vertical = isVertical(index, font, size, style.cos, style.sin);
    return vertical ? turned(style.angle - 90) : style;
  }

  return function styleOf(index: number): TextStyle {
    const next = call.FPDFText_GetTextObject(textPage, index);
    if (!style || next !== object) {
      object = next;
      style = read(index);
    }
    return style;
  };
}

/** Edges of the part of a page that is shown, in the page's own points. */
export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** https://pdfium.googlesource.com/pdfium/+/main/public/fpdf_edit.h */
const textObject = 1;
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
    if (!call.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12))
      continue;
    const [left = 0, bottom = 0, right = 0, top = 0] = new Float32Array(memory(), scratch, 4);
    const width = Math.min(right, bounds.right) - Math.max(left, bounds.left);
    const height = Math.min(top, bounds.top) - Math.max(bottom, bounds.bottom);
    area += Math.max(0, width) * Math.max(0, height);
  }
  return area >= scanShare * (bounds.right - bounds.left) * (bounds.top - bounds.bottom);
}

/** Whether a page has nothing but text. */
function isBarePage({ call }: Pdfium, page: number): boolean {
  const count = call.FPDFPage_CountObjects(page);
  const typeAt = (at: number) => call.FPDFPageObj_GetType(call.FPDFPage_GetObject(page, at));
  for (let at = 0; at < count; at++) if (typeAt(at) !== textObject) return false;
  return true;
}

/** Characters per page; usual are some thousands. */
const maxPageCharacters = 2_000_000;
/** Gap in font sizes that separates the cells of a table, or columns. */
const wideGap = 1.8;
/** Placeholder for a hyphen that PDFium marks, until the end of the segment is known. */
const lineHyphen = '\ufffe';
const replacement = '\ufffd';

const isText = (code: number) =>
  code >= 0x20 && !(code >= 0x7f && code < 0xa0) && code <= 0x10ffff && code !== 0xfffe;
const isSpace = (code: number) =>
  code === 0x20 || code === 0xa0 || code === 0x09 || code === 0x3000;
const isBreak = (code: number) => code === 0x0d || code === 0x0a;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

interface Character {
  text: string;
  style: TextStyle;
  x0: number;
  x1: number;
  y: number;
}

/** Text of a page. */
export interface PageText {
  /** In the order of drawing. */
  segments: Segment[];
  /** Whether some text was left out because visitors do not see it. */
  isPartial: boolean;
}

interface Growing extends Segment {
  invisible: boolean;
  letters: number;
  boldLetters: number;
  monoLetters: number;
}

/**
 * Replaces presentation forms by the letters that people search for: ligatures, Arabic shapes, and radicals
 * that some Japanese fonts use instead of characters.
 */
const normalize = (text: string) =>
  text.replace(/[\u2e80-\u2fd5\uf900-\ufaff\ufb00-\ufb1c\ufb50-\ufdff\ufe70-\ufefc]/g, (form) =>
    form.normalize('NFKC').trim(),
  );

function finish(growing: Growing): Segment {
  const { angle, x0, x1, y, size, letters, boldLetters, monoLetters } = growing;
  const text = normalize(growing.text)
    .replace(/\u00ad(?=.)|[\ufeff\u200b]/gsu, '')
    .replace(/\ufffe(?=.)/gs, '-')
    .replace(/\ufffe$/, '\u00ad')
    .toWellFormed();
  const [bold, mono] = [boldLetters * 2 > letters, monoLetters === letters];
  return { text, angle, x0, x1, y, size, bold, mono };
}

const begin = ({ text, style, x0, x1, y }: Character): Growing => ({
  text,
  x0,
  x1,
  y,
  size: style.size,
  angle: style.angle,
  bold: false,
  mono: false,
  invisible: style.invisible,
  letters: 1,
  boldLetters: Number(style.bold),
  monoLetters: Number(style.mono),
});

function continues(segment: Growing, next: Character, afterBreak: boolean): boolean {
  const { style } = next;
  if (style.angle !== segment.angle || style.invisible !== segment.invisible) return false;
  const size = Math.max(segment.size, style.size);
  const shift = Math.abs(next.y - segment.y) / size;
  // Superscripts are raised by about a third.
  if (shift > (afterBreak ? 0.25 : 0.5)) return false;
  const gap = Math.max(next.x0 - segment.x1, segment.x0 - next.x1) / size;
  if (gap > (afterBreak ? 0.6 : wideGap)) return false;
  const backwards = next.x0 < segment.x1 - 1.5 * size;
  return !backwards || rightToLeft.test(segment.text + next.text);
}

function append(segment: Growing, { text, style, x0, x1, y }: Character, space: boolean): void {
  const isRaised = style.size < 0.85 * segment.size && segment.y - y > 0.15 * segment.size;
  // PDFium sees a gap before raised characters, as they stand on another line.
  segment.text += isRaised ? raise(text) : space ? ` ${text}` : text;
  segment.x0 = Math.min(segment.x0, x0);
  segment.x1 = Math.max(segment.x1, x1);
  if (style.size > segment.size * 1.05) {
    segment.size = style.size;
    segment.y = y;
  }
  segment.letters++;
  segment.boldLetters += Number(style.bold);
  segment.monoLetters += Number(style.mono);
}

/**
 * Returns a function that sets a character's turned coordinates, and returns whether its middle is within
 * the bounds. It reuses the object: a book has millions.
 */
function createPlacer({ call, memory }: Pdfium, textPage: number, bounds: Bounds, scratch: number) {
  const box = scratch + 16;
  let view = new DataView(memory());
  return function place(character: Character, index: number, style: TextStyle): boolean {
    call.FPDFText_GetCharOrigin(textPage, index, scratch, scratch + 8);
    call.FPDFText_GetLooseCharBox(textPage, index, box);
    if (view.buffer.byteLength === 0) view = new DataView(memory());
    const { cos, sin } = style;
    const [left, top] = [view.getFloat32(box, true), view.getFloat32(box + 4, true)];
    const [right, bottom] = [view.getFloat32(box + 8, true), view.getFloat32(box + 12, true)];
    // Two opposite corners of the box, which are its ends at right angles.
    const one = left * cos + bottom * sin;
    const other = right * cos + top * sin;
    character.style = style;
    character.x0 = Math.min(one, other);
    character.x1 = Math.max(one, other);
    character.y = view.getFloat64(scratch, true) * sin - view.getFloat64(scratch + 8, true) * cos;
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return x >= bounds.left && x <= bounds.right && y >= bounds.bottom && y <= bounds.top;
  };
}

const hasText = ({ text }: { text: string }) => text.trim() !== '';

/**
 * Returns the text of a page that visitors see.
 *
 * @param look whether invisible text is that of pictures, otherwise it is left out if other text is visible; whether
 *   white text is invisible
 * @throws AppError `too_large`
 */
export function pageText(
  pdfium: Pdfium,
  textPage: number,
  bounds: Bounds,
  look: { hasPicturesOfText: () => boolean; isBare: () => boolean },
  scratch: number,
): PageText {
  const { call } = pdfium;
  const count = call.FPDFText_CountChars(textPage);
  if (count > maxPageCharacters) {
    throw failure('pdf_page_too_long');
  }
  const styleOf = textStyles(pdfium, textPage, look.isBare, scratch);
  const place = createPlacer(pdfium, textPage, bounds, scratch);
  function textAt(index: number, code: number): string {
    if (isText(code)) return String.fromCodePoint(code);
    return call.FPDFText_IsHyphen(textPage, index) === 1 ? lineHyphen : replacement;
  }
  const grown: Growing[] = [];
  const character = { text: '', x0: 0, x1: 0, y: 0 } as Character;
  let segment: Growing | undefined;
  let space = false;
  let afterBreak = false;
  let isCut = false;
  for (let index = 0; index < count; index++) {
    const code = call.FPDFText_GetUnicode(textPage, index);
    if (isBreak(code)) afterBreak = true;
    else if (isSpace(code)) space = true;
    else if (code !== 0) {
      character.text = textAt(index, code);
      if (!place(character, index, styleOf(index))) isCut = true;
      else if (segment && continues(segment, character, afterBreak)) {
        append(segment, character, space);
      } else {
        segment = begin(character);
        grown.push(segment);
      }
      space = afterBreak = false;
    }
  }
  const visible = grown.filter(({ invisible }) => !invisible);
  const isMixed = visible.length < grown.length && visible.some(hasText);
  const isHiding = isMixed && !look.hasPicturesOfText();
  const segments = (isHiding ? visible : grown).map(finish).filter(hasText);
  return { segments, isPartial: isCut || isHiding };
}

/** Annotations of a page; usual are some dozens. PDFium's time grows with the square of their number. */
const maxAnnotations = 2000;
/** https://pdfium.googlesource.com/pdfium/+/main/public/fpdf_annot.h */
const subtypes = { link: 2, freeText: 3, popup: 16 };
const normalAppearance = 0;
/** PDF 32000-1, table 165: hidden, not viewed. */
const hiddenFlags = 2 | 32;
const lineHeight = 12;

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
  /** Whether the page has a rotation entry. */
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

function refuse({ call }: Pdfium): never {
  const error = call.FPDF_GetLastError();
  const cause = new Error(`PDFium: error ${error}`);
  throw failure(passwordErrors.includes(error) ? 'pdf_locked' : 'pdf_damaged', { cause });
}

/** Reads an open document. */
class DocumentReader {
  readonly #pdfium: Pdfium;
  readonly #call: Pdfium['call'];
  readonly #document: number;
  /** Pointer to 256 bytes. */
  readonly #scratch: number;

  constructor(pdfium: Pdfium, document: number, scratch: number) {
    this.#pdfium = pdfium;
    this.#call = pdfium.call;
    this.#document = document;
    this.#scratch = scratch;
  }

  read(): PdfDocument {
    const call = this.#call;
    return {
      title: utf16(this.#pdfium, (to, length) =>
        call.FPDF_GetMetaText(this.#document, this.#named('Title'), to, length),
      ),
      language: utf16(this.#pdfium, (to, length) =>
        call.FPDFCatalog_GetLanguage(this.#document, to, length),
      ),
      outline: this.#readOutline(),
      pages: hold(call.PDFiumExt_OpenFormFillInfo(), call.PDFiumExt_CloseFormFillInfo, (info) =>
        hold(
          call.PDFiumExt_InitFormFillEnvironment(this.#document, info),
          call.PDFiumExt_ExitFormFillEnvironment,
          (form) => this.#readPages(form),
        ),
      ),
    };
  }

  /** Writes a name for PDFium. Returns its pointer. */
  #named(name: string): number {
    Buffer.from(this.#pdfium.memory(), this.#scratch, name.length + 1).write(`${name}\0`, 'latin1');
    return this.#scratch;
  }

  #readOutline(): Bookmark[] {
    const call = this.#call;
    const document = this.#document;
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
        title: utf16(this.#pdfium, (to, length) => call.FPDFBookmark_GetTitle(handle, to, length)),
        level,
        page: destination && call.FPDFDest_GetDestPageIndex(document, destination) + 1,
      });
      waiting.push({ handle: call.FPDFBookmark_GetNextSibling(document, handle), level });
      const child = call.FPDFBookmark_GetFirstChild(document, handle);
      waiting.push({ handle: child, level: level + 1 });
    }
    return outline;
  }

  #readPages(form: number): PdfPage[] {
    const count = this.#call.FPDF_GetPageCount(this.#document);
    if (count > maxPages) throw failure('pdf_too_long');
    const pages: PdfPage[] = [];
    let characters = 0;
    let damaged = 0;
    for (let index = 0; index < count; index++) {
      const page = this.#readAt(index, form);
      if (!page) damaged++;
      const { segments } = page ?? noPage;
      characters += segments.reduce((sum, { text }) => sum + text.length, 0);
      if (characters > maxCharacters) throw failure('pdf_too_long');
      pages.push(page ?? noPage);
    }
    if (damaged === count) refuse(this.#pdfium);
    return pages;
  }

  /** Returns null if the page is damaged. */
  #readAt(index: number, form: number): PdfPage | null {
    return this.#withPage(index, (page) => {
      // Annotations may enlarge the page.
      const bounds = boundsOf(this.#pdfium, page, this.#scratch);
      const boxes = this.#drawAnnotations(page, form);
      if (!boxes) return this.#readPage(page, bounds);
      const found = this.#withPage(index, (drawn) => this.#readPage(drawn, bounds));
      return found && { ...found, segments: [...found.segments, ...boxes] };
    });
  }

  /** Calls `use` with a page; returns null if it is damaged. */
  #withPage<Result>(index: number, use: (page: number) => Result): Result | null {
    const page = this.#call.FPDF_LoadPage(this.#document, index);
    return page === 0 ? null : hold(page, this.#call.FPDF_ClosePage, use);
  }

  #readPage(page: number, bounds: Bounds): PdfPage | null {
    const textPage = this.#call.FPDFText_LoadPage(page);
    if (textPage === 0) return null;
    let bare: boolean | undefined;
    const look = {
      hasPicturesOfText: () => isScan(this.#pdfium, page, bounds, this.#scratch),
      isBare: () => (bare ??= isBarePage(this.#pdfium, page)),
    };
    return hold(textPage, this.#call.FPDFText_ClosePage, () => ({
      ...pageText(this.#pdfium, textPage, bounds, look, this.#scratch),
      isTurned: this.#call.FPDFPage_GetRotation(page) !== 0,
    }));
  }

  /**
   * Draws a page's annotations and the values of its form into its content, which shows when the page is loaded
   * again. Returns the text of those that cannot be drawn; null if there are none at all.
   */
  #drawAnnotations(page: number, form: number): Segment[] | null {
    const call = this.#call;
    const boxes: Segment[] = [];
    let isShown = false;
    this.#eachShown(page, (annotation, subtype) => {
      isShown = true;
      if (subtype !== subtypes.freeText) return;
      if (call.FPDFAnnot_GetAP(annotation, normalAppearance, 0, 0) > 2) return;
      boxes.push(...this.#linesOfBox(annotation));
    });
    if (!isShown) return null;
    // Draws fields whose values have no appearance yet.
    call.FORM_OnAfterLoadPage(page, form);
    call.FPDFPage_Flatten(page, 0);
    call.FORM_OnBeforeClosePage(page, form);
    return boxes.filter(({ text }) => text !== '');
  }

  /** Calls `use` with each annotation that may show text, unless there are too many. */
  #eachShown(page: number, use: (annotation: number, subtype: number) => void): void {
    const call = this.#call;
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
  #linesOfBox(annotation: number): Segment[] {
    const text = utf16(this.#pdfium, (to, length) =>
      this.#call.FPDFAnnot_GetStringValue(annotation, this.#named('Contents'), to, length),
    );
    this.#call.FPDFAnnot_GetRect(annotation, this.#scratch);
    const [x0 = 0, top = 0, x1 = 0] = new Float32Array(this.#pdfium.memory(), this.#scratch, 4);
    return text.split(/[\r\n]+/).map((line, index) => {
      const y = (index + 1) * lineHeight - top;
      return { text: line.trim(), x0, x1, y, size: 10, angle: 0, bold: false, mono: false };
    });
  }
}

/**
 * Reads text, outline and metadata with PDFium. Scripts and attachments are ignored.
 *
 * @throws AppError `unsupported_type`, `too_large`
 */
export function readDocument(bytes: Uint8Array): Promise<PdfDocument> {
  return withPdfium((pdfium) => {
    const { call } = pdfium;
    const file = call.malloc(bytes.length + 264);
    if (file === 0) throw failure('pdf_out_of_memory');
    return hold(file, call.free, () => {
      new Uint8Array(pdfium.memory(), file, bytes.length).set(bytes);
      const scratch = Math.ceil((file + bytes.length) / 8) * 8;
      const document = call.FPDF_LoadMemDocument(file, bytes.length, 0);
      if (document === 0) refuse(pdfium);
      return hold(document, call.FPDF_CloseDocument, () =>
        new DocumentReader(pdfium, document, scratch).read(),
      );
    });
  });
}
