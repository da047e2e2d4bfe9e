import { expect, test } from '@jest/globals';
import { flatText, isRepeated } from '../../server/retrieval/near-duplicates.ts';

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
  ['a short text', 'Yes.', 'Oh yes. Yes.'],
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
