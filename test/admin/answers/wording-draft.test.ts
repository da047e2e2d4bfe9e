/** @jest-environment jsdom */
import { describe, expect, test } from '@jest/globals';
import {
  refusedWording,
  textLimits,
  wordingOf,
  wordingPatch,
  wordingProblems,
  type WordingDraft,
} from '../../../admin/answers/wording-draft.ts';
import { settingsPatch } from '../../../server/contract/settings.ts';
import { maskedDefaults } from '../fake-server.ts';

const patch = (draft: WordingDraft) => wordingPatch(draft, maskedDefaults);

test('nothing is sent that has not changed', () => {
  expect(patch({})).toEqual({});
  expect(patch({ contact: ' ', synonyms: '\n', strict: true, fallback: 'builtin' })).toEqual({});
});

test('each change goes to its group', () => {
  expect(
    patch({ contact: ' Ring us. ', strict: false, fallback: '', synonyms: 'pram, stroller\n' }),
  ).toEqual({
    chat: { contact: 'Ring us.', strict: false, synonyms: ['pram, stroller'] },
    llm: { fallback: '' },
  });
});

test('the commas of other languages separate words, too', () => {
  const synonyms = '入場料、料金，チケット\nتذكرة، دخول\n a ,, b ,';
  expect(patch({ synonyms }).chat?.synonyms).toEqual([
    '入場料, 料金, チケット',
    'تذكرة, دخول',
    'a, b',
  ]);
});

test('the form shows what is stored below what is typed', () => {
  const stored = { ...maskedDefaults.chat, synonyms: ['a, b', 'c, d'], tone: 'Warm.' };
  expect(wordingOf({ ...maskedDefaults, chat: stored }, { tone: '' })).toMatchObject({
    synonyms: 'a, b\nc, d',
    tone: '',
    strict: true,
    fallback: 'builtin',
  });
});

describe('problems are told at the field, where the contract would refuse:', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, n) => `a${n}, b`).join('\n');
  const long = (length: number) => `a, ${'b'.repeat(length - 3)}`;
  const cases: [string, WordingDraft, string[]][] = [
    ['nothing', {}, []],
    ...Object.entries(textLimits).flatMap(([name, max]): [string, WordingDraft, string[]][] => [
      [`the longest ${name}`, { [name]: 'x'.repeat(max) }, []],
      [`a longer ${name}`, { [name]: 'x'.repeat(max + 1) }, [name]],
    ]),
    ['as many synonyms as may be', { synonyms: lines(200) }, []],
    ['too many synonyms', { synonyms: lines(201) }, ['synonyms']],
    ['the longest group', { synonyms: long(500) }, []],
    ['a longer group', { synonyms: long(501) }, ['synonyms']],
  ];

  test.each(cases)('%s', (_name, draft, fields) => {
    expect(Object.keys(wordingProblems(draft))).toEqual(fields);
    expect(settingsPatch.safeParse(patch(draft)).success).toBe(fields.length === 0);
  });

  test('a word without another of the same meaning', () => {
    expect(wordingProblems({ synonyms: 'pram, stroller\nfee,' }).synonyms).toContain('“fee,”');
  });
});

test('the reasons of the server are told at their fields', () => {
  expect(refusedWording({ 'chat.synonyms.3': 'Too long.', 'llm.fallback': 'Unknown.' })).toEqual({
    synonyms: 'Too long.',
    fallback: 'Unknown.',
  });
});
