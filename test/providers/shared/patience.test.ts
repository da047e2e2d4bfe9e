import { expect, test } from '@jest/globals';
import { createPatience, vendorTimeouts } from '../../../server/providers/shared/vendor-retry.ts';

test('a vendor has 20 seconds, whatever it took before', () => {
  const patience = createPatience(false, vendorTimeouts);
  expect(patience.answerMs()).toBe(20_000);
  patience.took(19_000);
  expect(patience.answerMs()).toBe(20_000);
});

test('a server of one’s own has a minute until it has shown how fast it is', () => {
  const patience = createPatience(true, vendorTimeouts);
  expect(patience.answerMs()).toBe(60_000);
  patience.took(12_000);
  expect(patience.answerMs()).toBe(36_000);
  patience.took(500);
  expect(patience.answerMs()).toBe(36_000);
  for (let times = 0; times < 8; times++) patience.took(500);
  expect(patience.answerMs()).toBe(20_000);
});

test('never more than a minute, and again a minute when it was late', () => {
  const patience = createPatience(true, vendorTimeouts);
  patience.took(50_000);
  expect(patience.answerMs()).toBe(60_000);
  for (let times = 0; times < 8; times++) patience.took(500);
  patience.late();
  expect(patience.answerMs()).toBe(60_000);
});

test('has what the owner sets for all, also more', () => {
  const set = { ...vendorTimeouts, answerMs: 90_000, ownMs: 90_000 };
  const patience = createPatience(true, set);
  patience.took(500);
  expect(patience.answerMs()).toBe(90_000);
});
