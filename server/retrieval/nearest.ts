import type { VectorStoreStatus } from '../contract/admin.ts';
import { maxVectors } from './int8/rows.ts';
import type { MemoryIndex } from './memory/memory-index.ts';
import type { VectorIndex, Candidate, VectorHit, VectorQuery } from './vector-index.ts';
import type { Database } from '../storage/database.ts';
import { readVectors } from '../storage/vectors/vectors.ts';
import { dot } from '../storage/vectors/stored-vector.ts';

const megabytes = (bytes: number) => Math.ceil(bytes / 2 ** 20);

/**
 * The vector index of the site itself: in memory as long as the vectors fit into the budget, else the
 * database ranks them.
 */
export function createLocalIndex(
  memory: Pick<MemoryIndex, 'search' | 'refresh' | 'hasRoom' | 'figures'>,
  ranking: Pick<VectorIndex, 'search' | 'status'>,
): VectorIndex & Required<Pick<VectorIndex, 'refresh'>> {
  return {
    search: async (query) => ((await memory.hasRoom()) ? memory : ranking).search(query),

    refresh: () => memory.refresh(),

    async status(): Promise<VectorStoreStatus> {
      const { space, chunks, vectors, words, budget, bytes, bytesNeeded } = await memory.figures();
      const about = { engine: 'relational' as const, memory_mb: megabytes(bytes) };
      if (!space) {
        const reason = 'There is no embedding model, so texts are searched by their words.';
        return { ...about, mode: 'none', reason, warnings: [], vectors: 0 };
      }
      const warnings =
        words === 'left out'
          ? ['The words of the texts do not fit into memory either: only vectors are searched.']
          : [];
      const limit =
        chunks > maxVectors(space.dimensions)
          ? 'the 4096 MB of vectors that one process can hold'
          : `${megabytes(budget)} MB (ITIH_SEARCH_MEMORY_MB)`;
      const needs = `${chunks} chunks with ${space.dimensions} dimensions need ${megabytes(bytesNeeded)} MB`;
      if (await memory.hasRoom()) {
        const reason = `Exact in memory: ${needs} of ${limit}, and no index is faster at that size.`;
        return { ...about, mode: 'memory', reason, warnings, vectors };
      }
      const ranked = await ranking.status();
      return {
        ...about,
        mode: ranked.mode,
        reason: `${ranked.reason}: ${needs}, more than ${limit}.`,
        warnings: [...warnings, ...ranked.warnings],
        vectors: chunks,
      };
    },
  };
}

/** Candidates whose passages and vectors are read in one statement. */
const page = 100;
/** Searches for one question while the chunks that it finds are being replaced. */
const maxAttempts = 16;

export const byScore = (a: VectorHit, b: VectorHit) => b.score - a.score || a.chunkId - b.chunkId;

/** Computes the exact scores of candidates; `gone` of them have no vector in this space any more. */
async function rescore(
  { query }: Database,
  { embedder, vector, topK, minScore }: VectorQuery,
  candidates: readonly Candidate[],
): Promise<{ hits: VectorHit[]; gone: number }> {
  const space = { embedder, dimensions: vector.length };
  let hits: VectorHit[] = [];
  let gone = 0;
  for (let start = 0; start < candidates.length; start += page) {
    const floor = hits[topK - 1]?.score ?? minScore;
    const ids = candidates
      .slice(start, start + page)
      .filter(({ score, error }) => score + error >= floor)
      .map(({ chunkId }) => chunkId);
    if (ids.length === 0) continue;
    const rows = await readVectors(query, space, (chunks) => chunks.where('chunks.id', 'in', ids));
    gone += ids.length - rows.length;
    for (const { passage, vector: stored } of rows) {
      const score = dot(vector, stored);
      if (score >= minScore) hits.push({ chunkId: passage.chunkId, score, passage });
    }
    hits = hits.sort(byScore).slice(0, topK);
  }
  return { hits, gone };
}

/**
 * Returns a function that finds the nearest chunks, best first and ties by chunk id, with their passages. It
 * compares the index's candidates with the stored vectors, so that deleted and changed chunks are never
 * among them.
 */
export function createNearest(database: Database, index: Pick<VectorIndex, 'search' | 'refresh'>) {
  return async function nearest(query: VectorQuery): Promise<VectorHit[]> {
    if (query.vector.length === 0 || query.topK <= 0) return [];
    for (let attempt = 1; ; attempt++) {
      const { hits, gone } = await rescore(database, query, await index.search(query));
      if (gone === 0 || !index.refresh || attempt === maxAttempts) return hits;
      await index.refresh();
    }
  };
}
export type Nearest = ReturnType<typeof createNearest>;

/** Returns a function that compares chunks with a vector. Those that have none in its space are left out. */
export function createCompare({ query }: Database) {
  return async function compare(
    { embedder, vector }: Pick<VectorQuery, 'embedder' | 'vector'>,
    chunkIds: readonly number[],
  ): Promise<VectorHit[]> {
    if (chunkIds.length === 0) return [];
    const space = { embedder, dimensions: vector.length };
    const rows = await readVectors(query, space, (all) => all.where('chunks.id', 'in', chunkIds));
    return rows.map(({ passage, vector: stored }) => ({
      chunkId: passage.chunkId,
      score: dot(vector, stored),
      passage,
    }));
  };
}
export type Compare = ReturnType<typeof createCompare>;
