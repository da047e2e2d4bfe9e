import type { Candidate } from '../../../server/retrieval/vector-index.ts';
import { quantize } from '../../../server/retrieval/int8/quantize.ts';
import { type CandidateSearch, type Int8Index } from '../../../server/retrieval/int8/int8-index.ts';

export interface Stored {
  document: number;
  vector: Float32Array;
}

export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** Returns the expected result: compares every vector as it is. */
export function bruteForce(
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

/** Returns the nearest of the candidates by their exact scores, as `nearest.ts` does. */
export function rescored(
  found: readonly Candidate[],
  stored: ReadonlyMap<number, Stored>,
  query: Float32Array,
  search: CandidateSearch,
): number[] {
  const rows = found.map(({ chunkId }): [number, Stored] => [chunkId, stored.get(chunkId)!]);
  return ranked(rows, query, search.minScore).slice(0, search.limit);
}

export const searchExactly = async (
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

export function put(index: Int8Index, stored: Map<number, Stored>, id: number, row: Stored): void {
  index.add(id, row.document, quantize(row.vector));
  stored.set(id, row);
}

/** Length 1; zero stays zero. */
export function unit(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values) || 1;
  return Float32Array.from(values, (value) => value / length);
}

// Globals are slow to reach from within Jest.
const { sqrt, log, cos, imul, PI } = Math;

/** Numbers as if drawn from a normal distribution, the same for the same seed. */
export function gaussian(seed: number): () => number {
  let state = seed;
  const uniform = () => {
    state = (imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  return () => sqrt(-2 * log(uniform())) * cos(2 * PI * uniform());
}
