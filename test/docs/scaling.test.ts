import { expect, test } from '@jest/globals';
import { bytesPerVector, maxVectors } from '../../server/retrieval/int8/rows.ts';
import { tableOf, textOf } from './pages.ts';

const page = 'docs/scaling.md';
const dimensions = [384, 1536];

/** The numbers of a row of the table of bytes, the first one of each cell. */
function bytesOf(name: string): number[] {
  const row = tableOf(page, 'bytes of a chunk').find(([cell]) => cell?.[0]?.includes(name));
  const numbers = row?.slice(1).map(([text = '']) => text.replaceAll('*', '').replaceAll(',', ''));
  return numbers?.map((text) => Number.parseInt(text, 10)) ?? [];
}

test('a vector takes as many bytes as the page says', () => {
  expect(bytesOf('vector in memory')).toEqual(dimensions.map(bytesPerVector));
  expect(textOf('docs/configuration.md')).toContain(
    `dimensions + ${bytesPerVector(512) - 512} bytes`,
  );
});

test('the sums are right', () => {
  const sum = (...names: string[]) =>
    dimensions.map((_, at) => names.reduce((all, name) => all + (bytesOf(name)[at] ?? NaN), 0));
  expect(bytesOf('**memory**')).toEqual(sum('vector in memory', 'words and list'));
  const text = 1300;
  const stored = sum('vector in the database').map((n) => n + text);
  expect(bytesOf('**database**')).toEqual(stored);
});

test('one process holds as many vectors as the page says', () => {
  const millions = (size: number) => `${(maxVectors(size) / 1e6).toFixed(1)} million of ${size}`;
  const says = textOf(page).replaceAll('\n', ' ').replaceAll('1,536', '1536');
  expect(says).toContain(millions(1536));
  expect(says).toContain(millions(768));
  expect(says).toContain(millions(512).replace(' of', ' chunks of'));
});
