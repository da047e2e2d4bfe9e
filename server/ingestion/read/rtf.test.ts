import { describe, expect, test } from '@jest/globals';
import { outlineOf } from '../../../test/ingestion/read/outline.ts';
import { loadRtf } from './rtf.ts';

const load = (body: string) =>
  loadRtf(Buffer.from(`{\\rtf1\\ansi\\ansicpg1252 ${body}}`, 'latin1'));
const outline = (body: string) => outlineOf(load(body).blocks);

describe('characters', () => {
  test.each([
    ['of the code page', "Gr\\'fc\\'dfe", 'Grüße'],
    ['as they are', 'Gr\xfc\xdfe', 'Grüße'],
    ['of a font', "{\\fonttbl{\\f1\\fcharset238 X;}}\\f1 \\'e8aj\\f0  \\'e8", 'čaj è'],
    [
      'of two bytes, the second of them a letter',
      "{\\fonttbl{\\f1\\fcharset128 X;}}\\f1 \\'83]\\'83\\'8b",
      'ゾル',
    ],
    [
      'of Unicode, with what others read instead',
      "\\u1090?\\uc2\\u1077\\'a1e\\u-10179 ??\\u-8704 ??!",
      'те😀!',
    ],
    ['by name', '\\ldblquote Ida\\rdblquote  \\endash  \\{1\\}', '“Ida” – {1}'],
  ])('%s', (_case, body, text) => expect(outline(body)).toEqual([`p ${text}`]));
});

test('headings, lists, notes and the title are read', () => {
  const read = load(
    '{\\stylesheet{\\s1\\outlinelevel1 Kop;}{\\s2 heading 3;}}{\\info{\\title House rules}{\\author Ida}}' +
      '\\pard\\s1 Feeding\\par\\pard Swans eat{\\footnote\\pard Only bread.} at noon.\\line Ask first.\\par' +
      "{\\listtext 1.\\tab}Bring bread\\\n{\\pntext\\'b7\\tab}Be quiet\\par\\pard\\s2 Cygnets\\par\\pard Later.",
  );
  expect(read.title).toBe('House rules');
  expect(outlineOf(read.blocks)).toEqual([
    'h2 Feeding',
    'p Swans eat at noon.',
    'p Ask first.',
    'p Only bread.',
    '- 1. Bring bread',
    '- Be quiet',
    'h3 Cygnets',
    'p Later.',
  ]);
});

test('hidden and deleted text, headers, instructions of fields, pictures and unknown groups are not read', () =>
  expect(
    outline(
      '{\\header Harbour}{\\*\\unknown{\\b x}}{\\pict 00ff}{\\v Hidden}{\\deleted Old}\\v Hidden\\v0 Shown ' +
        '{\\field{\\*\\fldinst HYPERLINK "https://a.example"}{\\fldrslt here}}{\\pict\\bin4 {{}}}.',
    ),
  ).toEqual(['p Shown here.']));

test('rows have the names of their columns, merged cells in each of their places', () => {
  const row = (edges: string, ...cells: string[]) =>
    `\\trowd${edges}\\pard\\intbl ${cells.map((text) => `${text}\\cell `).join('')}\\row`;
  const three = '\\cellx1000\\cellx2000\\cellx3000';
  expect(
    outline(
      `Prices\\par${row('\\trhdr\\clvmgf\\cellx1000\\cellx3000', 'Boat', 'Summer')}${row(`\\trhdr\\clvmrg${three}`, '', 'Adult', 'Child')}` +
        `${row(three, 'skiff', '12', '6')}${row('\\cellx1000\\clmgf\\cellx2010\\clmrg\\cellx3000', 'canoe', 'free', '')}\\pard After.`,
    ),
  ).toEqual([
    'p Prices',
    '| Boat: skiff; Summer Adult: 12; Summer Child: 6',
    '| Boat: canoe; Summer Adult: free; Summer Child: free',
    'p After.',
  ]);
});

test('another file is refused', () =>
  expect(() => loadRtf(Buffer.from('Some words.'))).toThrow('damaged'));
