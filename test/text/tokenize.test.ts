import { expect, test } from '@jest/globals';
import { fold } from '../../server/text/fold.ts';
import { runs, tokenize } from '../../server/text/tokenize.ts';
import { wordWeight } from '../../server/text/word-weight.ts';

test.each([
  ['Grüße aus MÜNCHEN', 'grusse aus munchen'],
  ['Ｃａｆé №５', 'cafe no5'],
  ['مُحَمَّد', 'محمد'],
  ['ทำน้ำ', 'ทำน้ำ'],
  ['ガラス', 'ガラス'],
  ['हिन्दी', 'हिन्दी'],
  ['한국어', '한국어'],
  ['Ёлка', 'елка'],
])('%s is compared as %s', (text, folded) => {
  expect(fold(text)).toBe(folded);
});

test.each([
  ['l’été 2026, à 9:30', ['l', 'ete', '2026', 'a', '9', '30']],
  ['我们开门', ['我们', '开门']],
  ['ร้านเปิดทุกวัน', ['ร้าน', 'เปิด', 'ทุก', 'วัน']],
  ['WordPress中国', ['wordpress', '中国']],
  ['', []],
  ['👩‍🚀 … !', []],
])('%s is cut into words', (text, words) => {
  expect(tokenize(text)).toEqual(words);
});

test('a capital tells something only inside a sentence', () => {
  const capitals = (text: string) =>
    runs(text)
      .filter(({ capital }) => capital)
      .map(({ text: word }) => word);
  expect(capitals('We met Sample. Then Example came.')).toEqual(['sample', 'example']);
  expect(capitals('Opening\nHours')).toEqual([]);
});

test('short words tell little, long words and numbers much, in every script', () => {
  for (const [common, telling] of [
    ['the', 'harbour'],
    ['der', 'versand'],
    ['في', 'المكتبة'],
    ['का', 'पुस्तकालय'],
    ['的', '图书馆'],
    ['の', '図書館'],
    ['ที่', 'พิพิธภัณฑ์'],
    ['a', '5'],
  ]) {
    expect(wordWeight(common!)).toBeLessThanOrEqual(wordWeight(telling!) * 0.67);
  }
});
