import { expect, test } from '@jest/globals';
import { StartRate } from '../../server/chat/start-rate.ts';

test('the wait follows from how fast questions are started', () => {
  const rate = new StartRate();
  rate.begin(0);
  for (let n = 1; n <= 19; n++) rate.started(n * 100);
  // 19 in two seconds, and the next is near.
  expect(rate.expected(40, 2000)).toBe(4000);
});

test('nothing is expected before something is known, or when none waits', () => {
  const rate = new StartRate();
  expect(rate.expected(1000, 5000)).toBe(0);
  rate.begin(5000);
  expect(rate.expected(1000, 5900)).toBe(0);
  expect(rate.expected(1000, 6000)).toBe(1_000_000);
  rate.end();
  expect(rate.expected(1000, 7000)).toBe(0);
});

test('only the last five seconds count', () => {
  const rate = new StartRate();
  rate.begin(0);
  for (let n = 0; n < 100; n++) rate.started(n);
  expect(rate.expected(10, 4000)).toBeLessThan(500);
  rate.started(6000);
  expect(rate.expected(10, 6000)).toBe(25_000);
});
