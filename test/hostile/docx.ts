import { crc32, deflateRawSync } from 'node:zlib';
import { files, randomBytes, type HostileFile } from './file.ts';

/** ZIP files written by hand, so that their directories can lie, and the XML that goes into them. */

interface Entry {
  name: string;
  data: Buffer | string;
  method?: number;
  flags?: number;
  /** Declared instead of the truth. */
  size?: number;
  crc?: number;
  /** Where the directory says that it is. */
  offset?: number;
}

interface Directory {
  /** Entries that the end record counts. */
  count?: number;
  offset?: number;
  /** Central entries that are written once more each. */
  repeat?: number;
  comment?: number;
}

function zip(entries: readonly Entry[], directory: Directory = {}): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { method = 8, flags = 0 } = entry;
    const raw = Buffer.from(entry.data);
    const data = method === 8 ? deflateRawSync(raw) : raw;
    const name = Buffer.from(entry.name);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(flags, 2);
    about.writeUInt16LE(method, 4);
    about.writeUInt32LE(entry.crc ?? crc32(raw), 10);
    about.writeUInt32LE(data.length, 14);
    about.writeUInt32LE(entry.size ?? raw.length, 18);
    about.writeUInt16LE(name.length, 22);
    local.push(Buffer.from('PK\x03\x04', 'latin1'), about, name, data);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(entry.offset ?? offset, 10);
    const row = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), about, tail, name]);
    for (let count = 0; count <= (directory.repeat ?? 0); count++) central.push(row);
    offset += 30 + name.length + data.length;
  }
  const rows = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  const count = Math.min(directory.count ?? central.length, 0xffff);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(rows.length, 12);
  end.writeUInt32LE(directory.offset ?? offset, 16);
  end.writeUInt16LE(directory.comment ?? 0, 20);
  return Buffer.concat([...local, rows, end]);
}

const types =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
const relations =
  '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>';
const parts: Entry[] = [
  { name: '[Content_Types].xml', data: types },
  { name: '_rels/.rels', data: relations },
];

/** A document whose word/document.xml is `xml`, with further parts. */
const docx = (xml: Buffer | string, more: Entry[] = [], directory?: Directory) =>
  zip([...parts, { name: 'word/document.xml', data: xml }, ...more], directory);

const namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const documentOf = (body: string, prolog = '<?xml version="1.0"?>') =>
  `${prolog}<w:document ${namespace}><w:body>${body}</w:body></w:document>`;
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const sentence = paragraph('The harbour museum opens at ten.');
const nested = (tag: string, depth: number) =>
  `<w:${tag}>`.repeat(depth) + sentence + `</w:${tag}>`.repeat(depth);
const nestedTables = (depth: number) =>
  '<w:tbl><w:tr><w:tc>'.repeat(depth) + sentence + '</w:tc></w:tr></w:tbl>'.repeat(depth);
const withEntities = (declarations: string, reference: string) =>
  docx(documentOf(paragraph(reference), `<?xml version="1.0"?><!DOCTYPE x [${declarations}]>`));
const laughs = Array.from(
  { length: 9 },
  (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
).join('');
const related = (relation: string, more: Entry[] = []) =>
  docx(documentOf(sentence), [
    {
      name: 'word/_rels/document.xml.rels',
      data: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation}</Relationships>`,
    },
    ...more,
  ]);

export const hostileDocx = (): HostileFile[] =>
  files(
    'docx',
    {
      empty: () => '',
      'a ZIP signature': () => 'PK\x03\x04',
      'a ZIP without entries': () => zip([]),
      'a ZIP without a document': () => zip([{ name: 'readme.txt', data: 'Hello' }]),
      'a spreadsheet': () => zip([{ name: 'xl/workbook.xml', data: '<workbook/>' }, ...parts]),
      'an OpenDocument text': () =>
        zip([{ name: 'mimetype', data: 'application/vnd.oasis.opendocument.text', method: 0 }]),
      'an empty document part': () => docx(''),
      'a document part of noise': () => docx(randomBytes(100_000)),
      'a document part that is HTML': () => docx('<html><body><p>Hello</body></html>'),
      'XML that is not closed': () => docx('<w:document><w:body><w:p>'),
      'XML that is closed too often': () => docx(documentOf('</w:p>'.repeat(10_000))),
      'XML with NUL characters': () => docx(documentOf(paragraph('\0'.repeat(1000)))),
      'XML in UTF-16': () =>
        docx(
          Buffer.from(
            '\ufeff' + documentOf(sentence, '<?xml version="1.0" encoding="UTF-16"?>'),
            'utf16le',
          ),
        ),
      'XML that lies about its encoding': () =>
        docx(
          Buffer.from(documentOf(sentence, '<?xml version="1.0" encoding="EBCDIC"?>'), 'utf16le'),
        ),
      'no body': () => docx(`<w:document ${namespace}/>`),
      'XML 100,000 deep': () => docx(nested('x', 100_000)),
      'paragraphs 20,000 deep': () => docx(documentOf(nested('p', 20_000))),
      'tables 200 deep': () => docx(documentOf(nestedTables(200))),
      'tables 5,000 deep': () => docx(documentOf(nestedTables(5000))),
      'text boxes 2,000 deep': () => docx(documentOf(nested('txbxContent', 2000))),
      'a million attributes': () =>
        docx(
          documentOf(
            `<w:p ${Array.from({ length: 300_000 }, (_, index) => `a${index}="x"`).join(' ')}/>`,
          ),
        ),
      'an attribute of 20 MB': () =>
        docx(documentOf(`<w:p w:x="${'x'.repeat(20e6)}"/>` + sentence)),
      'a tag name of 5 MB': () => docx(documentOf(`<w:${'t'.repeat(5e6)}/>` + sentence)),
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
      '200,000 empty paragraphs': () => docx(documentOf('<w:p/>'.repeat(200_000))),
      '200,000 runs in a paragraph': () =>
        docx(documentOf(`<w:p>${'<w:r><w:t>a</w:t></w:r>'.repeat(200_000)}</w:p>`)),
      'a word of 20 MB': () => docx(documentOf(paragraph('a'.repeat(20e6)))),
      'a table of 50,000 cells in a row': () =>
        docx(
          documentOf(
            `<w:tbl><w:tr>${`<w:tc>${paragraph('a')}</w:tc>`.repeat(50_000)}</w:tr></w:tbl>`,
          ),
        ),
      'a cell that spans 2 billion': () =>
        docx(
          documentOf(
            `<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2147483647"/></w:tcPr>${sentence}</w:tc></w:tr></w:tbl>`,
          ),
        ),
      'a list level of a billion': () =>
        docx(
          documentOf(
            `<w:p><w:pPr><w:numPr><w:ilvl w:val="1000000000"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>Item</w:t></w:r></w:p>`,
          ),
        ),
      'a zip bomb of 100 MB': () => docx(documentOf(paragraph(' '.repeat(100e6)))),
      'a zip bomb of 400 MB': () => docx(Buffer.alloc(400e6, 0x20)),
      'a zip bomb that says it is small': () =>
        zip([...parts, { name: 'word/document.xml', data: Buffer.alloc(150e6, 0x20), size: 100 }]),
      'a zip bomb in another part': () =>
        docx(documentOf(sentence), [{ name: 'word/media/a.bin', data: Buffer.alloc(200e6) }]),
      'a zip bomb in the styles': () =>
        docx(documentOf(sentence), [{ name: 'word/styles.xml', data: Buffer.alloc(200e6, 0x20) }]),
      'a ZIP in a ZIP in a ZIP': () => {
        let inner = zip([{ name: 'a.bin', data: Buffer.alloc(10e6) }]);
        for (let depth = 0; depth < 10; depth++) inner = zip([{ name: 'a.zip', data: inner }]);
        return docx(documentOf(sentence), [{ name: 'word/a.zip', data: inner }]);
      },
      '60,000 overlapping entries': () =>
        docx(documentOf(sentence), [{ name: 'a', data: Buffer.alloc(1e6) }], { repeat: 20_000 }),
      '60,000 entries': () =>
        docx(
          documentOf(sentence),
          Array.from({ length: 60_000 }, (_, index) => ({
            name: `a/${index}`,
            data: '',
            method: 0,
          })),
        ),
      'two documents in one': () =>
        docx(documentOf(sentence), [{ name: 'word/document.xml', data: Buffer.alloc(50e6, 0x20) }]),
      'names that climb out': () =>
        docx(documentOf(sentence), [{ name: '../../../../etc/cron.d/x', data: '* * * * *' }]),
      'an entry with a password': () =>
        zip([
          ...parts,
          { name: 'word/document.xml', data: randomBytes(2000), method: 0, flags: 1 },
        ]),
      'a compression that nobody knows': () =>
        zip([...parts, { name: 'word/document.xml', data: randomBytes(2000), method: 97 }]),
      'deflated noise': () =>
        Buffer.from(
          docx(documentOf(sentence)).map((byte, index) => (index > 700 ? byte ^ 0x55 : byte)),
        ),
      'a checksum that is wrong': () =>
        zip([...parts, { name: 'word/document.xml', data: documentOf(sentence), crc: 1 }]),
      'sizes of 4 GB': () =>
        zip([
          ...parts,
          { name: 'word/document.xml', data: documentOf(sentence), size: 0xffffffff },
        ]),
      'offsets beyond the end': () =>
        zip([
          ...parts,
          { name: 'word/document.xml', data: documentOf(sentence), offset: 0x7fffffff },
        ]),
      'a directory beyond the end': () => docx(documentOf(sentence), [], { offset: 0x7fffffff }),
      'a directory of 65,535 that has 3': () => docx(documentOf(sentence), [], { count: 65_535 }),
      'a comment that is not there': () => docx(documentOf(sentence), [], { comment: 65_535 }),
      'a style that is based on itself': () =>
        docx(documentOf(sentence), [
          {
            name: 'word/styles.xml',
            data: `<w:styles ${namespace}><w:style w:styleId="a"><w:basedOn w:val="a"/></w:style></w:styles>`,
          },
        ]),
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
    },
    [
      'XML 100,000 deep',
      'paragraphs 20,000 deep',
      'a million attributes',
      '200,000 empty paragraphs',
      '200,000 runs in a paragraph',
      'a word of 20 MB',
      'a table of 50,000 cells in a row',
      'a cell that spans 2 billion',
      'a zip bomb of 100 MB',
      'a zip bomb of 400 MB',
      'a zip bomb in the styles',
      '100,000 relations',
    ],
  );
