import type { Kysely } from 'kysely';
import { selectPassages, toPassage, type Passage } from '../chunks.ts';
import type { Schema } from '../schema.ts';
import { decodeVector, sameSpace, vectorOf, type EmbeddingSpace } from './stored-vector.ts';

export interface StoredChunk {
  passage: Passage;
  /** BCP 47; empty if unknown. */
  language: string;
  /** Empty for documents that are no posts. */
  postType: string;
  /** Null: the chunk has none in this space. */
  vector: Float32Array | null;
}

/**
 * Selects chunks with everything that an index needs of them. A vector of the active space lies in `chunks`,
 * or still in `next_vectors` for a while after a switch.
 */
export const selectChunks = (query: Kysely<Schema>, { embedder, dimensions }: EmbeddingSpace) =>
  selectPassages(query)
    // VECTOR columns are added and dropped at run time.
    .selectAll('chunks')
    .leftJoin('next_vectors', (join) =>
      join
        .onRef('next_vectors.chunk_id', '=', 'chunks.id')
        .on('next_vectors.embedder', '=', embedder)
        .on('next_vectors.dimensions', '=', dimensions),
    )
    .select(['next_vectors.embedding as nextEmbedding']);

type Selected = ReturnType<typeof selectChunks>;

/** Reads the chunks that `restrict` leaves, with their vectors of `space`. */
export async function readChunks(
  query: Kysely<Schema>,
  space: EmbeddingSpace,
  restrict: (chunks: Selected) => Selected,
): Promise<StoredChunk[]> {
  const rows = await restrict(selectChunks(query, space)).execute();
  return rows.map((row) => ({
    passage: toPassage(row),
    language: row.language,
    postType: row.postType,
    vector: sameSpace(row, space) ? vectorOf(row) : decodeVector(row.nextEmbedding),
  }));
}

/** As `readChunks`, without the chunks that have no vector in this space. */
export async function readVectors(
  query: Kysely<Schema>,
  space: EmbeddingSpace,
  restrict: (chunks: Selected) => Selected,
): Promise<(StoredChunk & { vector: Float32Array })[]> {
  const chunks = await readChunks(query, space, restrict);
  return chunks.filter((chunk): chunk is typeof chunk & { vector: Float32Array } =>
    Boolean(chunk.vector),
  );
}

/** Returns the vectors of the given chunks by chunk id. Chunks without a vector in `space` are left out. */
export async function readVectorsById(
  query: Kysely<Schema>,
  space: EmbeddingSpace,
  ids: readonly number[],
): Promise<Map<number, Float32Array>> {
  const chunks = await readVectors(query, space, (all) => all.where('chunks.id', 'in', ids));
  return new Map(chunks.map(({ passage, vector }) => [passage.chunkId, vector]));
}
