import { expect, test } from '@jest/globals';
import { listedAs, searchedAs } from '../../server/storage/documents.ts';

const has = (title: string, url: string, search: string) =>
  listedAs(title, url).includes(searchedAs(search));

test.each([
  ['a part of a word in any case', 'OPEN', true],
  ['letters without their marks', 'offnungs', true],
  ['the marks themselves', 'Öffnungszeiten', true],
  ['a Chinese part', '时间', true],
  ['a path', '/visit/', true],
  ['a whole address', 'https://www.site.example/visit/', true],
  ['other words', 'swan', false],
])('a document is found by %s', (_what, search, isFound) => {
  const title = 'Öffnungszeiten – Opening times 开放时间';
  expect(has(title, 'http://site.example/visit/', search)).toBe(isFound);
});

test('a text fits the column, with the end of the address', () => {
  const text = listedAs('😀'.repeat(300), `https://site.example/${'x'.repeat(300)}/end`);
  expect(text).toHaveLength(191);
  expect(text.endsWith('/end')).toBe(true);
  expect(text.isWellFormed()).toBe(true);
});
