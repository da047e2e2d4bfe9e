import { expect, test } from '@jest/globals';
import { rescore } from '../../../server/retrieval/lexical/rescore.ts';
import { passage } from '../passage.ts';

const hits = [
  { chunkId: 1, score: 10, coverage: 0.5 },
  { chunkId: 2, score: 9, coverage: 0.5 },
  { chunkId: 3, score: 1, coverage: 0.1 },
];

test('a chunk that has more of the question is first, with its passage', () => {
  const passages = [
    passage(1, { content: 'a rule about something else' }),
    passage(2, { content: 'Orders are cancelled by e-mail.' }),
    passage(3, { content: 'nothing' }),
  ];
  const found = rescore('cancelling an order', hits, passages);
  expect(found.map(({ chunkId }) => chunkId)).toEqual([2, 1, 3]);
  expect(found[0]!.passage).toBe(passages[1]);
});

test('title and headings count', () => {
  const found = rescore('returns', hits, [
    passage(1, { title: '', headingPath: '', content: 'about parcels' }),
    passage(2, { title: 'Returns', headingPath: '', content: 'about letters' }),
  ]);
  expect(found[0]!.chunkId).toBe(2);
});

test('without texts the order stays', () => {
  expect(rescore('cancelling', hits, []).map(({ chunkId }) => chunkId)).toEqual([1, 2, 3]);
  expect(rescore('cancelling', [], [])).toEqual([]);
});
