/** Joins the port VectorStore with the port VectorIndex, until the former is gone. */
import type { EmbeddingSpace } from '../embedding/index-state.ts';
import type { VectorHit, VectorStore } from '../providers/vector-store.ts';
import { candidateRows } from '../retrieval/relational/candidate-rows.ts';
import type { VectorIndex } from '../retrieval/vector-index.ts';
import type { Database } from '../storage/database.ts';

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

export const readVectors =
  (database: Database) =>
  async (space: EmbeddingSpace, chunkIds: readonly number[]): Promise<Map<number, Float32Array>> =>
    new Map(
      (await candidateRows(database.query, space, chunkIds)).map(({ passage, vector }) => [
        passage.chunkId,
        vector,
      ]),
    );

export const storeAsIndex = (store: VectorStore): VectorIndex => ({
  search: async (query) =>
    (await store.query(query)).map(({ chunkId, score }) => ({ chunkId, score, error: 0 })),
  apply: () => Promise.resolve(false),
  status: () => store.status(),
});

/** The store, with an index that finds the candidates. */
export const storeWithIndex = (
  store: VectorStore,
  index: Pick<VectorIndex, 'search' | 'status'>,
  database: Database,
): VectorStore => ({
  ...store,
  name: 'relational',
  async query(query): Promise<VectorHit[]> {
    const { embedder, vector, topK, minScore } = query;
    const ids = (await index.search(query)).map(({ chunkId }) => chunkId);
    if (ids.length === 0) return [];
    const space = { embedder, dimensions: vector.length };
    return (await candidateRows(database.query, space, ids))
      .map(({ passage, vector: stored }) => ({
        chunkId: passage.chunkId,
        score: dot(vector, stored),
        passage,
      }))
      .filter(({ score }) => score >= minScore)
      .sort((a, b) => b.score - a.score || a.chunkId - b.chunkId)
      .slice(0, topK);
  },
  status: () => index.status(),
});
