import { expect, test } from '@jest/globals';
import { raise, readRaised } from './raised.ts';

test.each([
  ['a note behind a price', 'Adults 12', '1', ' euros', 'Adults 12 euros'],
  ['a note behind a year', 'built in 1732', '1', '.', 'built in 1732.'],
  ['several notes', 'built in 1732', '1, 2', '.', 'built in 1732.'],
  ['a note in brackets', 'built in 1732', '[12]', '.', 'built in 1732.'],
  ['a note behind a word', 'the mill', '2', ' stands', 'the mill stands'],
  ['a note behind a sentence', 'It stands.', '12', ' It', 'It stands. It'],
  ['a star', 'Adults 12', '*', ' euros', 'Adults 12 euros'],
  ['cents', '€29', '90', ' a year', '€29.90 a year'],
  ['cents of few euros', '9', '50', ' €', '9.50 €'],
  ['minutes', 'until 9', '30', ' pm', 'until 9:30 pm'],
  ['minutes of an hour', 'um 18', '00', ' Uhr', 'um 18:00 Uhr'],
  ['cents without currency', 'only 4', '99', '', 'only 4.99'],
  ['a unit', '120 m', '2', '.', '120 m².'],
  ['a power of ten', '10', '6', ' visitors', '10⁶ visitors'],
  ['a power of a variable', 'x', '2', ' + 1', 'x² + 1'],
  ['an ordinal', 'the 3', 'rd', ' of May', 'the 3rd of May'],
  ['a note itself', '', '1', ' See there.', '¹ See there.'],
])('%s', (_name, before, raised, after, read) => {
  expect(readRaised(before + raise(raised) + after)).toBe(read);
});
