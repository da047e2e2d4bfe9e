import { expect, test } from '@jest/globals';
import { outlineOf } from '../../../test/ingestion/read/outline.ts';
import { loadCsv } from './csv.ts';

const outline = (text: string | Buffer) => outlineOf(loadCsv(Buffer.from(text as string)).blocks);

test.each([
  ['commas', 'Boat,Price\nskiff,12\ncanoe,15\n'],
  ['semicolons, with commas in its numbers', 'Boat;Price\nskiff;12\ncanoe;15\n'],
  ['tabs', 'Boat\tPrice\r\nskiff\t12\r\ncanoe\t15\r\n'],
  ['vertical lines', 'Boat|Price\nskiff|12\ncanoe|15'],
  ['what its first line says', 'sep=;\nBoat;Price\nskiff;12\ncanoe;15\n'],
  ['line ends of an old Mac', 'Boat,Price\rskiff,12\rcanoe,15\r'],
])('each row has the names of the columns: %s', (_case, text) =>
  expect(outline(text)).toEqual(['| Boat: skiff; Price: 12', '| Boat: canoe; Price: 15']),
);

test('decimal commas do not divide', () =>
  expect(outline('Boat;Price;Deposit\nskiff;12,50;30,00\ncanoe;15,00;30,00\n')[0]).toBe(
    '| Boat: skiff; Price: 12,50; Deposit: 30,00',
  ));

test('a quoted line break, quote or delimiter stays in its cell', () =>
  expect(outline('Boat,Note\nskiff,"Two seats.\nAsk ""Ida"", please."\n')).toEqual([
    '| Boat: skiff; Note: Two seats. Ask "Ida", please.',
  ]));

test.each([
  [
    'in an encoding older than Unicode',
    Buffer.from('Boot;Größe\nJolle;für zwei Gäste\n', 'latin1'),
  ],
  ['in UTF-16', Buffer.from('\ufeffBoot;Größe\nJolle;für zwei Gäste\n', 'utf16le')],
])('a table %s is read', (_case, bytes) =>
  expect(outline(bytes)).toEqual(['| Boot: Jolle; Größe: für zwei Gäste']),
);

test('a quote that is not closed loses nothing', () =>
  expect(outline('Boat,Length\nskiff,"12 feet\ncanoe,9\n').join(' ')).toMatch(/12 feet.*canoe/));

test('what is no text is refused', () =>
  expect(() => loadCsv(Buffer.alloc(1000))).toThrow('does not contain text'));
