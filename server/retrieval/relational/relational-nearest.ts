import type { SearchCopy } from '../memory/search-copy.ts';
import type { Candidate } from '../vector-index.ts';
import { candidateRows } from './candidate-rows.ts';
import type { Database } from '../../storage/database.ts';
import type { EmbeddingSpace } from '../../embedding/index-state.ts';
import type { VectorHit, VectorQuery } from '../../providers/vector-store.ts';
import type { NativeIndex } from './relational-native.ts';

/** Candidates whose texts and vectors are read in one statement. */
const page = 100;
/** Searches of one question, while what it finds is exchanged. */
const attempts = 16;
/** More than is asked for: some of what the database's index finds may be gone. */
const surplus = 20;

const better = (a: VectorHit, b: VectorHit) => b.score - a.score || a.chunkId - b.chunkId;

/** As float64, so that no vector's place depends on how its sum was rounded. */
function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** Candidates are compared with the vectors themselves, which are read together with the texts. */
export function createNearest(
  database: Database,
  copy: SearchCopy,
  native: Pick<NativeIndex, 'isReady' | 'nearest'>,
) {
  /** Best first; `gone` of the candidates have no vector any more. */
  async function compare(
    { embedder, vector, topK, minScore }: VectorQuery,
    candidates: readonly Candidate[],
  ): Promise<{ hits: VectorHit[]; gone: number }> {
    const identity = { embedder, dimensions: vector.length };
    let hits: VectorHit[] = [];
    let gone = 0;
    for (let start = 0; start < candidates.length; start += page) {
      const least = hits[topK - 1]?.score ?? minScore;
      const ids = candidates
        .slice(start, start + page)
        .filter(({ score, error }) => score + error >= least)
        .map(({ chunkId }) => chunkId);
      if (ids.length === 0) continue;
      const rows = await candidateRows(database.query, identity, ids);
      gone += ids.length - rows.length;
      for (const { passage, vector: stored } of rows) {
        const score = dot(vector, stored);
        if (score >= minScore) hits.push({ chunkId: passage.chunkId, score, passage });
      }
      hits = hits.sort(better).slice(0, topK);
    }
    return { hits, gone };
  }

  async function byCodes(identity: EmbeddingSpace, question: VectorQuery): Promise<VectorHit[]> {
    const { vector, topK: limit, minScore, filter } = question;
    for (let attempt = 1; ; attempt++) {
      const candidates = await copy.candidates(identity, vector, { limit, minScore, filter });
      const { hits, gone } = await compare(question, candidates);
      if (gone === 0 || attempt === attempts) return hits;
      await copy.refresh();
    }
  }

  async function byIndex(question: VectorQuery): Promise<VectorHit[]> {
    for (let limit = question.topK + surplus; ; limit *= 4) {
      const ids = await native.nearest(question.vector, limit);
      const unknown = { score: 0, error: Infinity };
      const candidates = ids.map((chunkId) => ({ chunkId, ...unknown }));
      const { hits, gone } = await compare(question, candidates);
      if (gone <= surplus || ids.length < limit) return hits;
    }
  }

  return async function nearest(question: VectorQuery): Promise<VectorHit[]> {
    const { embedder, vector, topK, filter } = question;
    const identity = { embedder, dimensions: vector.length };
    if (vector.length === 0 || topK <= 0) return [];
    // MariaDB reads on along its graph until enough rows pass a filter: seconds, if few do.
    const ranked = !filter && !(await copy.holds(identity)) && (await native.isReady(identity));
    return ranked ? byIndex(question) : byCodes(identity, question);
  };
}
