import { describe, expect, test } from '@jest/globals';
import { cell, relations, row, xlsx } from '../../../test/ingestion/read/office-xml.ts';
import { outlineOf } from '../../../test/ingestion/read/outline.ts';
import { loadXlsx } from './xlsx.ts';

const outline = async (...given: Parameters<typeof xlsx>) =>
  outlineOf((await loadXlsx(xlsx(...given))).blocks);

const prices = row(1, ['Boat', 'Adults', 'Children']) + row(2, ['skiff', 12, 6]);
const stylesOf = (xfs: string, formats = '') => ({
  'xl/styles.xml': `<styleSheet><numFmts>${formats}</numFmts><fonts><font/><font><b/></font><font><b val="0"/></font></fonts><cellXfs>${xfs}</cellXfs></styleSheet>`,
});

test('each sheet is a section by its name', async () => {
  const sheets = {
    Prices: { rows: prices },
    Empty: { rows: '' },
    Contact: { rows: row(3, ['Quay 1']) },
  };
  expect(await outline(sheets)).toEqual([
    'h1 Prices',
    '| Boat: skiff; Adults: 12; Children: 6',
    'h1 Contact',
    'p Quay 1',
  ]);
});

test('what Excel hides is not read', async () => {
  const rows =
    row(1, ['Boat', 'Cost', 'Day', 'Price']) +
    row(2, ['skiff', 3, 'Mon', 12]) +
    row(3, ['canoe', 4, 'Tue', 15], 'hidden="1"');
  const before = '<cols><col min="2" max="2" hidden="1"/></cols>';
  expect(
    await outline({
      Prices: { rows, before },
      Staff: { rows: prices, state: 'hidden' },
      Keys: { rows: prices, state: 'veryHidden' },
    }),
  ).toEqual(['h1 Prices', '| Boat: skiff; Day: Mon; Price: 12']);
});

test('merged cells are in each of their places', async () => {
  const rows =
    row(1, ['Boats', '', '']) +
    row(2, ['Boat', 'Summer', '']) +
    row(3, ['', 'Adult', 'Child']) +
    row(4, ['skiff', 12, 6]) +
    row(5, ['', 10, 5]);
  const after = ['A1:C1', 'B2:C2', 'A2:A3', 'A4:A5']
    .map((ref) => `<mergeCell ref="${ref}"/>`)
    .join('');
  expect(await outline({ Prices: { rows, after: `<mergeCells>${after}</mergeCells>` } })).toEqual([
    'h1 Prices',
    'p Boats',
    '| Boat: skiff; Summer Adult: 12; Summer Child: 6',
    '| Boat: skiff; Summer Adult: 10; Summer Child: 5',
  ]);
});

describe('a cell is read as the sheet shows it', () => {
  const shown = async (value: string, parts = {}, workbook = '') => {
    const made = xlsx(
      { Sheet: { rows: `<row r="1">${value}</row>` } },
      {
        ...parts,
        ...(workbook && {
          'xl/workbook.xml': `<workbook>${workbook}<sheets><sheet name="Sheet" r:id="r1"/></sheets></workbook>`,
        }),
      },
    );
    return (await loadXlsx(made)).blocks.at(1)?.text;
  };

  test.each([
    ['dd.mm.yyyy', 45000, '15.03.2023'],
    ['[$-407]dddd, d. mmmm yyyy', 45000, 'Mittwoch, 15. März 2023'],
    ['h:mm', 0.4375, '10:30'],
    ['#,##0.00 "EUR"', 1234.5, '1,234.50 EUR'],
    ['_-* #,##0.00 €_-', 12, '12.00 €'],
    ['0%', 0.25, '25%'],
    ['"no. "0', 7, 'no. 7'],
    ['bogus[', 7, '7'],
  ])('by the format %s', async (format, value, text) => {
    const code = format.replaceAll('"', '&quot;');
    const styles = stylesOf(
      '<xf numFmtId="200"/>',
      `<numFmt numFmtId="200" formatCode="${code}"/>`,
    );
    expect(await shown(cell('A1', value), styles)).toBe(text);
  });

  test.each([
    ['a date as the country writes it, but clearly', '<xf numFmtId="14"/>', 45000, '2023-03-15'],
    ['a built-in percentage', '<xf numFmtId="10"/>', 0.125, '12.50%'],
    ['a sum without its rounding error', '<xf numFmtId="0"/>', 0.1 + 0.2, '0.3'],
  ])('%s', async (_case, xf, value, text) =>
    expect(await shown(cell('A1', value), stylesOf(xf))).toBe(text),
  );

  test('a day from 1904', async () => {
    const from1904 = '<workbookPr date1904="1"/>';
    expect(await shown(cell('A1', 43538), stylesOf('<xf numFmtId="14"/>'), from1904)).toBe(
      '2023-03-15',
    );
  });

  test('shared texts without their pronunciation, truths and errors', async () => {
    const cells =
      '<c r="A1" t="s"><v>0</v></c><c r="B1" t="b"><v>1</v></c><c r="C1" t="e"><v>#REF!</v></c><c r="D1" t="str"><f>A1</f><v>skiff</v></c>';
    const strings = {
      'xl/sharedStrings.xml':
        '<sst><si><r><t>har</t></r><r><t>bour</t></r><rPh><t>HA</t></rPh></si></sst>',
    };
    expect(await shown(cells, strings)).toBe('harbour; TRUE; skiff');
  });
});

test('a first row in bold names two columns', async () => {
  const rows = `<row r="1">${cell('A1', 'Boat', 1)}${cell('B1', 'Berth', 1)}</row>${row(2, ['skiff', 'north'])}`;
  expect(await outline({ Berths: { rows } }, stylesOf('<xf fontId="0"/><xf fontId="1"/>'))).toEqual(
    ['h1 Berths', '| Boat: skiff; Berth: north'],
  );
});

test('cells and rows without places, prefixes and absolute addresses are understood', async () => {
  const book = xlsx(
    { Prices: { rows: '' } },
    {
      'xl/worksheets/1.xml':
        '<x:worksheet><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>skiff</x:t></x:is></x:c><x:c><x:v>12</x:v></x:c></x:row></x:sheetData></x:worksheet>',
      'xl/_rels/workbook.xml.rels': relations('worksheet /xl/worksheets/1.xml'),
    },
  );
  expect(outlineOf((await loadXlsx(book)).blocks)).toEqual(['h1 Prices', '| skiff; 12']);
});

test('a large sheet is read whole', async () => {
  const rows = Array.from({ length: 20_000 }, (_, at) => row(at + 1, ['skiff', at, 'north'])).join(
    '',
  );
  const blocks = await outline({ Boats: { rows } });
  expect(blocks).toHaveLength(20_001);
  expect(blocks.at(-1)).toBe('| skiff; 19999; north');
});
