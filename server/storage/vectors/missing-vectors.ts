import type { Kysely } from 'kysely';
import { toNumber } from '../database.ts';
import type { Schema } from '../schema.ts';
import type { EmbeddingSpace } from './stored-vector.ts';

/** A chunk with the texts that are embedded. */
export interface UnembeddedChunk {
  id: number;
  documentId: number;
  title: string;
  headingPath: string;
  content: string;
}

/** Returns chunks after the id `after`, by id, that have no vector of this space in either table. */
export function chunksWithout(
  query: Kysely<Schema>,
  { embedder, dimensions }: EmbeddingSpace,
  { after, limit }: { after: number; limit: number },
): Promise<UnembeddedChunk[]> {
  return query
    .selectFrom('chunks')
    .innerJoin('documents', 'documents.id', 'chunks.document_id')
    .leftJoin('next_vectors', (join) =>
      join
        .onRef('next_vectors.chunk_id', '=', 'chunks.id')
        .on('next_vectors.embedder', '=', embedder)
        .on('next_vectors.dimensions', '=', dimensions),
    )
    .select([
      'chunks.id as id',
      'chunks.document_id as documentId',
      'documents.title as title',
      'chunks.heading_path as headingPath',
      'chunks.content as content',
    ])
    .where('chunks.id', '>', after)
    .where('next_vectors.chunk_id', 'is', null)
    .where((where) =>
      where.or([
        where('chunks.embedder', '!=', embedder),
        where('chunks.dimensions', '!=', dimensions),
      ]),
    )
    .orderBy('chunks.id')
    .limit(limit)
    .execute();
}

/** Counts the vectors of `next` in `next_vectors`, and all chunks. */
export async function countVectors(
  query: Kysely<Schema>,
  next: EmbeddingSpace,
): Promise<{ done: number; total: number }> {
  const [made, all] = await Promise.all([
    query
      .selectFrom('next_vectors')
      .select((select) => select.fn.countAll<number>().as('n'))
      .where('embedder', '=', next.embedder)
      .where('dimensions', '=', next.dimensions)
      .executeTakeFirst(),
    query
      .selectFrom('chunks')
      .select((select) => select.fn.countAll<number>().as('n'))
      .executeTakeFirst(),
  ]);
  return { done: toNumber(made?.n), total: toNumber(all?.n) };
}
