import { describe, expect, test } from '@jest/globals';
import { outlineOf } from '../../../test/ingestion/read/outline.ts';
import { gridBlocks, type GridRow } from './grid.ts';

/** Rows of cells that `|` divides; `*` marks a header, `=` a row with a merged cell. */
const blocksOf = (...rows: string[]) =>
  outlineOf(
    gridBlocks(
      rows.map((row): GridRow => ({
        cells: row.replace(/^[*=]+/, '').split('|'),
        isHeader: /^=?\*/.test(row),
        isMerged: row.startsWith('='),
      })),
    ),
  );

describe('the names of columns are', () => {
  test.each([
    [
      'the first row of a wide table',
      ['Boat|Day|Price', 'skiff|Mon|12'],
      ['| Boat: skiff; Day: Mon; Price: 12'],
    ],
    ['a row that stands out', ['*Boat|Berth', 'skiff|north'], ['| Boat: skiff; Berth: north']],
    [
      'above numbers',
      ['Boat|Price', 'skiff|12 €', 'canoe|15 €'],
      ['| Boat: skiff; Price: 12 €', '| Boat: canoe; Price: 15 €'],
    ],
    ['years', ['Guests|2024|2025', 'May|310|290'], ['| Guests: May; 2024: 310; 2025: 290']],
    [
      'two rows, the first of them merged',
      ['=Boat|Summer|Summer', '=Boat|Adult|Child', 'skiff|12|6'],
      ['| Boat: skiff; Summer Adult: 12; Summer Child: 6'],
    ],
    [
      'those of the row that stands out further below',
      ['*Boat|Price', 'skiff|12', '*Cabin|Rent', 'blue|80'],
      ['| Boat: skiff; Price: 12', '| Cabin: blue; Rent: 80'],
    ],
    [
      'the same behind an empty row',
      ['Boat|Day|Price', 'skiff|Mon|12', '||', 'canoe|Tue|15'],
      ['| Boat: skiff; Day: Mon; Price: 12', '| Boat: canoe; Day: Tue; Price: 15'],
    ],
  ])('%s', (_case, rows, blocks) => expect(blocksOf(...rows)).toEqual(blocks));

  test.each([
    [
      'names and values',
      ['Street|Quay 1', 'Phone|Ask at the desk'],
      ['| Street; Quay 1', '| Phone; Ask at the desk'],
    ],
    ['numbers', ['1|2|3', '4|5|6'], ['| 1; 2; 3', '| 4; 5; 6']],
    ['only one row', ['Boat|Day|Price'], ['| Boat; Day; Price']],
    [
      'rows that all stand out',
      ['*Boat|north', '*Skiff|south'],
      ['| Boat; north', '| Skiff; south'],
    ],
    [
      'other columns behind an empty row',
      ['Boat|Day|Price', 'skiff|Mon|12', '||', 'Phone|030|'],
      ['| Boat: skiff; Day: Mon; Price: 12', '| Phone; 030'],
    ],
  ])('none of %s', (_case, rows, blocks) => expect(blocksOf(...rows)).toEqual(blocks));
});

test('lines above and between tables are paragraphs; empty columns are left out', () => {
  const rows = [
    'Prices|||',
    'Boat||Day|Price',
    'skiff||Mon|12',
    '=Winter|Winter|Winter|Winter',
    'skiff||Mon|8',
  ];
  expect(blocksOf(...rows)).toEqual([
    'p Prices',
    '| Boat: skiff; Day: Mon; Price: 12',
    'p Winter',
    '| Boat: skiff; Day: Mon; Price: 8',
  ]);
});

test('equal values are no merged line', () =>
  expect(blocksOf('Day|Museum|Café', 'Mon|closed|closed', 'closed|closed|closed').at(-1)).toBe(
    '| Day: closed; Museum: closed; Café: closed',
  ));
