import { expect, test } from '@jest/globals';
import { NoneMark } from '../../server/chat/none-mark.ts';

/** Reads a text in pieces of so many characters. */
function read(text: string, size: number) {
  const mark = new NoneMark();
  let shown = '';
  for (let at = 0; at < text.length; at += size) shown += mark.push(text.slice(at, at + size));
  return { shown: shown + mark.end(), isFound: mark.isFound };
}

test.each([
  ['[none]', ''],
  ['**[none]**', ''],
  ['- [none].', ''],
  ['"[None]"', ''],
  ['【none】', ''],
  ['\\[none\\]', ''],
  ['[none]\n\nThe site says nothing.', 'The site says nothing.'],
  ['The site does not say. **[none]**', 'The site does not say. '],
  ['It is not [ none ] there.', 'It is not  there.'],
])('%s is taken out, however it comes', (text, shown) => {
  for (const size of [1, 2, 3, 5, 100]) expect(read(text, size)).toEqual({ shown, isFound: true });
});

test.each([
  'Fee (none) [1]',
  '*bold* and [nonesuch] [1]',
  'None of the tours is free [2].',
  'See [non',
  '- one\n- two',
  '[1]',
])('%s is no mark', (text) => {
  for (const size of [1, 2, 3, 100])
    expect(read(text, size)).toEqual({ shown: text, isFound: false });
});

test('an answer is not held back for long', () => {
  const mark = new NoneMark();
  expect(mark.push('At noon')).toBe('At noon');
  expect(mark.push(' [')).toBe(' ');
  expect(mark.push('1]')).toBe('[1]');
});
