import { zip, type Entries } from './zip.ts';

/** Builders of small workbooks, presentations, OpenDocument files and e-books. */

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const namespaces = [
  `xmlns:r="${office}"`,
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"',
].join(' ');

/** Relations with the ids r1, r2 …; each is `TYPE PART`. */
export const relations = (...all: string[]) =>
  `<Relationships>${all
    .map((each, at) => {
      const [type, part] = each.split(' ');
      return `<Relationship Id="r${at + 1}" Type="${office}/${type}" Target="${part}"/>`;
    })
    .join('')}</Relationships>`;

export interface Sheet {
  /** Content of `<sheetData>`. */
  rows: string;
  /** Elements before and behind it. */
  before?: string;
  after?: string;
  state?: string;
}

/** A workbook of sheets by their names. */
export function xlsx(sheets: Record<string, Sheet>, parts: Entries = {}): Buffer {
  const all = Object.entries(sheets);
  const list = all.map(
    ([name, { state = 'visible' }], at) =>
      `<sheet name="${name}" sheetId="${at + 1}" state="${state}" r:id="r${at + 1}"/>`,
  );
  const links = all.map((_, at) => `worksheet worksheets/${at + 1}.xml`);
  return zip({
    '_rels/.rels': relations('officeDocument xl/workbook.xml'),
    'xl/workbook.xml': `<workbook ${namespaces}><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ...links,
      'sharedStrings sharedStrings.xml',
      'styles styles.xml',
    ),
    ...Object.fromEntries(
      all.map(([, { rows, before = '', after = '' }], at) => [
        `xl/worksheets/${at + 1}.xml`,
        `<worksheet>${before}<sheetData>${rows}</sheetData>${after}</worksheet>`,
      ]),
    ),
    ...parts,
  });
}

/** A cell at its place: a number, or a text. */
export const cell = (place: string, value: string | number, style = 0) =>
  typeof value === 'number'
    ? `<c r="${place}" s="${style}"><v>${value}</v></c>`
    : `<c r="${place}" s="${style}" t="inlineStr"><is><t>${value}</t></is></c>`;

/** A row of cells from column A; empty ones are left out. */
export const row = (number: number, values: (string | number)[], attributes = '') =>
  `<row r="${number}" ${attributes}>${values
    .map((value, at) =>
      value === '' ? '' : cell(`${String.fromCharCode(65 + at)}${number}`, value),
    )
    .join('')}</row>`;

/** A presentation of slides, each the content of its shape tree. */
export function pptx(slides: string[], parts: Entries = {}): Buffer {
  const ids = slides.map((_, at) => `<p:sldId id="${at + 256}" r:id="r${at + 1}"/>`);
  return zip({
    '_rels/.rels': relations('officeDocument ppt/presentation.xml'),
    'ppt/presentation.xml': `<p:presentation ${namespaces}><p:sldIdLst>${ids.join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      ...slides.map((_, at) => `slide slides/slide${at + 1}.xml`),
    ),
    ...Object.fromEntries(slides.map((tree, at) => [`ppt/slides/slide${at + 1}.xml`, slide(tree)])),
    ...parts,
  });
}

export const slide = (tree: string, attributes = '') =>
  `<p:sld ${namespaces} ${attributes}><p:cSld><p:spTree>${tree}</p:spTree></p:cSld></p:sld>`;

/** A shape of paragraphs; `type` is that of its placeholder. */
export const shape = (type: string, ...paragraphs: string[]) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name=""/><p:nvPr>${type && `<p:ph type="${type}"/>`}</p:nvPr></p:nvSpPr><p:txBody>${paragraphs
    .map((text) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`)
    .join('')}</p:txBody></p:sp>`;

/** An OpenDocument file whose `office:body` is this. */
export const odf = (body: string, styles = '', parts: Entries = {}) =>
  zip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body>${body}</office:body></office:document-content>`,
    ...parts,
  });

/** An e-book of chapters, each the content of its `body`. */
export const epub = (chapters: string[], parts: Entries = {}) =>
  zip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
    'OPS/book.opf': `<package><metadata xmlns:dc="x"><dc:title>Sea birds</dc:title><dc:language>en</dc:language></metadata><manifest>${chapters
      .map((_, at) => `<item id="c${at}" href="text/c%20${at}.xhtml"/>`)
      .join('')}</manifest><spine>${chapters
      .map((_, at) => `<itemref idref="c${at}"/>`)
      .join('')}</spine></package>`,
    ...Object.fromEntries(
      chapters.map((body, at) => [
        `OPS/text/c ${at}.xhtml`,
        `<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>${body}</body></html>`,
      ]),
    ),
    ...parts,
  });
