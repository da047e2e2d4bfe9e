import { docx, p, packageParts } from '../ingestion/read/docx-xml.ts';
import { zip, type Entries } from '../ingestion/read/zip.ts';
import { files, randomBytes, type HostileFile } from './file.ts';

/** ZIP files whose directories lie, and XML that is hard on parsers. */

/** A document whose word/document.xml is `xml`. */
const whole = (xml: Entries[string], more?: Entries) =>
  docx('', { ...more, 'word/document.xml': xml });

const namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const documentOf = (body: string, prolog = '') =>
  `${prolog}<w:document ${namespace}><w:body>${body}</w:body></w:document>`;
const sentence = p('The harbour museum opens at ten.');
const document = documentOf(sentence);
const nested = (tag: string, depth: number) =>
  `<w:${tag}>`.repeat(depth) + sentence + `</w:${tag}>`.repeat(depth);
const nestedTables = (depth: number) =>
  '<w:tbl><w:tr><w:tc>'.repeat(depth) + sentence + '</w:tc></w:tr></w:tbl>'.repeat(depth);
const withEntities = (declarations: string, reference: string) =>
  whole(documentOf(p(reference), `<?xml version="1.0"?><!DOCTYPE x [${declarations}]>`));
const laughs = Array.from(
  { length: 9 },
  (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
).join('');
const related = (relation: string) =>
  docx(sentence, {
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation}</Relationships>`,
  });

export const hostileDocx = (): HostileFile[] =>
  files('docx', {
    'a ZIP without entries': () => zip([]),
    'an empty document part': () => whole(''),
    'XML that is not closed': () => whole('<w:document><w:body><w:p>'),
    'XML in UTF-16': () =>
      whole(
        Buffer.from(
          '\ufeff' + documentOf(sentence, '<?xml version="1.0" encoding="UTF-16"?>'),
          'utf16le',
        ),
      ),
    'no body': () => whole(`<w:document ${namespace}/>`),
    'XML 100,000 deep': () => whole(nested('x', 100_000)),
    'paragraphs 20,000 deep': () => docx(nested('p', 20_000)),
    'tables 5,000 deep': () => docx(nestedTables(5000)),
    'text boxes 2,000 deep': () => docx(nested('txbxContent', 2000)),
    'a million attributes': () =>
      docx(`<w:p ${Array.from({ length: 300_000 }, (_, index) => `a${index}="x"`).join(' ')}/>`),
    'a billion laughs': () => withEntities(`<!ENTITY l0 "ha">${laughs}`, '&l9;'),
    'a file of the server as entity': () =>
      withEntities('<!ENTITY a SYSTEM "file:///etc/passwd">', 'The file says: &a; and no more.'),
    '200,000 empty paragraphs': () => docx('<w:p/>'.repeat(200_000)),
    '200,000 runs in a paragraph': () =>
      docx(`<w:p>${'<w:r><w:t>a</w:t></w:r>'.repeat(200_000)}</w:p>`),
    'a table of 50,000 cells in a row': () =>
      docx(`<w:tbl><w:tr>${`<w:tc>${p('a')}</w:tc>`.repeat(50_000)}</w:tr></w:tbl>`),
    'a cell that spans 2 billion': () =>
      docx(
        `<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2147483647"/></w:tcPr>${sentence}</w:tc></w:tr></w:tbl>`,
      ),
    'a list level of a billion': () =>
      docx(
        `<w:p><w:pPr><w:numPr><w:ilvl w:val="1000000000"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>Item</w:t></w:r></w:p>`,
      ),
    'a zip bomb of 100 MB': () => docx(p(' '.repeat(100e6))),
    'a zip bomb of 400 MB': () => whole(Buffer.alloc(400e6, 0x20)),
    'a zip bomb that says it is small': () =>
      whole({ content: Buffer.alloc(150e6, 0x20), size: 100 }),
    'a zip bomb in the styles': () =>
      docx(sentence, { 'word/styles.xml': Buffer.alloc(200e6, 0x20) }),
    '60,000 overlapping entries': () =>
      docx(sentence, { a: Buffer.alloc(1e6) }, { repeat: 20_000 }),
    '60,000 entries': () =>
      docx(
        sentence,
        Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`a/${index}`, ''])),
      ),
    'two documents in one': () =>
      zip([
        ...Object.entries(packageParts),
        ['word/document.xml', document],
        ['word/document.xml', Buffer.alloc(50e6, 0x20)],
      ]),
    'names that climb out': () => docx(sentence, { '../../../../etc/cron.d/x': '* * * * *' }),
    'an entry with a password': () => whole({ content: randomBytes(2000), method: 0, flags: 1 }),
    'deflated noise': () =>
      Buffer.from(docx(sentence).map((byte, index) => (index > 700 ? byte ^ 0x55 : byte))),
    'sizes of 4 GB': () => whole({ content: document, size: 0xffffffff }),
    'a directory beyond the end': () => docx(sentence, {}, { offset: 0x7fffffff }),
    'a directory of 65,535 that has 3': () => docx(sentence, {}, { count: 65_535 }),
    'a relation to a file of the server': () =>
      related(
        '<Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="file:///etc/passwd" TargetMode="External"/>',
      ),
    'a relation that leads to itself': () =>
      related(
        '<Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes" Target="document.xml"/>',
      ),
    '100,000 relations': () =>
      related('<Relationship Id="r" Type="x" Target="x"/>'.repeat(100_000)),
  });
