import type { Database } from '../storage/database.ts';
import { readVectors } from '../storage/vectors/vectors.ts';
import { dot } from '../storage/vectors/stored-vector.ts';
import type { VectorIndex, Candidate, VectorHit, VectorQuery } from './vector-index.ts';

/** Candidates whose passages and vectors are read in one statement. */
const page = 100;
/** Searches for one question while the chunks that it finds are being replaced. */
const maxAttempts = 16;

export const byScore = (a: VectorHit, b: VectorHit) => b.score - a.score || a.chunkId - b.chunkId;

/** Compares vectors with those that are stored, so that deleted and changed chunks are never among what it finds. */
export class VectorSearch {
  readonly #database: Database;
  readonly #index: Pick<VectorIndex, 'search' | 'refresh'>;

  constructor(database: Database, index: Pick<VectorIndex, 'search' | 'refresh'>) {
    this.#database = database;
    this.#index = index;
  }

  /** Finds the nearest chunks among the index's candidates, best first and ties by chunk id, with their passages. */
  async nearest(query: VectorQuery): Promise<VectorHit[]> {
    if (query.vector.length === 0 || query.topK <= 0) return [];
    for (let attempt = 1; ; attempt++) {
      const { hits, gone } = await this.#rescore(query, await this.#index.search(query));
      if (gone === 0 || !this.#index.refresh || attempt === maxAttempts) return hits;
      await this.#index.refresh();
    }
  }

  /** Compares chunks with a vector. Those that have none in its space are left out. */
  async compare(
    { embedder, vector }: Pick<VectorQuery, 'embedder' | 'vector'>,
    chunkIds: readonly number[],
  ): Promise<VectorHit[]> {
    if (chunkIds.length === 0) return [];
    const space = { embedder, dimensions: vector.length };
    const rows = await readVectors(this.#database.query, space, (all) =>
      all.where('chunks.id', 'in', chunkIds),
    );
    return rows.map(({ passage, vector: stored }) => ({
      chunkId: passage.chunkId,
      score: dot(vector, stored),
      passage,
    }));
  }

  /** Computes the exact scores of candidates; `gone` of them have no vector in this space any more. */
  async #rescore(
    { embedder, vector, topK, minScore }: VectorQuery,
    candidates: readonly Candidate[],
  ): Promise<{ hits: VectorHit[]; gone: number }> {
    let hits: VectorHit[] = [];
    let gone = 0;
    for (let start = 0; start < candidates.length; start += page) {
      const floor = hits[topK - 1]?.score ?? minScore;
      const ids = candidates
        .slice(start, start + page)
        .filter(({ score, error }) => score + error >= floor)
        .map(({ chunkId }) => chunkId);
      const compared = await this.compare({ embedder, vector }, ids);
      gone += ids.length - compared.length;
      const near = compared.filter(({ score }) => score >= minScore);
      hits = [...hits, ...near].sort(byScore).slice(0, topK);
    }
    return { hits, gone };
  }
}
