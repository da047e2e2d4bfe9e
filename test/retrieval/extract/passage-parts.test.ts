import { describe, expect, test } from '@jest/globals';
import { cellsOf, partsOf } from '../../../server/retrieval/extract/passage-parts.ts';
import { haystack } from '../../../server/text/terms.ts';

const parts = (text: string) =>
  partsOf(haystack('anything'), '', text).map(({ text: part, role, block }) => [block, role, part]);

describe('the parts of a passage', () => {
  test('of two paragraphs are two blocks', () => {
    expect(parts('One is here. Two is here.\n\nThree is here.')).toEqual([
      [1, 'sentence', 'One is here.'],
      [1, 'sentence', 'Two is here.'],
      [2, 'sentence', 'Three is here.'],
    ]);
  });

  test('a line alone before a table is its heading', () => {
    const table = 'Day: Monday; Hours: closed\nDay: Sunday; Hours: 10 to 4';
    expect(parts(`Summer, April to October\n\n${table}\n\nWinter\n\n${table}`)).toEqual([
      [1, 'heading', 'Summer, April to October'],
      [2, 'row', 'Day: Monday; Hours: closed'],
      [2, 'row', 'Day: Sunday; Hours: 10 to 4'],
      [3, 'heading', 'Winter'],
      [4, 'row', 'Day: Monday; Hours: closed'],
      [4, 'row', 'Day: Sunday; Hours: 10 to 4'],
    ]);
  });

  test('a line alone is no heading at the end, or if it is a fact', () => {
    const contact = 'Telephone 0555 734 000\n\ndesk@site.example\n\nFax: none';
    const roles = parts(`${contact}\n\nMonday 9:00 to 17:00\n\nAdults €12\n\nClosed today`);
    expect(roles.map(([, role]) => role)).toEqual(Array.from({ length: 6 }, () => 'line'));
  });

  test('a question and its answer are apart from the answer before', () => {
    expect(parts('Yes.\nMay I bring a dog?\nNo.').map(([block]) => block)).toEqual([1, 2, 2]);
  });
});

describe('a row', () => {
  test('has cells by the names of their columns', () => {
    expect(cellsOf('Ticket: Family; Price: €28.00; plus; For: four')).toEqual([
      { name: 'Ticket', value: 'Family' },
      { name: 'Price', value: '€28.00; plus' },
      { name: 'For', value: 'four' },
    ]);
  });

  test('may begin with a column that has no name', () => {
    expect(cellsOf('Sunday; Desk: 9:00 to 12:00')).toEqual([
      { name: '', value: 'Sunday' },
      { name: 'Desk', value: '9:00 to 12:00' },
    ]);
  });

  test.each([
    ['Tuesday; 10:00 – 17:00', ['Tuesday', '10:00 – 17:00']],
    ['Open; closed', ['Open', 'closed']],
    ['Adults; €12; €9 online', ['Adults', '€12', '€9 online']],
  ])('of a table without a header has cells without names: %s', (line, values) => {
    expect(cellsOf(line)).toEqual(values.map((value) => ({ name: '', value })));
  });

  test.each(['Bread; water; milk', 'Desk: 9:00'])('is not: %s', (line) => {
    expect(cellsOf(line)).toEqual([]);
  });
});
