import { describe, expect, test } from '@jest/globals';
import { compose } from '../../../server/providers/builtin/compose.ts';
import type { Cell, Extract } from '../../../server/providers/extract.ts';

const row = (ticket: string, price: string, who: string): Cell[] => [
  { name: 'Ticket', value: ticket },
  { name: 'Price', value: price },
  { name: 'Valid for', value: who },
];
const family = row('Family', '€28.00', '2 adults with up to 4 children');
const adult = row('Adult', '€12.00', 'from 18 years');

const rows = (all: Cell[][], over: Partial<Extract> = {}): Extract => ({
  n: 3,
  lead: '',
  kind: 'rows',
  texts: all.map((cells) => cells.map(({ name, value }) => `${name}: ${value}`).join('; ')),
  rows: all,
  ...over,
});
const said = (kind: Extract['kind'], texts: string[], lead = ''): Extract => ({
  n: 3,
  lead,
  kind,
  texts,
  rows: [],
});

describe('a table', () => {
  test('says one row as a sentence with the fact that is asked for first', () => {
    expect(compose('How much is the family ticket?', [rows([family])])).toBe(
      '**Family**: €28.00 (2 adults with up to 4 children) [3]',
    );
  });

  test('says only the column that is asked for', () => {
    expect(compose('What is the price for families?', [rows([family])])).toBe(
      '**Family**: €28.00 [3]',
    );
  });

  test('says the other columns if the one that is asked for is empty', () => {
    const closed = row('Winter', '–', 'groups of ten');
    expect(compose('What is the price in winter?', [rows([closed])])).toBe(
      '**Winter**: groups of ten [3]',
    );
  });

  test('says rows without a header as a list of names with their values', () => {
    const cells = (...values: string[]) => values.map((value) => ({ name: '', value }));
    const [monday, adults] = [cells('Monday', 'closed'), cells('Adults', '€12', '€9 online')];
    expect(compose('When are you open?', [rows([monday, adults])])).toBe(
      '- Monday: closed\n- Adults: €12, €9 online [3]',
    );
    expect(compose('Are you open on Monday?', [rows([monday])])).toBe('**Monday**: closed [3]');
    expect(compose('Tell me about adults', [rows([adults])])).toBe(
      '**Adults**: €12, €9 online [3]',
    );
  });

  test('says several rows as a table, below its heading', () => {
    const lead = 'Admission:';
    expect(compose('Tell me about tickets', [rows([adult, family], { lead })])).toBe(
      [
        '**Admission**',
        '',
        '| Ticket | Price | Valid for |',
        '| --- | --- | --- |',
        '| Adult | €12.00 | from 18 years |',
        '| Family | €28.00 | 2 adults with up to 4 children [3] |',
      ].join('\n'),
    );
  });

  test('has the columns that are asked for beside the first', () => {
    expect(compose('What are the prices?', [rows([adult, family])])).toBe(
      '| Ticket | Price |\n| --- | --- |\n| Adult | €12.00 |\n| Family | €28.00 [3] |',
    );
  });

  test('keeps its columns when cells are missing or have a bar', () => {
    const short = [{ name: 'Ticket', value: 'Child | pupil' }];
    expect(compose('Tell me about tickets', [rows([short, family])])).toContain(
      '| Child \\| pupil |  |  |\n| Family | €28.00 |',
    );
  });

  test('leaves empty cells out of a sentence', () => {
    expect(compose('How much is the family ticket?', [rows([row('Family', '€28.00', '–')])])).toBe(
      '**Family**: €28.00 [3]',
    );
  });
});

describe('a list', () => {
  test('is a list below its heading, with one number', () => {
    expect(compose('When?', [said('lines', ['Monday: 9–17', 'Sunday: closed'], 'Hours:')])).toBe(
      '**Hours**\n\n- Monday: 9–17\n- Sunday: closed [3]',
    );
  });

  test('says one line behind its heading', () => {
    expect(compose('When?', [said('lines', ['Sunday: closed'], 'Hours')])).toBe(
      '**Hours**: Sunday: closed [3]',
    );
  });
});

describe('sentences', () => {
  test('come behind the question that they answer, in bold', () => {
    const texts = ['Yes.', 'On a lead.'];
    expect(compose('Dogs?', [said('sentences', texts, 'Are dogs allowed?')])).toBe(
      '**Are dogs allowed?** Yes. On a lead. [3]',
    );
  });

  test('of several passages are paragraphs, each with one number', () => {
    const all = [said('sentences', ['One.', 'Two.']), { ...said('sentences', ['Three.']), n: 5 }];
    expect(compose('What?', all)).toBe('One. Two. [3]\n\nThree. [5]');
  });
});
