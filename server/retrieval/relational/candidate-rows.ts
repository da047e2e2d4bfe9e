import type { Kysely } from 'kysely';
import { selectPassages, type Passage } from '../../storage/chunks.ts';
import type { EmbeddingSpace } from '../../embedding/index-state.ts';
import type { Schema } from '../../storage/schema.ts';
import { vectorOf } from './vector-columns.ts';
import { storedVector } from './vector-text.ts';

export interface CandidateRow {
  passage: Passage;
  vector: Float32Array;
}

/** Text and vector of chunks, in no order; those that have no vector of this identity by now are left out. */
export async function candidateRows(
  query: Kysely<Schema>,
  { embedder, dimensions }: EmbeddingSpace,
  ids: readonly number[],
): Promise<CandidateRow[]> {
  const rows = await selectPassages(query)
    // Columns for vectors come and go.
    .selectAll('chunks')
    .leftJoin('next_vectors', (join) =>
      join
        .onRef('next_vectors.chunk_id', '=', 'chunks.id')
        .on('next_vectors.embedder', '=', embedder)
        .on('next_vectors.dimensions', '=', dimensions),
    )
    .select('next_vectors.embedding as beside')
    .where('chunks.id', 'in', ids)
    .execute();
  return rows.flatMap((row) => {
    const own = row.embedder === embedder && row.dimensions === dimensions;
    const vector = own ? vectorOf(row) : storedVector(row.beside);
    if (!vector) return [];
    const { chunkId, documentId, position, kind, postId, attachmentId } = row;
    const { title, url, headingPath, page, content } = row;
    const passage = { chunkId, documentId, position, kind, postId, attachmentId, title };
    return [{ passage: { ...passage, url, headingPath, page, content }, vector }];
  });
}
