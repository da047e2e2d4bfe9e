import { describe, expect, test } from '@jest/globals';
import { linesOf, type Cell } from './table.ts';

/** Reads `*Day@2x1`: a head that spans two columns and one row. */
function cellOf(written: string): Cell {
  const [, star, text = '', columns, rows] = /^(\*?)([^@]*)(?:@(\d+)x(\d+))?$/.exec(written)!;
  const cell = { text, isHead: star === '*' };
  return columns ? { ...cell, columns: Number(columns), rows: Number(rows) } : cell;
}
const read = (...rows: string[]) =>
  linesOf(rows.map((row) => row.split('|').map(cellOf))).map(({ text }) => text);

describe('a table', () => {
  test.each<[string, string[], string[]]>([
    ['with a row of heads', ['*Ticket|*Price', 'Day|12 €'], ['Ticket: Day; Price: 12 €']],
    [
      'with cells that span rows',
      ['*Season|*Day|*Hours', 'Summer@1x2|Weekday|9–18', 'Saturday|10–16', 'Winter|Sunday|closed'],
      [
        'Season: Summer; Day: Weekday; Hours: 9–18',
        'Season: Summer; Day: Saturday; Hours: 10–16',
        'Season: Winter; Day: Sunday; Hours: closed',
      ],
    ],
    [
      'with two rows of heads',
      ['*Pass@1x2|*Summer@2x1|*Winter@2x1', '*Adult|*Child|*Adult|*Child', 'Day|12|6|8|4'],
      ['Pass: Day; Summer Adult: 12; Summer Child: 6; Winter Adult: 8; Winter Child: 4'],
    ],
    [
      'with an empty corner and names of rows',
      ['|*Adults|*Children', '*Day pass|12|6', '*Evening|8|4'],
      ['Day pass; Adults: 12; Children: 6', 'Evening; Adults: 8; Children: 4'],
    ],
    ['of two columns with an empty corner', ['|*Price', '*Day|12'], ['Day; Price: 12']],
    [
      'with a head above two columns',
      ['*|*Canoe@2x1|*Kayak', '*Hour|adults 12|children 6|15'],
      ['Hour; Canoe: adults 12; Canoe: children 6; Kayak: 15'],
    ],
    [
      'with a value of two columns',
      ['*Day|*Pool|*Sauna', 'Monday|closed@2x1', 'Tuesday|9–21|12–21'],
      ['Day: Monday; Pool, Sauna: closed', 'Day: Tuesday; Pool: 9–21; Sauna: 12–21'],
    ],
    [
      'with heads above all columns',
      ['*Boats@2x1', '*Kind|*Price', 'Skiff|30', '*Bikes@2x1', 'Tandem|20'],
      ['Boats; Kind: Skiff; Price: 30', 'Bikes; Kind: Tandem; Price: 20'],
    ],
    [
      'that changes its heads',
      ['*Boat|*Price', 'Skiff|30', '*Bike|*Gears', 'Tandem|7'],
      ['Boat: Skiff; Price: 30', 'Bike: Tandem; Gears: 7'],
    ],
    [
      'that repeats its heads',
      ['*Boat|*Price', 'Skiff|30', '*Boat|*Price', 'Punt|9'],
      ['Boat: Skiff; Price: 30', 'Boat: Punt; Price: 9'],
    ],
    [
      'with names of rows only',
      ['*Adults|12 €', '*Children|6 €'],
      ['Adults; 12 €', 'Children; 6 €'],
    ],
    ['of heads', ['*Day|*Hours', '*Monday|*9–12'], ['Day: Monday; Hours: 9–12']],
    [
      'with a name of a row without values',
      ['*Day|*Hours', '*Monday|', 'Tuesday|9'],
      ['Day: Monday', 'Day: Tuesday; Hours: 9'],
    ],
    [
      'with spans in rows and columns',
      ['*Room|*Morning@2x1|*Evening', 'Hall@1x2|9|10|18', 'choir@2x1|dance'],
      [
        'Room: Hall; Morning: 9; Morning: 10; Evening: 18',
        'Room: Hall; Morning: choir; Evening: dance',
      ],
    ],
  ])('%s', (_name, rows, lines) => {
    expect(read(...rows)).toEqual(lines);
  });

  test('that spans without end is read in bounded time and memory', () => {
    const spans = Array.from({ length: 250 }, () => 'x@1x65534').join('|');
    const rows = [
      `*${'long '.repeat(1000)}|*b`,
      spans,
      ...Array.from({ length: 20_000 }, () => 'y'),
    ];
    const lines = read(...rows);
    expect(lines).toHaveLength(20_001);
    expect(lines.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(10_000_000);
  });
});
