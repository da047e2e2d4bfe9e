import { expect, test, describe } from '@jest/globals';
import { flatText, isRepeated, packContext } from './pack-context.ts';
import { passage } from '../../test/retrieval/passage.ts';

const repeated = (text: string, known: string) => isRepeated(flatText(text), flatText(known));
const english =
  'We ship every working day. Parcels within the country take two days, abroad they take a week. ' +
  'You can follow your parcel with the number that we send you.';
const thai = 'พิพิธภัณฑ์เปิดทุกวันยกเว้นวันจันทร์ ตั้งแต่เช้าจนถึงเย็น และมีร้านกาแฟอยู่ที่ชั้นล่าง';

test.each([
  ['itself', english, english],
  ['what differs in case and spaces', english.toUpperCase().replace(/ /g, ' \n'), english],
  ['a part of a longer text', english.slice(0, 90), english],
  ['itself in a script without spaces', thai, thai],
])('%s is repeated', (_case, text, known) => {
  expect(repeated(text, known)).toBe(true);
});

test.each([
  ['a longer text', english, english.slice(0, 90)],
  ['another sentence', english, english.replace(/You can.*/, 'Ask us for the price of a pallet.')],
  ['another number', `${english} It costs 5 €.`, `${english} It costs 6 €.`],
  [
    'another subject in a script without spaces',
    thai.replace('พิพิธภัณฑ์', 'สวนสาธารณะ'),
    thai.slice(10),
  ],
])('%s is not', (_case, text, known) => {
  expect(repeated(text, known)).toBe(false);
});

const roomy = { topK: 5, tokenLimit: 4000 };
const six = { ...roomy, topK: 6 };
const candidate = (chunkId: number, over: Parameters<typeof passage>[1] = {}) => ({
  passage: passage(chunkId, over),
  score: 1 / chunkId,
});
/** The chunk at `position` of document 1. */
const part = (chunkId: number, position: number, content: string, over = {}) =>
  candidate(chunkId, { documentId: 1, position, content, ...over });

const chunks = (packed: ReturnType<typeof packContext>) =>
  packed.passages.map(({ chunkIds }) => chunkIds);
const outcomes = (packed: ReturnType<typeof packContext>) =>
  Object.fromEntries(
    [...packed.outcomes].map(([id, { outcome, with: beside }]) => [
      id,
      beside === null ? outcome : `${outcome} ${beside}`,
    ]),
  );

test('a text that stands on several pages is taken once, from the best', () => {
  const content = 'Orders are shipped within two working days after they are paid.';
  const packed = packContext(
    [candidate(5, { content }), candidate(2), candidate(1, { content })],
    roomy,
  );
  expect(chunks(packed)).toEqual([[5], [2]]);
  expect(outcomes(packed)).toMatchObject({ 1: 'duplicate 5' });
});

describe('neighbours', () => {
  const shared = 'The ticket office closes half an hour before.';
  const first = part(11, 4, `We open at nine and close at five. ${shared}`);
  const second = part(12, 5, `${shared} Dogs wait outside at the gate.`);
  const third = part(13, 6, 'Bicycles can be left in the yard behind the mill.');

  test('are one passage in reading order, which says nothing twice', () => {
    const packed = packContext([second, candidate(2), first], roomy);
    expect(chunks(packed)).toEqual([[11, 12], [2]]);
    expect(packed.passages[0]).toMatchObject({
      chunkId: 12,
      score: 1 / 12,
      content: `We open at nine and close at five. ${shared} Dogs wait outside at the gate.`,
    });
    expect(outcomes(packed)).toEqual({ 12: 'used', 2: 'used', 11: 'joined 12' });
  });

  test('are one also when the chunk between them is found last, and make room for another', () => {
    const packed = packContext([first, third, second, candidate(2)], { ...roomy, topK: 3 });
    expect(chunks(packed)).toEqual([[11, 12, 13], [2]]);
    expect(outcomes(packed)).toEqual({ 11: 'used', 12: 'joined 11', 13: 'joined 11', 2: 'used' });
  });

  test('keep their headings, each before its text, below what they have in common', () => {
    const under = (heading: string) => ({ headingPath: `Visit › ${heading}` });
    const [opening, closing, prices] = [
      part(11, 0, 'At nine.', under('Hours › Summer')),
      part(12, 1, 'At five.', under('Hours › Summer')),
      part(13, 2, 'Nothing.', under('Prices')),
    ];
    const packed = packContext([prices, opening, closing], roomy);
    expect(packed.passages).toMatchObject([
      {
        chunkId: 13,
        headingPath: 'Visit',
        content: 'Hours › Summer:\nAt nine.\nAt five.\nPrices:\nNothing.',
      },
    ]);
    const [alone] = packContext([opening, closing], roomy).passages;
    expect(alone).toMatchObject({
      headingPath: 'Visit › Hours › Summer',
      content: 'At nine.\nAt five.',
    });
  });

  test('make passages of bounded length', () => {
    const pages = Array.from({ length: 8 }, (_, at) =>
      part(at + 1, at, `${at} ${'word '.repeat(200)}`),
    );
    const packed = packContext(pages, { topK: 5, tokenLimit: 4000 });
    expect(packed.passages.length).toBeGreaterThan(1);
    for (const { content } of packed.passages) expect(content.length).toBeLessThan(4 * 1010);
  });

  test.each([
    ['of another document', { documentId: 9 }],
    ['on another page', { page: 7 }],
    ['further on', { position: 8 }],
  ])('are not what is %s', (_case, over) => {
    const packed = packContext([first, part(12, 5, second.passage.content, over)], roomy);
    expect(chunks(packed)).toEqual([[11], [12]]);
  });
});

describe('one document', () => {
  const subjects = ['swans', 'ferries', 'bread', 'parking', 'museum', 'lockers', 'trams'];
  const pieces = subjects.map((subject, index) =>
    part(index + 1, 10 * index, `All that there is to know about ${subject}.`),
  );

  test('does not take the places of others', () => {
    const packed = packContext([...pieces, candidate(20), candidate(21)], six);
    expect(chunks(packed)).toEqual([[1], [2], [3], [4], [20], [21]]);
    expect(outcomes(packed)).toMatchObject({ 5: 'document_limit', 6: 'document_limit' });
  });

  test('takes those that nobody else wants', () => {
    const packed = packContext([...pieces, candidate(20)], six);
    expect(chunks(packed)).toEqual([[1], [2], [3], [4], [20], [5]]);
    expect(outcomes(packed)).toMatchObject({ 5: 'used', 6: 'document_limit' });
    expect(chunks(packContext(pieces, six))).toEqual([[1], [2], [3], [4], [5], [6]]);
  });
});

describe('the token limit', () => {
  const long = (chunkId: number, word: string) =>
    candidate(chunkId, { content: `${word} `.repeat(100) });

  test('leaves out what does not fit, not what is shorter', () => {
    const limit = { topK: 5, tokenLimit: 200 };
    const packed = packContext([long(1, 'bread'), long(2, 'ferry'), candidate(3)], limit);
    expect(outcomes(packed)).toEqual({ 1: 'used', 2: 'token_budget', 3: 'used' });
    expect(packed.tokens).toBeLessThanOrEqual(200);
  });

  test('never leaves a question without any passage', () => {
    const packed = packContext([long(1, 'bread')], { topK: 5, tokenLimit: 10 });
    expect(outcomes(packed)).toEqual({ 1: 'used' });
  });
});
