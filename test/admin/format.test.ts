/** @jest-environment jsdom */
import { afterEach, expect, test } from '@jest/globals';
import {
  formatBytes,
  formatCompact,
  formatDate,
  formatLanguage,
  formatMilliseconds,
  formatNumber,
  formatUptime,
} from '../../admin/format.ts';

afterEach(() => {
  document.documentElement.lang = '';
});

test.each([
  [840, '840 ms'],
  [1240, '1.2 sec'],
  [61_000, '61 sec'],
])('%i ms is %s', (ms, expected) => {
  document.documentElement.lang = 'en-US';
  expect(formatMilliseconds(ms)).toBe(expected);
});

test.each([
  [59, '0 minutes'],
  [3599, '59 minutes'],
  [3600, '1 hour'],
  [200_000, '2 days'],
])('an uptime of %i s is %s', (seconds, expected) => {
  document.documentElement.lang = 'en-US';
  expect(formatUptime(seconds)).toBe(expected);
});

test('follows the language of the page', () => {
  document.documentElement.lang = 'de-DE';
  expect(formatNumber(1234)).toBe('1.234');
  expect(formatMilliseconds(1240)).toBe('1,2 Sek.');
});

test('copes with locales that are no language tags', () => {
  document.documentElement.lang = 'pt-PT-ao90';
  expect(formatCompact(5)).toBe('5');
});

test.each([
  [1, '1 byte'],
  [999, '999 bytes'],
  [41_500, '42 kB'],
  [2_400_000, '2 MB'],
])('%i bytes are %s', (bytes, expected) => {
  document.documentElement.lang = 'en-US';
  expect(formatBytes(bytes)).toBe(expected);
});

test('dates and languages are named in the language of the page', () => {
  document.documentElement.lang = 'de-DE';
  expect(formatDate('2026-03-05T10:00:00Z')).toContain('05.03.2026');
  expect(formatLanguage('ja')).toBe('Japanisch');
  expect(formatLanguage('no tag')).toBe('no tag');
});
