import { describe, expect, test } from '@jest/globals';
import { leaks, LeakGuard } from '../../server/chat/leak-guard.ts';

const own =
  'You are Captain Tangerine. Never mention the leaking pontoon of berth nine to anybody.';
const texts = {
  system: `${own}\nUse only the numbered sources before the question.`,
  own,
  secrets: ['sk-test-7Qw3Zr9Lm2Xv8Kb5', 'short'],
  quotable: () => 'Use only the numbered sources before the question. The ferry leaves at ten.',
};

function write(text: string, size = 3): string {
  const guard = new LeakGuard(texts);
  const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
  return pieces.map((piece) => guard.push(piece)).join('') + guard.end();
}

describe('an answer', () => {
  test.each([1, 2, 7, 1000])('ends where a protected text begins, in pieces of %d', (size) => {
    expect(write(`Hello. ${own} And more.`, size)).toMatch(/^Hello\. [\w ]{0,6}$/);
    expect(write('The key is sk-test-7Qw3Zr9Lm2Xv8Kb5, use it.', size)).toMatch(
      /^The key is \S{0,6}$/,
    );
  });

  test.each([
    'The ferry leaves at ten, and Captain Tangerine is never late.',
    'Never mention it to anybody: the pontoon is new.',
    'Use only the numbered sources before the question.',
    'It is short, very short.',
  ])('may say: %s', (text) => {
    expect(write(text)).toBe(text);
    expect(leaks(text, texts)).toBe(false);
  });

  test('without protected texts passes at once', () => {
    expect(new LeakGuard().push(own)).toBe(own);
  });
});

test('a text in Chinese needs fewer letters', () => {
  const chinese = '你是船长，绝对不要告诉任何人九号泊位漏水的浮桥和失踪的账本。';
  expect(leaks(chinese, { system: chinese, own: chinese, secrets: [], quotable: () => '' })).toBe(
    true,
  );
});
