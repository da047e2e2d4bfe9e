import { afterEach, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { quantize } from '../../../server/retrieval/int8/quantize.ts';
import { Int8Index } from '../../../server/retrieval/int8/int8-index.ts';
import { bruteForce, dot, gaussian, put, rescored, searchExactly, unit } from './brute-force.ts';
import type { Stored } from './brute-force.ts';

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

const cases = fc.integer({ min: 1, max: 40 }).chain((dimensions) =>
  fc.record({
    dimensions: fc.constant(dimensions),
    rows: fc.array(fc.record({ document: fc.nat(5), vector: vectors(dimensions) }), {
      maxLength: 60,
    }),
    query: vectors(dimensions),
    limit: fc.integer({ min: 1, max: 8 }),
    minScore: fc.constantFrom(-1, 0, 0.3, 0.9),
    allowed: fc.option(fc.uint8Array({ maxLength: 6, max: 2 })),
  }),
);

test('finds what comparing every vector finds', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ dimensions, rows, query, ...search }) => {
      const index = created(dimensions);
      const stored = new Map<number, Stored>();
      rows.forEach((row, id) => put(index, stored, id, row));
      const expected = query.some((value) => value !== 0) ? bruteForce(stored, query, search) : [];
      expect(await searchExactly(index, stored, query, search)).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

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
      { minLength: 2, maxLength: 11 },
    ),
  }),
);

test('finds the same for queries that wait together', async () => {
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

test('says how wrong a score may be', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ dimensions, rows, query }) => {
      const index = created(dimensions);
      const stored = new Map<number, Stored>();
      rows.forEach((row, id) => put(index, stored, id, row));
      const found = await index.candidates(query, { limit: 100, minScore: -1, allowed: null });
      for (const { chunkId, score, error } of found) {
        expect(Math.abs(score - dot(stored.get(chunkId)!.vector, query))).toBeLessThanOrEqual(
          error,
        );
      }
    }),
  );
});

test.each(['random', 'clustered'])('is exact on %s vectors of many dimensions', async (kind) => {
  const dimensions = 384;
  const normal = gaussian(7);
  const draw = () => Array.from({ length: dimensions }, normal);
  const centres = Array.from({ length: 20 }, draw);
  const near = () => {
    const centre = centres[Math.floor(Math.abs(normal()) * 1e6) % centres.length]!;
    return centre.map((value) => value + 0.05 * normal());
  };
  const next = () => unit(kind === 'random' ? draw() : near());
  const index = created(dimensions);
  const stored = new Map<number, Stored>();
  for (let id = 0; id < 2000; id++) put(index, stored, id, { document: 0, vector: next() });
  for (let n = 0; n < 20; n++) {
    const query = next();
    expect(await searchExactly(index, stored, query, all)).toEqual(bruteForce(stored, query, all));
  }
});

test('keeps few candidates', async () => {
  const dimensions = 256;
  const normal = gaussian(3);
  const index = created(dimensions);
  const next = () => unit(Array.from({ length: dimensions }, normal));
  for (let id = 0; id < 2000; id++) index.add(id, 0, quantize(next()));
  const found = await index.candidates(next(), all);
  expect(found.length).toBeGreaterThanOrEqual(5);
  expect(found.length).toBeLessThan(40);
  const scores = found.map(({ score }) => score);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
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

test('what gets better and better fills its buffer again and again', async () => {
  const index = created(2);
  const stored = new Map<number, Stored>();
  for (let id = 0; id < 20_000; id++) {
    const angle = Math.PI * (1 - id / 20_000);
    const vector = Float32Array.of(Math.cos(angle), Math.sin(angle));
    put(index, stored, id, { document: 0, vector });
  }
  const query = Float32Array.of(1, 0);
  expect(await searchExactly(index, stored, query, all)).toEqual(bruteForce(stored, query, all));
});

test('a zero vector scores 0; a zero question finds nothing', async () => {
  const index = created(4);
  index.add(1, 0, quantize(new Float32Array(4)));
  const query = unit([1, 0, 0, 0]);
  expect(await index.candidates(query, all)).toEqual([
    { chunkId: 1, score: 0, error: expect.closeTo(0, 3) },
  ]);
  expect(await index.candidates(query, { ...all, minScore: 0.1 })).toEqual([]);
  expect(await index.candidates(new Float32Array(4), all)).toEqual([]);
  expect(await index.candidates(Float32Array.of(NaN, 0, 0, 0), all)).toEqual([]);
});

test('a vector without bounds is always a candidate and displaces none', async () => {
  const index = created(2);
  index.add(1, 0, quantize(unit([-1, 0.1])));
  index.add(2, 0, quantize(Float32Array.of(NaN, 1)));
  index.add(3, 0, quantize(Float32Array.of(30, 40)));
  const found = await index.candidates(unit([1, 0]), { limit: 1, minScore: -1, allowed: null });
  expect(found.map(({ chunkId }) => chunkId).sort()).toEqual([1, 2, 3]);
});

test('only documents that are allowed take part', async () => {
  const index = created(2);
  for (let id = 0; id < 6; id++) index.add(id, id, quantize(unit([1, id])));
  const found = async (allowed: number[]) => {
    const search = { limit: 9, minScore: -1, allowed: Uint8Array.from(allowed) };
    const candidates = await index.candidates(unit([1, 1]), search);
    return candidates.map(({ chunkId }) => chunkId).sort();
  };
  expect(await found([1, 0, 1])).toEqual([0, 2]);
  expect(await found([0, 0, 0, 0, 0, 1, 1, 1])).toEqual([5]);
  expect(await found([])).toEqual([]);
});

test('ids are as large as numbers are exact', async () => {
  const index = created(2);
  const large = [2 ** 32, 2 ** 32 + 1, 2 ** 40 + 7, Number.MAX_SAFE_INTEGER];
  for (const id of large) index.add(id, 0, quantize(unit([1, 1])));
  index.remove(2 ** 40 + 7);
  const found = await index.candidates(unit([1, 1]), all);
  expect(found.map(({ chunkId }) => chunkId)).toEqual([
    2 ** 32,
    2 ** 32 + 1,
    Number.MAX_SAFE_INTEGER,
  ]);
});

test('refuses what has another length', async () => {
  const index = created(4);
  expect(() => index.add(1, 0, quantize(new Float32Array(5)))).toThrow(RangeError);
  await expect(index.candidates(new Float32Array(5), all)).rejects.toThrow(RangeError);
});

test('refuses more rows than its memory can ever have', async () => {
  const index = created(65_000);
  await expect(index.load(70_000, () => Promise.resolve())).rejects.toThrow(RangeError);
  expect(index.size).toBe(0);
});

test('another index has the same rows from a snapshot', async () => {
  const index = created(40);
  const stored = new Map<number, Stored>();
  const normal = gaussian(5);
  const next = () => unit(Array.from({ length: 40 }, normal));
  for (let id = 1; id <= 3000; id++)
    put(index, stored, id * 3, { document: id % 7, vector: next() });
  index.remove(30);
  stored.delete(30);
  const { bytes, version } = index.rows();
  const copy = created(40);
  await copy.load(index.size, (rows) => {
    rows.set(bytes);
    return Promise.resolve();
  });
  expect(copy.size).toBe(2999);
  const query = next();
  const search = { limit: 10, minScore: -1, allowed: Uint8Array.of(0, 1, 1) };
  expect(await copy.candidates(query, search)).toEqual(await index.candidates(query, search));
  put(copy, stored, 33, { document: 1, vector: query });
  expect((await searchExactly(copy, stored, query, search))[0]).toBe(33);
  index.remove(33);
  expect(index.rows().version).not.toBe(version);
});

test('a snapshot that cannot be read or repeats a chunk leaves the index empty', async () => {
  const index = created(2);
  for (const id of [1, 2]) index.add(id, 0, quantize(unit([1, id])));
  const copy = created(2);
  await expect(copy.load(2, () => Promise.reject(new Error('The disk is broken')))).rejects.toThrow(
    'The disk is broken',
  );
  await expect(
    copy.load(2, (rows) => {
      rows.set(index.rows().bytes.subarray(0, rows.length / 2));
      rows.copyWithin(rows.length / 2, 0);
      return Promise.resolve();
    }),
  ).rejects.toThrow(RangeError);
  expect(copy.size).toBe(0);
  expect(await copy.candidates(unit([1, 1]), all)).toEqual([]);
  copy.add(1, 0, quantize(unit([1, 1])));
  expect(await copy.candidates(unit([1, 1]), all)).toHaveLength(1);
});
