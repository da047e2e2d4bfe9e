import { expect, test } from '@jest/globals';
import { Int8Index } from '../../../server/retrieval/int8/int8-index.ts';
import { bruteForce, dot, gaussian, put, searchExactly, unit, type Stored } from './brute-force.ts';

const dimensions = 24;
const all = { limit: 5, minScore: -1, allowed: null };

test('a thousand changes among questions, none of which sees a change in part', async () => {
  const index = new Int8Index({ dimensions });
  const stored = new Map<number, Stored>();
  const history: { id: number; vector: Float32Array }[] = [];
  const normal = gaussian(11);
  const below = (count: number) => Math.floor(Math.abs(normal()) * 1e6) % count;
  const next = () => unit(Array.from({ length: dimensions }, normal));
  const asked: Promise<void>[] = [];
  for (let step = 0; step < 1000; step++) {
    const id = below(120);
    if (below(3) > 0) {
      put(index, stored, id, { document: below(4), vector: next() });
      history.push({ id, vector: stored.get(id)!.vector });
    } else {
      index.remove(id);
      stored.delete(id);
    }
    if (below(4) > 0) continue;
    const query = next();
    if (below(3) === 0) {
      const found = await searchExactly(index, stored, query, all);
      expect(found).toEqual(bruteForce(stored, query, all));
      continue;
    }
    const before = [...stored].map(([id, { vector }]) => ({ id, vector }));
    const since = history.length;
    const question = index.candidates(query, all).then((found) => {
      for (const { chunkId, score, error } of found) {
        const possible = [...before, ...history.slice(since)].filter(({ id }) => id === chunkId);
        const misses = possible.map(({ vector }) => Math.abs(dot(vector, query) - score));
        expect(Math.min(...misses)).toBeLessThanOrEqual(error);
      }
    });
    asked.push(question);
  }
  await Promise.all(asked);
  expect(index.size).toBe(stored.size);
});
