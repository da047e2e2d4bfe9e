import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Int8Index, type CandidateSearch } from './int8-index.ts';
import { quantize, type Quantized } from './rows.ts';
import type { Candidate } from '../vector-index.ts';
import { compileKernel } from '../../../tools/wasm/scan-kernel.ts';

interface Stored {
  document: number;
  vector: Float32Array;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** Returns the expected result: compares every vector as it is. */
function bruteForce(
  stored: ReadonlyMap<number, Stored>,
  query: Float32Array,
  { limit, minScore, allowed }: CandidateSearch,
): number[] {
  return ranked(
    [...stored].filter(([, { document }]) => !allowed || allowed[document] === 1),
    query,
    minScore,
  ).slice(0, limit);
}

/** Returns the nearest of the candidates by their exact scores, as `VectorSearch` does. */
function rescored(
  found: readonly Candidate[],
  stored: ReadonlyMap<number, Stored>,
  query: Float32Array,
  search: CandidateSearch,
): number[] {
  const rows = found.map(({ chunkId }): [number, Stored] => [chunkId, stored.get(chunkId)!]);
  return ranked(rows, query, search.minScore).slice(0, search.limit);
}

const searchExactly = async (
  index: Int8Index,
  stored: ReadonlyMap<number, Stored>,
  query: Float32Array,
  search: CandidateSearch,
): Promise<number[]> => rescored(await index.candidates(query, search), stored, query, search);

function ranked(rows: [number, Stored][], query: Float32Array, minScore: number): number[] {
  return rows
    .map(([id, { vector }]) => ({ id, score: dot(vector, query) }))
    .filter(({ score }) => score >= minScore)
    .sort((a, b) => b.score - a.score || a.id - b.id)
    .map(({ id }) => id);
}

function put(index: Int8Index, stored: Map<number, Stored>, id: number, row: Stored): void {
  index.add(id, row.document, quantize(row.vector));
  stored.set(id, row);
}

/** Length 1; zero stays zero. */
function unit(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values) || 1;
  return Float32Array.from(values, (value) => value / length);
}

// Globals are slow to reach from within Jest.
const { sqrt, log, cos, imul, PI } = Math;

/** Numbers as if drawn from a normal distribution, the same for the same seed. */
function gaussian(seed: number): () => number {
  let state = seed;
  const uniform = () => {
    state = (imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  return () => sqrt(-2 * log(uniform())) * cos(2 * PI * uniform());
}

fc.configureGlobal({ seed: 17 });

const open: Int8Index[] = [];
afterEach(() => {
  for (const index of open.splice(0)) index.close();
});

function created(dimensions: number, threads = 0): Int8Index {
  const index = new Int8Index({ dimensions, threads });
  open.push(index);
  return index;
}

const all = { limit: 5, minScore: -1, allowed: null };

/** Numbers of few digits, so that vectors repeat and scores tie. */
const coarse = fc.integer({ min: -3, max: 3 });
const fine = fc.double({ min: -1, max: 1, noNaN: true });
const vectors = (dimensions: number) =>
  fc
    .oneof(
      fc.array(coarse, { minLength: dimensions, maxLength: dimensions }),
      fc.array(fine, { minLength: dimensions, maxLength: dimensions }),
    )
    .map(unit);

const batches = fc.integer({ min: 1, max: 40 }).chain((dimensions) =>
  fc.record({
    dimensions: fc.constant(dimensions),
    rows: fc.array(fc.record({ document: fc.nat(5), vector: vectors(dimensions) }), {
      maxLength: 60,
    }),
    queries: fc.array(
      fc.record({
        query: vectors(dimensions),
        limit: fc.integer({ min: 1, max: 8 }),
        minScore: fc.constantFrom(-1, 0, 0.3, 0.9),
        allowed: fc.option(fc.uint8Array({ maxLength: 6, max: 2 })),
      }),
      { minLength: 1, maxLength: 11 },
    ),
  }),
);

test('finds what comparing every vector finds, also for queries that wait together, and says how wrong a score may be', async () => {
  await fc.assert(
    fc.asyncProperty(batches, async ({ dimensions, rows, queries }) => {
      const index = created(dimensions);
      const stored = new Map<number, Stored>();
      rows.forEach((row, id) => put(index, stored, id, row));
      // Vectors without bounds are candidates of every query that allows their document.
      index.add(100, 1, quantize(new Float32Array(dimensions).fill(NaN)));
      const together = await Promise.all(
        queries.map(({ query, ...search }) => index.candidates(query, search)),
      );
      for (const [n, { query, ...search }] of queries.entries()) {
        expect(together[n]).toEqual(await index.candidates(query, search));
        const known = together[n]!.filter(({ chunkId }) => chunkId !== 100);
        for (const { chunkId, score, error } of known) {
          const miss = Math.abs(score - dot(stored.get(chunkId)!.vector, query));
          expect(miss).toBeLessThanOrEqual(error);
        }
        const isZero = query.every((value) => value === 0);
        const takesPart = search.allowed === null || search.allowed[1] === 1;
        expect(known.length < together[n]!.length).toBe(takesPart && !isZero);
        const exact = rescored(known, stored, query, search);
        expect(exact).toEqual(isZero ? [] : bruteForce(stored, query, search));
      }
    }),
    { numRuns: 300 },
  );
});

test('a query that fails takes no other with it', async () => {
  const index = created(2);
  index.add(1, 0, quantize(unit([1, 1])));
  const query = unit([1, 1]);
  const answers = await Promise.allSettled([
    index.candidates(query, all),
    index.candidates(query, { ...all, limit: -1 }),
    index.candidates(new Float32Array(3), all),
    index.candidates(query, all),
  ]);
  expect(answers.map((each) => each.status === 'fulfilled' && each.value.length)).toEqual([
    1,
    0,
    false,
    1,
  ]);
});

test.each([1, 3])('keeps every vector that ties, however many, for %d queries', async (count) => {
  const index = created(3);
  for (let id = 0; id < 10_000; id++) index.add(id, 0, quantize(unit([1, 2, 3])));
  const search = { limit: 1, minScore: 0.5, allowed: null };
  const queries = Array.from({ length: count }, () => index.candidates(unit([1, 2, 3]), search));
  for (const found of await Promise.all(queries)) {
    expect(found.map(({ chunkId }) => chunkId)).toEqual(
      Array.from({ length: 10_000 }, (_, id) => id),
    );
  }
});

test('refuses more rows than its memory can ever have', async () => {
  const index = created(65_000);
  await expect(index.load(70_000, () => Promise.resolve())).rejects.toThrow(RangeError);
  expect(index.size).toBe(0);
});

test('a thousand changes among questions, none of which sees a change in part', async () => {
  const dimensions = 24;
  const index = created(dimensions);
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

describe('threads', () => {
  const dimensions = 96;
  const normal = gaussian(23);
  const next = () => unit(Array.from({ length: dimensions }, normal));

  /** So many that threads have several blocks of them to share. */
  const stored = new Map<number, Stored>();
  let codes: Quantized[];
  let questions: { query: Float32Array; search: CandidateSearch; nearest: number[] }[];
  beforeAll(() => {
    for (let id = 0; id < 20_000; id++) stored.set(id, { document: id % 3, vector: next() });
    codes = [...stored.values()].map(({ vector }) => quantize(vector));
    questions = [null, Uint8Array.of(1, 0, 1), null].map((allowed) => {
      const query = next();
      const search = { limit: 5, minScore: -1, allowed };
      return { query, search, nearest: bruteForce(stored, query, search) };
    });
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
});

test('scan.wasm is what scan.wat says', async () => {
  const url = new URL('scan.wasm', import.meta.url);
  expect(Buffer.from(await compileKernel()).equals(await readFile(url))).toBe(true);
});
