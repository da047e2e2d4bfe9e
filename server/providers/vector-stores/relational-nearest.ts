import type { SearchCopy } from '../../search/search-copy.ts';
import type { Candidate } from '../../search/vectors/vector-index.ts';
import { candidateRows } from '../../storage/candidate-rows.ts';
import type { Database } from '../../storage/database.ts';
import type { VectorIdentity } from '../../storage/index-state.ts';
import type { VectorHit, VectorQuery } from '../vector-store.ts';

/** Candidates whose texts and vectors are read in one statement. */
const page = 100;
/** Searches of one question, while what it finds is exchanged. */
const attempts = 4;

const better = (a: VectorHit, b: VectorHit) => b.score - a.score || a.chunkId - b.chunkId;

/** As float64, so that no vector's order depends on how its sum was rounded. */
function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** The nearest as comparing with every vector finds them: candidates are compared with the vectors themselves. */
export function createNearest(database: Database, copy: SearchCopy) {
  /** Null: one of the candidates is gone. */
  async function compare(
    identity: VectorIdentity,
    { vector, topK, minScore }: VectorQuery,
    candidates: readonly Candidate[],
    last: boolean,
  ): Promise<VectorHit[] | null> {
    let hits: VectorHit[] = [];
    for (let start = 0; start < candidates.length; start += page) {
      const least = hits[topK - 1]?.score ?? minScore;
      const ids = candidates
        .slice(start, start + page)
        .filter(({ score, error }) => score + error >= least)
        .map(({ chunkId }) => chunkId);
      if (ids.length === 0) continue;
      const rows = await candidateRows(database.query, identity, ids);
      if (rows.length < ids.length && !last) return null;
      const scored = rows.map(({ passage, vector: stored }) => ({
        chunkId: passage.chunkId,
        score: dot(vector, stored),
        passage,
      }));
      hits = [...hits, ...scored.filter(({ score }) => score >= minScore)];
      hits = hits.sort(better).slice(0, topK);
    }
    return hits;
  }

  return async function nearest(question: VectorQuery): Promise<VectorHit[]> {
    const { embedder, vector, topK, minScore, filter } = question;
    const identity = { embedder, dimensions: vector.length };
    if (vector.length === 0 || topK <= 0) return [];
    for (let attempt = 1; ; attempt++) {
      const wanted = { limit: topK, minScore, filter };
      const candidates = await copy.candidates(identity, vector, wanted);
      const hits = await compare(identity, question, candidates, attempt === attempts);
      if (hits) return hits;
      await copy.refresh();
    }
  };
}
