import type { Kysely } from 'kysely';
import { selectPassages, type Passage } from './chunks.ts';
import type { VectorIdentity } from './index-state.ts';
import type { Schema } from './schema.ts';
import { decodeVector } from './vector-text.ts';

export interface CandidateRow {
  passage: Passage;
  vector: Float32Array;
}

/** Text and vector of chunks, in no order; those that have no vector of this identity by now are left out. */
export async function candidateRows(
  query: Kysely<Schema>,
  { embedder, dimensions }: VectorIdentity,
  ids: readonly number[],
): Promise<CandidateRow[]> {
  const rows = await selectPassages(query)
    .leftJoin('next_vectors', (join) =>
      join
        .onRef('next_vectors.chunk_id', '=', 'chunks.id')
        .on('next_vectors.embedder', '=', embedder)
        .on('next_vectors.dimensions', '=', dimensions),
    )
    .select(['chunks.embedder', 'chunks.dimensions', 'chunks.embedding'])
    .select('next_vectors.embedding as beside')
    .where('chunks.id', 'in', ids)
    .execute();
  return rows.flatMap(({ embedder: of, dimensions: length, embedding, beside, ...passage }) => {
    const stored = of === embedder && length === dimensions ? embedding : beside;
    return stored === null ? [] : [{ passage, vector: decodeVector(stored) }];
  });
}
