import type { Pdfium } from './pdfium.ts';

export interface TextStyle {
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

export const noStyle: TextStyle = {
  size: 1,
  angle: 0,
  cos: 1,
  sin: 0,
  bold: false,
  mono: false,
  invisible: false,
};

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
 * @param scratch pointer to 256 bytes
 */
export function textStyles({ call, memory }: Pdfium, textPage: number, scratch: number) {
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

  function read(index: number): TextStyle {
    const font = fontOf(object && call.FPDFTextObj_GetFont(object));
    call.FPDFText_GetMatrix(textPage, index, scratch);
    const [a, b, c, d] = new Float32Array(memory(), scratch, 4) as unknown as number[];
    const scale = Math.hypot(c!, d!) || 1;
    const size = call.FPDFText_GetFontSize(textPage, index) * scale || 1;
    const { bold, mono } = font;
    const invisible = object !== 0 && call.FPDFTextObj_GetTextRenderMode(object) === invisibleMode;
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
