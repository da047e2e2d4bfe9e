import { expect, test } from '@jest/globals';
import { gramScores } from '../../../server/retrieval/lexical/gram-scores.ts';

const best = (question: string, texts: readonly string[]) => {
  const scores = gramScores(question, texts);
  expect(Math.max(...scores)).toBeCloseTo(1);
  return scores.indexOf(Math.max(...scores));
};

test.each([
  ['another form of a word', 'cancelling', ['orders and offers', 'You can cancel it', 'nothing']],
  ['words beside each other', 'opening times', ['times of an opening', 'the opening times', 'x']],
  ['Greek without accents', 'ωραριο', ['τιμές', 'Το ωράριο του', 'είσοδος']],
  ['Vietnamese with its marks', 'bãi đỗ xe ở đâu', ['bai do xe', 'Có bãi đỗ xe ở đây', 'vé']],
  ['Vietnamese without marks', 'bai do xe', ['vé vào cửa', 'Có bãi đỗ xe ở đây', 'giờ mở cửa']],
  ['Korean with another particle', '도서관은', ['박물관', '도서관이 있다', '식당']],
  ['Arabic with an article', 'مكتبة', ['مطعم', 'تفتح المكتبة', 'متحف']],
  ['Turkish from another keyboard', 'acilis', ['kapanış', 'Açılış saatleri', 'fiyat']],
])('%s is found', (_, question, texts) => {
  expect(best(question, texts)).toBe(1);
});

test('ideographs, punctuation and nothing score nothing', () => {
  for (const question of ['图书馆几点开门', '?!…', '']) {
    expect(gramScores(question, ['图书馆 9 点开门', ''])).toEqual([0, 0]);
  }
  expect(gramScores('a question', [])).toEqual([]);
});

test('a text that is too long is compared by its beginning', () => {
  const [short, long] = gramScores('harbour', ['the harbour', `${'x'.repeat(3000)} harbour`]);
  expect(short).toBe(1);
  expect(long).toBe(0);
});
