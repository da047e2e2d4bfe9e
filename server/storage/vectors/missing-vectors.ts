import { sql, type Kysely } from 'kysely';
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

/** Selects the chunks that have no vector of this space in either table; also one that was refused counts as had. */
const lacking = (query: Kysely<Schema>, { embedder, dimensions }: EmbeddingSpace) =>
  query
    .selectFrom('chunks')
    .leftJoin('next_vectors', (join) =>
      join
        .onRef('next_vectors.chunk_id', '=', 'chunks.id')
        .on('next_vectors.embedder', '=', embedder)
        .on('next_vectors.dimensions', '=', dimensions),
    )
    .where('next_vectors.chunk_id', 'is', null)
    .where((where) =>
      where.or([
        where('chunks.embedder', '!=', embedder),
        where('chunks.dimensions', '!=', dimensions),
      ]),
    );

/** Returns whether a chunk has no vector of this space. */
export async function anyLacks(query: Kysely<Schema>, space: EmbeddingSpace): Promise<boolean> {
  const found = await lacking(query, space).select('chunks.id').limit(1).executeTakeFirst();
  return found !== undefined;
}

/** Returns up to `limit` chunks of these documents without a vector of this space, in the documents' order. */
export function chunksWithout(
  query: Kysely<Schema>,
  space: EmbeddingSpace,
  { documents, limit }: { documents: readonly number[]; limit: number },
): Promise<UnembeddedChunk[]> {
  const places = documents.map((id, at) => sql`when ${id} then ${at}`);
  return lacking(query, space)
    .innerJoin('documents', 'documents.id', 'chunks.document_id')
    .select([
      'chunks.id as id',
      'chunks.document_id as documentId',
      'documents.title as title',
      'chunks.heading_path as headingPath',
      'chunks.content as content',
    ])
    .where('chunks.document_id', 'in', documents)
    .orderBy(sql`case ${sql.ref('chunks.document_id')} ${sql.join(places, sql` `)} end`)
    .orderBy('chunks.id')
    .limit(limit)
    .execute();
}

/** Returns the documents with such chunks: those that answers cite most come first, then the newest. */
export async function documentsWithout(
  query: Kysely<Schema>,
  space: EmbeddingSpace,
): Promise<number[]> {
  const rows = await query
    .selectFrom(lacking(query, space).select('chunks.document_id as id').distinct().as('lacking'))
    .innerJoin('documents', 'documents.id', 'lacking.id')
    .leftJoin('document_answers', 'document_answers.document_id', 'lacking.id')
    .select(['lacking.id as id', sql<number>`coalesce(sum(answers), 0)`.as('cited')])
    .groupBy(['lacking.id', 'documents.source_modified'])
    .orderBy('cited', 'desc')
    .orderBy('documents.source_modified', 'desc')
    .orderBy('lacking.id', 'desc')
    .execute();
  return rows.map(({ id }) => id);
}

/** Counts the chunks that have their vector of a space, and all chunks. Null: no space, of which none has a vector. */
export async function countVectors(
  query: Kysely<Schema>,
  space: EmbeddingSpace | null,
): Promise<{ done: number; total: number }> {
  const count = (table: 'chunks' | 'next_vectors', of: EmbeddingSpace | null) =>
    query
      .selectFrom(table)
      .select((select) => select.fn.countAll<number>().as('n'))
      .$if(of !== null, (all) =>
        all.where('embedder', '=', of!.embedder).where('dimensions', '=', of!.dimensions),
      )
      .executeTakeFirst()
      .then((row) => toNumber(row?.n));
  const [total, ...done] = await Promise.all([
    count('chunks', null),
    ...(space ? [count('chunks', space), count('next_vectors', space)] : []),
  ]);
  return { done: done.reduce((sum, each) => sum + each, 0), total };
}
