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
    empty: () => '',
    'a ZIP signature': () => 'PK\x03\x04',
    'a ZIP without entries': () => zip([]),
    'a ZIP without a document': () => zip({ 'readme.txt': 'Hello' }),
    'a spreadsheet': () => zip({ 'xl/workbook.xml': '<workbook/>' }),
    'an OpenDocument text': () =>
      zip({ mimetype: { content: 'application/vnd.oasis.opendocument.text', method: 0 } }),
    'an empty document part': () => whole(''),
    'a document part of noise': () => whole(randomBytes(100_000)),
    'a document part that is HTML': () => whole('<html><body><p>Hello</body></html>'),
    'XML that is not closed': () => whole('<w:document><w:body><w:p>'),
    'XML that is closed too often': () => docx('</w:p>'.repeat(10_000)),
    'XML with NUL characters': () => docx(p('\0'.repeat(1000))),
    'XML in UTF-16': () =>
      whole(
        Buffer.from(
          '\ufeff' + documentOf(sentence, '<?xml version="1.0" encoding="UTF-16"?>'),
          'utf16le',
        ),
      ),
    'XML that lies about its encoding': () =>
      whole(
        Buffer.from(documentOf(sentence, '<?xml version="1.0" encoding="EBCDIC"?>'), 'utf16le'),
      ),
    'no body': () => whole(`<w:document ${namespace}/>`),
    'XML 100,000 deep': () => whole(nested('x', 100_000)),
    'paragraphs 20,000 deep': () => docx(nested('p', 20_000)),
    'tables 200 deep': () => docx(nestedTables(200)),
    'tables 5,000 deep': () => docx(nestedTables(5000)),
    'text boxes 2,000 deep': () => docx(nested('txbxContent', 2000)),
    'a million attributes': () =>
      docx(`<w:p ${Array.from({ length: 300_000 }, (_, index) => `a${index}="x"`).join(' ')}/>`),
    'an attribute of 20 MB': () => docx(`<w:p w:x="${'x'.repeat(20e6)}"/>` + sentence),
    'a tag name of 5 MB': () => docx(`<w:${'t'.repeat(5e6)}/>` + sentence),
    'a billion laughs': () => withEntities(`<!ENTITY l0 "ha">${laughs}`, '&l9;'),
    'a quadratic blow-up': () =>
      withEntities(`<!ENTITY a "${'a'.repeat(100_000)}">`, '&a;'.repeat(50_000)),
    'an entity that is itself': () => withEntities('<!ENTITY a "&a;">', '&a;'),
    'a file of the server as entity': () =>
      withEntities('<!ENTITY a SYSTEM "file:///etc/passwd">', 'The file says: &a; and no more.'),
    'an address of the network as entity': () =>
      withEntities('<!ENTITY a SYSTEM "http://169.254.169.254/latest/">', 'It says: &a; there.'),
    'an external parameter entity': () =>
      withEntities('<!ENTITY % a SYSTEM "http://127.0.0.1:9/a.dtd"> %a;', 'Plain.'),
    '200,000 empty paragraphs': () => docx('<w:p/>'.repeat(200_000)),
    '200,000 runs in a paragraph': () =>
      docx(`<w:p>${'<w:r><w:t>a</w:t></w:r>'.repeat(200_000)}</w:p>`),
    'a word of 20 MB': () => docx(p('a'.repeat(20e6))),
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
    'a zip bomb in another part': () => docx(sentence, { 'word/media/a.bin': Buffer.alloc(200e6) }),
    'a zip bomb in the styles': () =>
      docx(sentence, { 'word/styles.xml': Buffer.alloc(200e6, 0x20) }),
    'a ZIP in a ZIP in a ZIP': () => {
      let inner = zip({ 'a.bin': Buffer.alloc(10e6) });
      for (let depth = 0; depth < 10; depth++) inner = zip({ 'a.zip': inner });
      return docx(sentence, { 'word/a.zip': inner });
    },
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
    'a compression that nobody knows': () => whole({ content: randomBytes(2000), method: 97 }),
    'deflated noise': () =>
      Buffer.from(docx(sentence).map((byte, index) => (index > 700 ? byte ^ 0x55 : byte))),
    'a checksum that is wrong': () => whole({ content: document, crc: 1 }),
    'sizes of 4 GB': () => whole({ content: document, size: 0xffffffff }),
    'offsets beyond the end': () => whole({ content: document, offset: 0x7fffffff }),
    'a directory beyond the end': () => docx(sentence, {}, { offset: 0x7fffffff }),
    'a directory of 65,535 that has 3': () => docx(sentence, {}, { count: 65_535 }),
    'a comment that is not there': () => docx(sentence, {}, { comment: 65_535 }),
    'a style that is based on itself': () =>
      docx(sentence, {
        'word/styles.xml': `<w:styles ${namespace}><w:style w:styleId="a"><w:basedOn w:val="a"/></w:style></w:styles>`,
      }),
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
    'an encrypted package': () =>
      Buffer.concat([
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        Buffer.from('EncryptedPackage', 'utf16le'),
        randomBytes(50_000),
      ]),
  });
