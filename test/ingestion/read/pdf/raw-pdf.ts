import { deflateSync } from 'node:zlib';

/** A PDF in its own syntax, for what no library writes. Latin-1 in strings stands for bytes. */
export interface RawPdf {
  /** Content streams, with what else belongs into the dictionary of their page. */
  pages: (string | { content: string; entries: string })[];
  /** Dictionaries by name; `/F1` is Helvetica and `/F2` Helvetica-Bold anyway. */
  fonts?: Record<string, string>;
  /** Further objects, from number 100 on. */
  objects?: string[];
  /** Further entries of the catalogue, the trailer, and the information dictionary. */
  catalog?: string;
  trailer?: string;
  info?: string;
}

const simpleFont = (name: string) =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;

export const stream = (data: string | Buffer, entries = ''): string =>
  `<< /Length ${data.length} ${entries} >>\nstream\n${data.toString('latin1')}\nendstream`;

export const flate = (data: string | Buffer, entries = '') =>
  stream(deflateSync(data), `/Filter /FlateDecode ${entries}`);

/** The number of the page's object, from 0. */
export const pageObject = (index: number) => 1_000_000 + 2 * index;

export function rawPdf(pdf: RawPdf): Buffer {
  const { pages, fonts = {}, objects = [], catalog = '', trailer = '', info = '' } = pdf;
  const named = { F1: simpleFont('Helvetica'), F2: simpleFont('Helvetica-Bold'), ...fonts };
  const fontEntries = Object.entries(named).map(([name, font]) => `/${name} ${font}`);
  const kids = pages.map((_, index) => `${pageObject(index)} 0 R`);
  const all = new Map<number, string>([
    [1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`],
    [2, `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} >>`],
    [3, `<< ${info} >>`],
    [4, `<< /Font << ${fontEntries.join(' ')} >> >>`],
    ...objects.map((object, index) => [100 + index, object] as const),
  ]);
  for (const [index, page] of pages.entries()) {
    const { content, entries } = typeof page === 'string' ? { content: page, entries: '' } : page;
    const number = pageObject(index);
    const links = `/Parent 2 0 R /Resources 4 0 R /Contents ${number + 1} 0 R`;
    all.set(number, `<< /Type /Page /MediaBox [0 0 600 800] ${links} ${entries} >>`);
    all.set(number + 1, content.startsWith('<<') ? content : stream(content));
  }
  const size = Math.max(...all.keys()) + 1;
  return assemble(all, `<< /Size ${size} /Root 1 0 R /Info 3 0 R ${trailer} >>`);
}

/** A PDF of objects by number, each as it is written. @param trailer the whole dictionary */
export function assemble(objects: ReadonlyMap<number, string>, trailer?: string): Buffer {
  let file = `%PDF-1.7\n%\xe2\xe3\xcf\xd3\n`;
  let table = 'xref\n0 1\n0000000000 65535 f \n';
  for (const [number, object] of objects) {
    table += `${number} 1\n${String(file.length).padStart(10, '0')} 00000 n \n`;
    file += `${number} 0 obj\n${object}\nendobj\n`;
  }
  const size = Math.max(...objects.keys()) + 1;
  const last = trailer ?? `<< /Size ${size} /Root 1 0 R >>`;
  const end = `trailer\n${last}\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + table + end, 'latin1');
}

export interface Shown {
  x: number;
  y: number;
  text: string;
  size?: number;
  /** `F2` is bold. */
  font?: string;
}

const literal = (text: string) => `(${text.replace(/[\\()]/g, '\\$&')})`;

/** A content stream that shows texts in the order given. */
export const show = (texts: readonly Shown[]) =>
  texts
    .map(({ x, y, text, size = 10, font = 'F1' }) => {
      const string = /^<[\da-f]*>$/.test(text) ? text : literal(text);
      return `BT /${font} ${size} Tf 1 0 0 1 ${x} ${y} Tm ${string} Tj ET`;
    })
    .join('\n');

/** Lines under each other, 12 points apart. */
export const linesAt = (x: number, y: number, texts: readonly string[]): Shown[] =>
  texts.map((text, index) => ({ x, y: y - 12 * index, text }));
