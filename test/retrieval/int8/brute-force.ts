import { encodeVector } from '../../../server/retrieval/int8/code.ts';
import {
  type CandidateSearch,
  type VectorIndex,
} from '../../../server/retrieval/int8/vector-index.ts';

export interface Stored {
  document: number;
  vector: Float32Array;
}

export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** What is to be found: every vector compared as it is. */
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

/** The index' candidates with their scores made exact, as a store does it. */
export async function searchExactly(
  index: VectorIndex,
  stored: ReadonlyMap<number, Stored>,
  query: Float32Array,
  search: CandidateSearch,
): Promise<number[]> {
  const found = await index.candidates(query, search);
  const rows = found.map(({ chunkId }): [number, Stored] => [chunkId, stored.get(chunkId)!]);
  return ranked(rows, query, search.minScore).slice(0, search.limit);
}

function ranked(rows: [number, Stored][], query: Float32Array, minScore: number): number[] {
  return rows
    .map(([id, { vector }]) => ({ id, score: dot(vector, query) }))
    .filter(({ score }) => score >= minScore)
    .sort((a, b) => b.score - a.score || a.id - b.id)
    .map(({ id }) => id);
}

export function put(
  index: VectorIndex,
  stored: Map<number, Stored>,
  id: number,
  row: Stored,
): void {
  index.add(id, row.document, encodeVector(row.vector));
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
