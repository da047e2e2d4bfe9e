import { describe, expect, test } from '@jest/globals';
import { cellsOf, partsOf } from '../../server/retrieval/section-parts.ts';

const parts = (text: string) => partsOf(text).map(({ block, kind, text }) => [block, kind, text]);
const kinds = (text: string) => partsOf(text).map(({ kind }) => kind);

describe('the parts of a section', () => {
  test('of two paragraphs are the sentences of two blocks', () => {
    expect(parts('One is here. Two is here.\n\nThree is here.')).toEqual([
      [0, 'sentence', 'One is here.'],
      [0, 'sentence', 'Two is here.'],
      [1, 'sentence', 'Three is here.'],
    ]);
  });

  test('of a script without spaces are its sentences', () => {
    expect(parts('開館は十時です。月曜は休みです。')).toEqual([
      [0, 'sentence', '開館は十時です。'],
      [0, 'sentence', '月曜は休みです。'],
    ]);
  });

  test('of a list are its lines, also if they end as sentences do', () => {
    expect(parts('Bring:\n\nA towel\nA lock. You get one at the desk.\n')).toEqual([
      [0, 'sentence', 'Bring:'],
      [1, 'line', 'A towel'],
      [1, 'line', 'A lock. You get one at the desk.'],
    ]);
  });

  test('do not have what would be read as a citation', () => {
    const text = 'Swans [2] are white [12]. See [1](https://lake.example).\n[3] Eels\n[4]\n\n[5]';
    expect(partsOf(text).map((part) => part.text)).toEqual([
      'Swans are white. See [1](https://lake.example).',
      'Eels',
    ]);
  });
});

test.each([
  ['1. Come in.\n2. Show the pass.', ['1.', '2.'], 'Come in.'],
  ['9) Fold\n10) Cut\nThat is all.', ['9)', '10)', ''], 'Fold'],
  ['24. Dezember geschlossen\n26. Dezember offen', ['', ''], '24. Dezember geschlossen'],
  ['1. Mai geschlossen\nSonst offen', ['', ''], '1. Mai geschlossen'],
])('steps count up, dates do not: %s', (text, numbers, first) => {
  expect(partsOf(text).map(({ number }) => number)).toEqual(numbers);
  expect(partsOf(text)[0]!.text).toBe(first);
});

describe('a line alone', () => {
  test('names the table behind it', () => {
    const table = 'Day: Monday; Hours: closed\nDay: Sunday; Hours: 10 to 4';
    expect(parts(`Summer, April to October\n\n${table}\n\nWinter\n\n${table}`)).toEqual([
      [0, 'heading', 'Summer, April to October'],
      [1, 'row', 'Day: Monday; Hours: closed'],
      [1, 'row', 'Day: Sunday; Hours: 10 to 4'],
      [2, 'heading', 'Winter'],
      [3, 'row', 'Day: Monday; Hours: closed'],
      [3, 'row', 'Day: Sunday; Hours: 10 to 4'],
    ]);
  });

  test.each(['May I bring a dog?', '1. Before you come'])('is a heading: %s', (line) => {
    expect(kinds(`${line}\n\nNo. It must wait outside.`)[0]).toBe('heading');
  });

  test.each([
    'Telephone 01632 960 100',
    'desk@site.example',
    'Fax: none',
    'Adults €12',
    'We are closed.',
    `${'Long '.repeat(21)}name`,
  ])('is none: %s', (line) => {
    expect(kinds(`${line}\n\nAsk us.`)).toEqual(['sentence', 'sentence']);
  });

  test('is none at the end', () => {
    expect(kinds('Ask us.\n\nClosed today')).toEqual(['sentence', 'sentence']);
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

  test.each(['Bread; water; milk', 'Desk: 9:00', 'We open at ten; we close at five.'])(
    'is not: %s',
    (line) => {
      expect(cellsOf(line)).toEqual([]);
    },
  );
});
