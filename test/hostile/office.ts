import { cell, epub, odf, pptx, row, shape, xlsx } from '../ingestion/read/office-xml.ts';
import { zip, type Entries } from '../ingestion/read/zip.ts';
import { files, randomBytes, type HostileFile, type Makers } from './file.ts';

/** Sheets, presentations, OpenDocument files, e-books and RTF that are hard on parsers. */

const opening = 'The harbour museum opens at ten.';
const laughs = `<!DOCTYPE x [<!ENTITY l0 "ha">${Array.from(
  { length: 9 },
  (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
).join('')}]>`;

/** Faults that every zipped format can have. @param main name of the part that has the text */
const zipped = (make: (parts?: Entries) => Buffer, main: string): Makers => ({
  'no ZIP at all': () => opening.repeat(100),
  'an empty file': () => '',
  'a ZIP without entries': () => zip([]),
  'cut off in the middle': () => make().subarray(0, 600),
  'an older format, or a password': () =>
    Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), randomBytes(5000)]),
  'an entry with a password': () =>
    make({ [main]: { content: randomBytes(2000), method: 0, flags: 1 } }),
  'a zip bomb of 400 MB': () => make({ [main]: Buffer.alloc(400e6, 0x20) }),
  'a zip bomb that says it is small': () =>
    make({ [main]: { content: Buffer.alloc(150e6, 0x20), size: 100 } }),
  'a billion laughs': () => make({ [main]: `${laughs}<x>&l9;</x>` }),
  'elements 100,000 deep': () => make({ [main]: '<x>'.repeat(100_000) + opening }),
  'names that climb out': () => make({ '../../../../etc/cron.d/x.xml': '* * * * *' }),
});

const sheet = (rows: string, more = {}) => xlsx({ Prices: { rows, ...more } });
const manyRows = (count: number, of: (number: number) => string) =>
  Array.from({ length: count }, (_, at) => of(at + 1)).join('');

const hostileXlsx = (): Makers => ({
  ...zipped(
    (parts) => xlsx({ Prices: { rows: row(1, ['Boat', opening]) } }, parts),
    'xl/worksheets/1.xml',
  ),
  '10,000 sheets': () =>
    xlsx(
      Object.fromEntries(
        Array.from({ length: 10_000 }, (_, at) => [`Sheet ${at}`, { rows: row(1, ['Boat', 12]) }]),
      ),
    ),
  '30,000 sheets': () =>
    xlsx(
      Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`Sheet ${at}`, { rows: '' }])),
    ),
  'a cell of 20 MB': () => sheet(row(1, ['x'.repeat(20e6), 'Boat'])),
  'a cell in the last column of 50,000 rows': () =>
    sheet(manyRows(50_000, (number) => `<row r="${number}">${cell(`XFD${number}`, 1)}</row>`)),
  'a cell in the last row of a sheet': () => sheet(row(1_048_576, ['Boat', opening])),
  'a row of number 1e300': () => sheet(`<row r="1e300">${cell('A1', opening)}</row>`),
  'merged over the whole sheet, 10,000 times': () =>
    sheet(
      manyRows(100, (number) => row(number, ['Boat', 12])),
      {
        after: '<mergeCell ref="A1:XFD1048576"/>'.repeat(10_000),
      },
    ),
  'columns hidden to infinity': () =>
    sheet(row(1, ['Boat', opening]), {
      before: '<cols><col min="1" max="1e99" hidden="1"/></cols>',
    }),
  'a format of a megabyte': () =>
    xlsx(
      { Prices: { rows: cell('A1', 12, 0) } },
      {
        'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${'0;'.repeat(500_000)}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>`,
      },
    ),
  'a sheet that is its own workbook': () =>
    xlsx(
      { Prices: { rows: '' } },
      {
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="r1" Type="worksheet" Target="workbook.xml"/></Relationships>',
      },
    ),
});

const hostilePptx = (): Makers => ({
  ...zipped((parts) => pptx([shape('', opening)], parts), 'ppt/slides/slide1.xml'),
  'groups 20,000 deep': () =>
    pptx(['<p:grpSp>'.repeat(20_000) + shape('', opening) + '</p:grpSp>'.repeat(20_000)]),
  'a cell that spans 2 billion': () =>
    pptx([
      `<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr><a:tc gridSpan="2147483647" rowSpan="2147483647"><a:txBody><a:p><a:r><a:t>${opening}</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`,
    ]),
  '15,000 slides': () => pptx(Array.from({ length: 15_000 }, () => shape('title', 'Boats'))),
});

const tableOf = (rows: string) =>
  `<office:spreadsheet><table:table table:name="Prices">${rows}</table:table></office:spreadsheet>`;
const odfCell = (attributes: string) =>
  `<table:table-row><table:table-cell ${attributes}><text:p>Boat</text:p></table:table-cell></table:table-row>`;

const hostileOdf = (): Makers => ({
  ...zipped(
    (parts) => odf(`<office:text><text:p>${opening}</text:p></office:text>`, '', parts),
    'content.xml',
  ),
  'a cell that is repeated a billion times': () =>
    odf(tableOf(odfCell('table:number-columns-repeated="1000000000"'))),
  'a row that is repeated a billion times': () =>
    odf(
      tableOf(
        odfCell('').replace(
          '<table:table-row',
          '<table:table-row table:number-rows-repeated="1000000000"',
        ),
      ),
    ),
  'a cell that spans a billion rows and columns': () =>
    odf(
      tableOf(
        odfCell(
          'table:number-columns-spanned="1000000000" table:number-rows-spanned="1000000000"',
        ).repeat(100),
      ),
    ),
  'tables 5,000 deep': () =>
    odf(
      `<office:text>${'<table:table><table:table-row><table:table-cell>'.repeat(5000)}<text:p>${opening}</text:p></office:text>`,
    ),
  'sections 50,000 deep': () =>
    odf(`<office:text>${'<text:section>'.repeat(50_000)}<text:p>${opening}</text:p></office:text>`),
});

const hostileEpub = (): Makers => ({
  ...zipped((parts) => epub([`<p>${opening}</p>`], parts), 'OPS/text/c 0.xhtml'),
  'a book that is its own chapter': () =>
    epub([], {
      'OPS/book.opf':
        '<package><manifest><item id="a" href="book.opf"/></manifest><spine><itemref idref="a"/></spine></package>',
    }),
  'a chapter that is read 100,000 times': () =>
    epub([`<p>${opening.repeat(100)}</p>`], {
      'OPS/book.opf': `<package><manifest><item id="a" href="text/c%200.xhtml"/></manifest><spine>${'<itemref idref="a"/>'.repeat(100_000)}</spine></package>`,
    }),
  'a chapter of another server': () =>
    epub([], {
      'OPS/book.opf':
        '<package><manifest><item id="a" href="http://169.254.169.254/"/></manifest><spine><itemref idref="a"/></spine></package>',
    }),
});

const hostileRtf = (): Makers => ({
  'another type': () => opening,
  'an empty file': () => '',
  'groups 1,000,000 deep': () => `{\\rtf1 ${'{'.repeat(1e6)}${opening}`,
  'groups that never open': () => `{\\rtf1 ${'}'.repeat(1e6)}${opening}`,
  'binary data of 4 GB': () => `{\\rtf1 \\bin4294967295 ${opening}}`,
  'binary data backwards': () => `{\\rtf1 \\bin-5 ${opening}}`,
  'a picture of 30 MB': () => `{\\rtf1{\\pict ${'00'.repeat(15e6)}}${opening}}`,
  'a row of a million cells': () => `{\\rtf1 ${'a\\cell '.repeat(1e6)}\\row}`,
  '3,000 rows with edges of their own': () =>
    `{\\rtf1 ${Array.from({ length: 3000 }, (_, at) => `\\trowd\\cellx${at * 100}\\cellx9000000 a\\cell b\\cell\\row`).join('')}}`,
  'half of a character': () => `{\\rtf1\\ansicpg932 \\'82\\u-10179?${opening}}`,
  'no code page': () => `{\\rtf1\\ansicpg-1 \\'e4${opening}}`,
  'control words of a megabyte': () => `{\\rtf1 \\${'a'.repeat(1e6)} ${opening}}`,
});

const hostileCsv = (): Makers => ({
  'a megabyte of NUL': () => Buffer.alloc(1e6),
  'a quote that never closes': () => `Boat,Price\n"${'skiff,12\n'.repeat(500_000)}`,
  'a row of a million cells': () => 'a,'.repeat(1e6),
  'a row of 2,000 cells above 50,000 rows': () => `${'a,'.repeat(2000)}\n${'b\n'.repeat(50_000)}`,
  'a cell of 20 MB': () => `Boat,Price\n${'x'.repeat(20e6)},12\n`,
  'two million rows': () => 'a,1\n'.repeat(2e6),
  'quotes only': () => '"'.repeat(2e6),
  'each row with another separator': () => 'a,b;c\td|e\n1;2,3\n4\t5|6\n'.repeat(100_000),
  'line ends of three systems, mixed': () => 'a,b\rc,d\r\ne,"f\r\n\n"\n\r'.repeat(200_000),
  'UTF-16 of odd length with halves of characters': () =>
    Buffer.concat([
      Buffer.from('\ufeffa\ud800,b\udc00\n'.repeat(10_000), 'utf16le'),
      Buffer.of(0x2c),
    ]),
});

export const hostileOffice = (): HostileFile[] => [
  ...files('xlsx', hostileXlsx()),
  ...files('pptx', hostilePptx()),
  ...files('odf', hostileOdf()),
  ...files('epub', hostileEpub()),
  ...files('rtf', hostileRtf()),
  ...files('csv', hostileCsv()),
];
