import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { quantize } from '../../../server/retrieval/int8/quantize.ts';
import { Int8Index } from '../../../server/retrieval/int8/int8-index.ts';
import { bruteForce, gaussian, searchExactly, unit, type Stored } from './brute-force.ts';

const dimensions = 96;
const normal = gaussian(23);
const next = () => unit(Array.from({ length: dimensions }, normal));

/** So many that threads have several blocks of them to share. */
const stored = new Map<number, Stored>();
for (let id = 0; id < 20_000; id++) stored.set(id, { document: id % 3, vector: next() });
const codes = [...stored.values()].map(({ vector }) => quantize(vector));

const questions = [null, Uint8Array.of(1, 0, 1), null].map((allowed) => {
  const query = next();
  const search = { limit: 5, minScore: -1, allowed };
  return { query, search, nearest: bruteForce(stored, query, search) };
});

async function threaded(threads: number): Promise<Int8Index> {
  const index = new Int8Index({ dimensions, threads, maxBlockMs: 0 });
  for (const [id, { document }] of stored) index.add(id, document, codes[id]!);
  while (index.threads < threads) {
    await index.candidates(next(), { limit: 1, minScore: -1, allowed: null });
    await sleep(5);
  }
  return index;
}

test.each([1, 2])('finds the same with %d threads', async (threads) => {
  const index = await threaded(threads);
  for (const { query, search, nearest } of questions) {
    expect(await searchExactly(index, stored, query, search)).toEqual(nearest);
  }
  const together = await Promise.all(
    Array.from({ length: 11 }, (_, n) => {
      const { query, search } = questions[n % questions.length]!;
      return searchExactly(index, stored, query, search);
    }),
  );
  for (const [n, found] of together.entries()) {
    expect(found).toEqual(questions[n % questions.length]!.nearest);
  }
  expect(index.threads).toBe(threads);
  index.close();
});

test('a thread that ends takes no search with it', async () => {
  const index = await threaded(2);
  const searches = questions.map(({ query, search }) =>
    searchExactly(index, stored, query, search),
  );
  index.close();
  for (const [n, { nearest }] of questions.entries()) expect(await searches[n]).toEqual(nearest);
  while (index.threads > 0) await sleep(5);
});
