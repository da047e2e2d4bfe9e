/** @jest-environment jsdom */
import { describe, expect, test } from '@jest/globals';
import { synonymsPatch, synonymsProblem } from '../../../admin/answers/synonyms.tsx';
import { settingsPatch } from '../../../server/contract/settings.ts';

test('nothing is sent that has not changed', () => {
  expect(synonymsPatch('\n', [])).toEqual({});
  expect(synonymsPatch('a,b\n', ['a, b'])).toEqual({});
});

test('the commas of other languages separate words, too', () => {
  const text = '入場料、料金，チケット\nتذكرة، دخول\n a ,, b ,';
  expect(synonymsPatch(text, []).chat?.synonyms).toEqual([
    '入場料, 料金, チケット',
    'تذكرة, دخول',
    'a, b',
  ]);
});

describe('problems are told where the contract would refuse:', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, n) => `a${n}, b`).join('\n');
  const long = (length: number) => `a, ${'b'.repeat(length - 3)}`;

  test.each([
    ['nothing', '', true],
    ['as many as may be', lines(200), true],
    ['too many', lines(201), false],
    ['the longest group', long(500), true],
    ['a longer group', long(501), false],
  ])('%s', (_name, text, isRight) => {
    expect(synonymsProblem(text) === undefined).toBe(isRight);
    expect(settingsPatch.safeParse(synonymsPatch(text, [])).success).toBe(isRight);
  });

  test('a word without another of the same meaning', () => {
    expect(synonymsProblem('pram, stroller\nfee,')).toContain('“fee,”');
  });
});
