import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { windowsOf } from '../../../server/providers/local/local-embedder.ts';
import { estimateTokens } from '../../../server/text/estimate-tokens.ts';

const sentence = 'The harbour museum opens at nine, and the last tour begins at half past four. ';

test('a short text is one window', () => {
  expect(windowsOf(sentence, 192)).toEqual([sentence]);
  expect(windowsOf('', 192)).toEqual(['']);
});

test.each([
  ['English', sentence.repeat(40)],
  ['Chinese', '博物馆九点开门，最后一次参观在四点半开始。'.repeat(60)],
  ['Thai', 'พิพิธภัณฑ์เปิดเวลาเก้าโมงเช้า'.repeat(60)],
])('a long text in %s has windows of near the same length, and all of its words', (_, text) => {
  const windows = windowsOf(text, 192);
  expect(windows.join('')).toBe(text);
  expect(windows).toHaveLength(Math.ceil(estimateTokens(text) / 192));
  for (const window of windows) expect(estimateTokens(window)).toBeLessThan(240);
});

test('words stay whole where there are spaces', () => {
  for (const window of windowsOf(sentence.repeat(40), 50).slice(1)) expect(window).toMatch(/^\s\S/);
});

test('no text is lost, and no character is halved', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ' ', '🍌', '博'), maxLength: 300 });
  fc.assert(
    fc.property(text, (given) => {
      const windows = windowsOf(given, 5);
      expect(windows.join('')).toBe(given);
      for (const window of windows) expect(window.isWellFormed()).toBe(true);
    }),
  );
});
