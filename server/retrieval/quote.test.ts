import { describe, expect, test } from '@jest/globals';
import {
  cellsOf,
  partsOf,
  bestPart,
  maxQuoted,
  quoteSection,
  type QuotedQuestion,
} from './quote.ts';
import { daysIn } from '../question/days.ts';
import type { ScoredPassage } from './pack-context.ts';
import { passage, sectionOf } from '../../test/retrieval/passage.ts';

const parts = (text: string) => partsOf(text).map(({ block, kind, text }) => [block, kind, text]);
const kinds = (text: string) => partsOf(text).map(({ kind }) => kind);

describe('the parts of a section', () => {
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
});

describe('a row', () => {
  test('may begin with a column that has no name', () => {
    expect(cellsOf('Sunday; Desk: 9:00 to 12:00')).toEqual([
      { name: '', value: 'Sunday' },
      { name: 'Desk', value: '9:00 to 12:00' },
    ]);
  });

  test.each(['Bread; water; milk', 'Desk: 9:00', 'We open at ten; we close at five.'])(
    'is not: %s',
    (line) => {
      expect(cellsOf(line)).toEqual([]);
    },
  );
});

/** A Tuesday. */
const now = Date.parse('2026-11-24T10:00:00Z');
const asked = (text: string, over: Partial<QuotedQuestion> = {}): QuotedQuestion => ({
  ...{ text, language: 'en', synonyms: [], pageUrl: null, cited: new Set(), now, lastAnswer: '' },
  days: daysIn(text, over.language ?? 'en', now),
  ...over,
});
const best = (content: string, text: string, over: Partial<QuotedQuestion> = {}) =>
  bestPart(partsOf(content), asked(text, over))?.text ?? null;

describe('the part that fits best', () => {
  const lift = 'The entrance has no step. All floors have a lift. Dogs wait outside.';

  test('has most of the words that are asked for', () => {
    expect(best(lift, 'Is there a lift to all floors?')).toBe('All floors have a lift.');
    expect(best(lift, 'May dogs come in?')).toBe('Dogs wait outside.');
  });

  test('is told apart by other words than those of its title', () => {
    const teapot = 'Price: €74.50\nAvailability: 7 in stock\nSKU: KUMO-800\nWeight: 640 g';
    const best = (text: string) => bestPart(partsOf(teapot), asked(text), 'Kumo teapot')?.text;
    expect(best('What does the Kumo teapot cost?')).toBe('Price: €74.50');
    expect(best('What is the SKU of the Kumo teapot?')).toBe('SKU: KUMO-800');
  });

  test('may have a synonym of the owner’s', () => {
    expect(best(lift, 'Where is the paternoster?', { synonyms: ['paternoster, lift'] })).toBe(
      'All floors have a lift.',
    );
  });

  test('is none without a word, and no heading', () => {
    expect(best(lift, 'Wi-Fi?')).toBeNull();
    expect(best(lift, 'Where is the money from?')).toBeNull();
    expect(best('Parking\n\nSpaces are behind the church.', 'parking')).toBeNull();
    expect(best('', 'parking')).toBeNull();
  });

  test('is none of rows or lines that most fit as well, but the first of a few', () => {
    const prices = 'Ticket: Adult; Price: €12\nTicket: Family; Price: €28\n';
    expect(best(prices, 'How much is a ticket?')).toBeNull();
    expect(best('Free Wi-Fi\nFree lockers', 'What is free?')).toBeNull();
    const small = `${prices}Ticket: Small family; Price: €16\nTicket: Child; Price: €5`;
    expect(best(small, 'How much is a family ticket?')).toBe('Ticket: Family; Price: €28');
  });

  const hours =
    'Tuesday to Sunday; 10:00 – 17:30\nMonday; closed\n24 and 31 December; 10:00 – 13:00';
  test.each([
    ['Are you open on Mondays?', 'Monday; closed'],
    ['Are you open on Thursday?', 'Tuesday to Sunday; 10:00 – 17:30'],
    ['Are you open today?', 'Tuesday to Sunday; 10:00 – 17:30'],
    ['Open on 31 December?', '24 and 31 December; 10:00 – 13:00'],
  ])('names the day that is asked for: %s', (text, row) => {
    expect(best(hours, text)).toBe(row);
  });

  test.each([
    ['sentences', 'Small dogs may come in. Large dogs wait.', '**Small dogs may come in.** [1]'],
    ['steps', '1. Small dogs come in.\n2. Large dogs wait.', '1. **Small dogs come in.** [1]'],
    [
      'rows',
      'Who: Small dogs; Fee: €2\nWho: Large dogs; Fee: €5',
      '| **Small dogs** | **€2** [1] |',
    ],
    ['rows without names', 'Small dogs; €2\nLarge dogs; €5', '- **Small dogs: €2** [1]'],
    ['signs of Markdown', 'Small dogs * come. Large dogs wait.', '**Small dogs \\* come.** [1]'],
  ])('is another one if the last answer has marked it, among %s', (_, content, shown) => {
    expect(best(content, 'small dogs')).toBe(partsOf(content)[0]!.text);
    const lastAnswer = `**Your dog** says:\n\n> ${shown}`;
    expect(best(content, 'small dogs', { lastAnswer })).toBe(partsOf(content)[1]!.text);
  });
});

/** Chunks of one page; each with its heading. */
const pageOf = (...chunks: (Partial<ScoredPassage> & { content: string })[]) =>
  chunks.map((over, position) => passage(10 + position, { documentId: 1, position, ...over }));

/** Quotes a chunk of a page, whose chunks have these scores, by default the same. */
function quoteOf(
  chunks: readonly ScoredPassage[],
  at: number,
  { text = 'dogs', scores = [] }: { text?: string; scores?: readonly number[] } = {},
) {
  const sections = chunks.map((chunk, n) => ({ ...sectionOf(chunk), score: scores[n] ?? 0 }));
  const quotation = quoteSection(sections[at]!, sections, asked(text));
  return { ...quotation, texts: quotation.parts.map((part) => part.text) };
}
const long = (word: string, length: number) => `${`${word} `.repeat(length / (word.length + 1))}.`;

describe('a quotation', () => {
  const dogs = { headingPath: 'Visit › Dogs', content: 'Dogs wait outside.' };
  const cats = { headingPath: 'Visit › Cats', content: 'Cats stay at home.' };
  const birds = { headingPath: 'Visit › Birds', content: 'Birds may come in.' };

  test('has what stands around the section, with its headings, and is its one source', () => {
    const quotation = quoteOf(pageOf(cats, dogs, birds), 1);
    expect(quotation.texts).toEqual([
      ...['Cats', 'Cats stay at home.', 'Dogs', 'Dogs wait outside.'],
      ...['Birds', 'Birds may come in.'],
    ]);
    expect(quotation.marked?.text).toBe('Dogs wait outside.');
    expect(quotation.isCut).toEqual({ start: false, end: false });
    expect(quotation.passage).toMatchObject({
      chunkId: 11,
      chunkIds: [10, 11, 12],
      content: 'Cats stay at home.\n\nDogs wait outside.\n\nBirds may come in.',
    });
    const blocks = quotation.parts.map(({ block }) => block);
    expect(new Set(blocks).size).toBe(6);
  });

  test('names no section twice, and not the one that the answer names', () => {
    const more = { ...dogs, content: 'Ask for a bowl of water.' };
    const { texts } = quoteOf(pageOf(dogs, more, birds), 0);
    expect(texts.slice(0, 3)).toEqual([dogs.content, more.content, 'Birds']);
  });

  test('says once what two chunks of a section repeat', () => {
    const next = { ...dogs, content: 'Dogs wait outside. Ask for a bowl of water.' };
    const { texts } = quoteOf(pageOf(dogs, next), 0);
    expect(texts).toEqual(['Dogs wait outside.', 'Ask for a bowl of water.']);
  });

  test('grows by what comes next, then by what came before, as long as there is room', () => {
    const half = maxQuoted / 2 - 40;
    const before = { ...cats, content: long('cats', half) };
    const next = { ...birds, content: long('birds', half) };
    const last = { ...birds, content: long('swans', half) };
    const idsOf = (...chunks: Parameters<typeof pageOf>) =>
      quoteOf(pageOf(...chunks), 1).passage.chunkIds;
    expect(idsOf(before, dogs, next, last)).toEqual([11, 12, 13]);
    expect(idsOf(before, dogs, next)).toEqual([10, 11, 12]);
    expect(idsOf(before, dogs, { content: long('swans', maxQuoted) })).toEqual([10, 11]);
  });

  test('stays on its page of a file', () => {
    const chunks = pageOf({ ...cats, page: 1 }, { ...dogs, page: 2 }, { ...birds, page: 2 });
    expect(quoteOf(chunks, 1).passage.chunkIds).toEqual([11, 12]);
  });

  test('leaves what fits the question far less', () => {
    const chunks = pageOf(cats, dogs, birds);
    expect(quoteOf(chunks, 1, { scores: [-2, 0, -5] }).passage.chunkIds).toEqual([10, 11]);
  });
});

describe('a section longer than a quotation', () => {
  const filler = long('swans', 240);

  test('begins with the paragraph of the marked part if that is far behind', () => {
    const content = `${filler}\n\n${filler}\n\nAsk at the desk. Dogs wait there.\n\n${filler}`;
    const { texts, marked, isCut } = quoteOf(pageOf({ content: `${content}\n\nEnd.` }), 0);
    expect(texts).toEqual([filler, filler, 'Ask at the desk.', 'Dogs wait there.']);
    expect(marked?.text).toBe('Dogs wait there.');
    expect(isCut).toEqual({ start: false, end: true });
    const later = quoteOf(pageOf({ content: `${filler}\n\n${content}` }), 0);
    expect(later.texts).toEqual(['Ask at the desk.', 'Dogs wait there.', filler]);
    expect(later.isCut).toEqual({ start: true, end: false });
  });

  test('keeps rows whole, the marked one among them', () => {
    const rows = Array.from({ length: 40 }, (_, at) => `Animal: No. ${at} swan; Fee: €${at}`);
    const content = [...rows, 'Animal: Dogs; Fee: €99', ...rows].join('\n');
    const { texts, parts, marked } = quoteOf(pageOf({ content }), 0);
    expect(marked?.text).toBe('Animal: Dogs; Fee: €99');
    expect(texts).toContain('Animal: Dogs; Fee: €99');
    expect(parts.every(({ cells }) => cells.length === 2)).toBe(true);
    expect(texts.join('\n').length).toBeLessThanOrEqual(maxQuoted);
  });

  test('does not end with a heading', () => {
    const content = `Dogs wait.\n\n${filler}\n\n${filler}\n\nBirds\n\n${filler}`;
    expect(quoteOf(pageOf({ content }), 0).texts.at(-1)).toBe(filler);
  });
});
