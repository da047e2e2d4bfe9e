import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { EmbeddingSpace } from '../../server/storage/vectors/stored-vector.ts';
import type { ChunkVector } from '../../server/storage/vectors/vectors.ts';
import { until } from '../fakes/wait.ts';
import type { VectorHit } from '../../server/retrieval/vector-index.ts';
import type { VectorSearch } from '../../server/retrieval/vector-search.ts';

export interface VectorStoreHarness {
  /** Searches the index. */
  vectors: Pick<VectorSearch, 'nearest'>;
  /**
   * In one transaction: removes the document's chunks, writes one for each vector, and stores the vectors
   * with them. Resolves, after the commit, to the new chunks' ids in the order of the vectors. Ids grow and
   * are never used again. A document that does not exist is made.
   */
  replace(
    documentId: number,
    embedder: string,
    vectors: readonly (Float32Array | null)[],
  ): Promise<number[]>;
  /** Stores vectors with their chunks in one transaction, as the builder does. */
  write(space: EmbeddingSpace, vectors: readonly ChunkVector[]): Promise<void>;
  /** Makes this the space of the site. */
  setSpace(space: EmbeddingSpace): Promise<void>;
  /** Brings the stored vectors into the column of the space, and drops the others. */
  settle(space: EmbeddingSpace): Promise<void>;
  /** Removes the document with its chunks. */
  removeDocument(documentId: number): Promise<void>;
  close?: () => Promise<void>;
}

const embedder = 'test:model';
const dimensions = 16;
const active: EmbeddingSpace = { embedder, dimensions };

/** Describes what every vector index promises, in memory, in the database or hosted. */
export function describeVectorStore(
  name: string,
  makeStore: () => VectorStoreHarness | Promise<VectorStoreHarness>,
): void {
  describe(`vector store: ${name}`, () => {
    let harness: VectorStoreHarness;
    beforeEach(async () => {
      harness = await makeStore();
      await harness.setSpace(active);
    });
    afterEach(() => harness.close?.());

    const query = (
      vector: Float32Array,
      { topK = 10, minScore = -1, as = embedder } = {},
    ): Promise<VectorHit[]> => harness.vectors.nearest({ embedder: as, vector, topK, minScore });
    const ids = (hits: readonly VectorHit[]) => hits.map(({ chunkId }) => chunkId);
    /** After a change of the space an index reads the vectors in its own time. */
    const soon = async (ask: () => Promise<number[]>, expected: readonly number[]) => {
      const isSo = async () => String(await ask()) === String(expected);
      await until('the vectors', isSo).catch(() => undefined);
      expect(await ask()).toEqual(expected);
    };

    test('finds nothing in nothing', async () => {
      expect(await query(axis(0))).toEqual([]);
    });

    test('ranks as comparing with every vector does', async () => {
      const random = randomVectors(7);
      const stored = new Map<number, Float32Array>();
      for (let document = 1; document <= 6; document++) {
        const vectors = Array.from({ length: 50 }, () => random());
        const chunkIds = await harness.replace(document, embedder, vectors);
        chunkIds.forEach((id, index) => stored.set(id, vectors[index]!));
      }
      for (let round = 0; round < 10; round++) {
        const question = random();
        const hits = await query(question, { topK: 20 });
        const expected = bruteForce(stored, question).slice(0, 20);
        expect(ids(hits)).toEqual(ids(expected));
        expect(ids(await query(question, { topK: 1 }))).toEqual(ids(expected).slice(0, 1));
        for (const [index, { score }] of hits.entries()) {
          expect(score).toBeCloseTo(expected[index]!.score, 5);
        }
      }
    });

    test('scores with the cosine, from 1 to -1', async () => {
      const opposite = axis(0).map((value) => -value);
      await harness.replace(1, embedder, [opposite, axis(1), axis(0)]);
      const scores = (await query(axis(0))).map(({ score }) => score);
      expect(scores).toHaveLength(3);
      for (const [index, expected] of [1, 0, -1].entries()) {
        expect(scores[index]).toBeCloseTo(expected, 5);
      }
    });

    test('takes a score that is exactly the least', async () => {
      // Sums of powers of two: no rounding, so the cosine with the first axis is exactly 0.5.
      const half = new Float32Array(dimensions).fill(0.5, 0, 4);
      const [id] = await harness.replace(1, embedder, [half]);
      expect(ids(await query(axis(0), { minScore: 0.5 }))).toEqual([id]);
      expect(await query(axis(0), { minScore: 0.501 })).toEqual([]);
    });

    test('orders equal scores by chunk', async () => {
      const later = await harness.replace(2, embedder, [axis(0), axis(0)]);
      const last = await harness.replace(1, embedder, [axis(0), axis(0)]);
      const all = [...later, ...last].sort((a, b) => a - b);
      expect(ids(await query(axis(0)))).toEqual(all);
      expect(ids(await query(axis(0), { topK: 3 }))).toEqual(all.slice(0, 3));
    });

    test('compares only vectors of the active space', async () => {
      const [mine] = await harness.replace(1, embedder, [axis(0)]);
      const [other] = await harness.replace(2, 'test:other', [axis(0)]);
      const [short] = await harness.replace(3, embedder, [axis(0, 8)]);
      expect(ids(await query(axis(0)))).toEqual([mine]);
      expect(await query(axis(0), { as: 'test:unknown' })).toEqual([]);
      await harness.setSpace({ embedder: 'test:other', dimensions });
      await soon(() => query(axis(0), { as: 'test:other' }).then(ids), [other!]);
      await harness.setSpace({ embedder, dimensions: 8 });
      await soon(() => query(axis(0, 8)).then(ids), [short!]);
    });

    test('forgets what a document had before, also of another model or length', async () => {
      await harness.replace(1, embedder, [axis(0), axis(1)]);
      await harness.replace(2, embedder, [axis(3)]);
      const [next] = await harness.replace(1, embedder, [axis(2)]);
      expect(ids(await query(axis(0), { minScore: 0.5 }))).toEqual([]);
      expect(ids(await query(axis(2), { minScore: 0.5 }))).toEqual([next]);
      await harness.replace(1, 'test:other', [axis(2, 8)]);
      expect(await query(axis(2), { minScore: 0.5 })).toEqual([]);
      expect(await query(axis(3), { minScore: 0.5 })).toHaveLength(1);
    });

    test('takes a document without vectors', async () => {
      await harness.replace(1, embedder, [axis(0)]);
      expect(await harness.replace(1, embedder, [])).toEqual([]);
      expect(await query(axis(0))).toEqual([]);
    });

    test('forgets a document that is removed, and only that', async () => {
      await harness.replace(1, embedder, [axis(0), axis(1)]);
      const kept = await harness.replace(2, embedder, [axis(0), axis(1)]);
      await query(axis(0));
      await harness.removeDocument(1);
      expect(ids(await query(axis(0))).sort((a, b) => a - b)).toEqual(kept);
      await harness.removeDocument(2);
      expect(await query(axis(0))).toEqual([]);
    });

    describe('another space', () => {
      const next: EmbeddingSpace = { embedder: 'test:next', dimensions: 8 };
      const askNext = () => query(axis(0, 8), { as: next.embedder }).then(ids);
      const askBefore = () => query(axis(0)).then(ids);
      let first: number[];
      let second: number[];
      beforeEach(async () => {
        first = await harness.replace(1, embedder, [axis(0), axis(0)]);
        second = await harness.replace(2, embedder, [axis(0)]);
        await askBefore();
        await harness.setSpace(next);
        await harness.settle(next);
      });
      const build = (chunkIds: number[]) =>
        harness.write(
          next,
          chunkIds.map((chunkId) => ({ chunkId, vector: axis(0, 8) })),
        );

      test('finds each chunk from its vector on', async () => {
        expect(await askNext()).toEqual([]);
        await build(first);
        await soon(askNext, first);
        await build(second);
        await soon(askNext, [...first, ...second]);
        await harness.settle(next);
        const third = await harness.replace(3, next.embedder, [axis(0, 8)]);
        expect(await askNext()).toEqual([...first, ...second, ...third]);
      });

      test('that is given up leaves the vectors that it has not replaced', async () => {
        await build(first);
        await harness.setSpace(active);
        await soon(askBefore, second);
      });

      test('has no answer from a text that its embedder refuses', async () => {
        await harness.write(next, [{ chunkId: first[0]!, vector: null }]);
        await build([first[1]!, ...second]);
        await soon(askNext, [first[1]!, ...second]);
      });

      test('takes no vectors of another length', async () => {
        const wrong = harness.write(next, [{ chunkId: first[0]!, vector: axis(0) }]);
        await expect(wrong).rejects.toMatchObject({ code: 'invalid_request' });
        expect(await askNext()).toEqual([]);
      });
    });

    test('shows the old or the new, never a mix, while a document is replaced', async () => {
      const version = () => Array.from({ length: 8 }, () => axis(0));
      const versions = [await harness.replace(1, embedder, version())];
      const ask = async () => ids(await query(axis(0), { topK: 50 }));
      const replace = async () => versions.push(await harness.replace(1, embedder, version()));
      for (let round = 0; round < 10; round++) {
        const asked = [ask()];
        await replace();
        asked.push(ask());
        await replace();
        for (const hits of await Promise.all(asked)) expect(versions).toContainEqual(hits);
      }
      expect(await ask()).toEqual(versions.at(-1));
    });
  });
}

function axis(index: number, length = dimensions): Float32Array {
  return new Float32Array(length).fill(1, index, index + 1);
}

/** Unit vectors, the same in every run. https://prng.di.unimi.it/splitmix64.c, in 32 bits. */
function randomVectors(seed: number): () => Float32Array {
  let state = seed;
  const random = () => {
    state = (state + 0x9e3779b9) | 0;
    let bits = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
    return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32;
  };
  return () => {
    const vector = Float32Array.from({ length: dimensions }, () => random() - 0.5);
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  };
}

function bruteForce(stored: ReadonlyMap<number, Float32Array>, question: Float32Array) {
  return [...stored]
    .map(([chunkId, vector]) => ({
      chunkId,
      score: vector.reduce((sum, value, index) => sum + value * question[index]!, 0),
    }))
    .sort((a, b) => b.score - a.score || a.chunkId - b.chunkId);
}
