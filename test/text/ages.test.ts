import { expect, it } from '@jest/globals';
import { ageIn, includesAge } from '../../server/text/ages.ts';

it.each([
  ['How much is admission for a 70 year old?', 70],
  ['Can my nine year old swim alone?', 9],
  ['Mein siebenjähriger Sohn', 7],
  ['J’ai 70 ans', 70],
  ['70歳', 70],
  ['Is it open on 24 December?', null],
])('reads the age in “%s”', (question, age) => {
  expect(ageIn(question)).toBe(age);
});

it.each([
  ['Senior: €4.20, 65 years and over', true],
  ['Students, 65 ans et plus', true],
  ['ab 65 Jahren', true],
  ['from 6 to 17 years', false],
  ['unter 6 Jahren', false],
  ['6〜17歳', false],
  ['0.7 to 1.1 m', null],
  ['25 metres', null],
])('compares 70 with the ages in “%s”', (text, included) => {
  expect(includesAge(text, 70)).toBe(included);
});

it('leaves out the end of “under”, not that of “up to”', () => {
  expect(includesAge('under 6 years', 6)).toBe(false);
  expect(includesAge('up to 6 years', 6)).toBe(true);
});
