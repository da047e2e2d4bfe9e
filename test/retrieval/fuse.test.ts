import { expect, test } from '@jest/globals';
import { fuse } from '../../server/retrieval/fuse.ts';

const ranking = (ids: number[], weight = 1) => ids.map((id) => ({ id, weight }));
const order = (...rankings: ReturnType<typeof ranking>[]) => [...fuse(rankings).keys()];

test('what stands high in several rankings comes first', () => {
  expect(order(ranking([1, 2, 3]), ranking([4, 2, 5]))).toEqual([2, 1, 4, 3, 5]);
});

test('a place counts the reciprocal of its rank, from 61 on', () => {
  expect(fuse([ranking([7]), ranking([8, 7], 0.5)]).get(7)).toBeCloseTo(1 / 61 + 0.5 / 62, 12);
});

test('one ranking stays as it is, and what is equal comes in order of id', () => {
  expect(order(ranking([9, 3, 5]))).toEqual([9, 3, 5]);
  expect(order(ranking([9]), ranking([3]))).toEqual([3, 9]);
});
