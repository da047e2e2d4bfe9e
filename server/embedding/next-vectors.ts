import { sql, type Kysely } from 'kysely';
import { toNumber, type Database, type Transaction } from '../storage/database.ts';
import type { IndexState, EmbeddingSpace } from './index-state.ts';
import { withoutVector } from './old-vectors.ts';
import type { Schema } from '../storage/schema.ts';

/** A chunk as it is embedded. */
export interface UnembeddedChunk {
  id: number;
  documentId: number;
  title: string;
  headingPath: string;
  content: string;
}

/** Chunks after the id `after` that have no vector of this identity, wherever it would be, by id. */
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

/** How many chunks have a vector of `next`, and how many there are. */
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

/** Chunks that are gone by now, or have a vector beside theirs already, are left out. */
export async function insertNextVectors(
  { dialect }: Database,
  transaction: Transaction,
  { embedder, dimensions }: EmbeddingSpace,
  embeddings: ReadonlyMap<number, string | null>,
): Promise<void> {
  if (embeddings.size === 0) return;
  const cases = [...embeddings].map(([id, embedding]) => sql`when ${id} then ${embedding}`);
  const insert = transaction
    .insertInto('next_vectors')
    .columns(['chunk_id', 'embedder', 'dimensions', 'embedding'])
    .expression((from) =>
      from
        .selectFrom('chunks')
        .select([
          'id as chunk_id',
          sql<string>`${embedder}`.as('embedder'),
          sql<number>`${dimensions}`.as('dimensions'),
          sql<string | null>`case id ${sql.join(cases, sql` `)} end`.as('embedding'),
        ])
        .where('id', 'in', [...embeddings.keys()]),
    );
  await (
    dialect === 'mysql' ? insert.ignore() : insert.onConflict((conflict) => conflict.doNothing())
  ).execute();
}

/**
 * Moves vectors of `active` to their chunks and removes those of neither: of a build that was given up.
 *
 * @param columns That `chunks` has, see `vector-columns.ts`.
 * @returns how many, at most `limit`; 0: nothing is left to do
 */
export async function settleNextVectors(
  transaction: Transaction,
  { active, next }: IndexState,
  columns: ReadonlySet<number>,
  limit: number,
): Promise<number> {
  const rows = await transaction
    .selectFrom('next_vectors')
    .select(['chunk_id as id', 'embedder', 'dimensions'])
    .where((where) =>
      where.or([
        where('embedder', '!=', next?.embedder ?? ''),
        where('dimensions', '!=', next?.dimensions ?? 0),
      ]),
    )
    .orderBy('chunk_id')
    .limit(limit)
    .execute();
  if (rows.length === 0) return 0;
  const moved = rows
    .filter((row) => row.embedder === active.embedder && row.dimensions === active.dimensions)
    .map(({ id }) => id);
  if (moved.length > 0) {
    await transaction
      .updateTable('chunks')
      .set({
        ...withoutVector(columns),
        embedder: active.embedder,
        dimensions: active.dimensions,
        embedding: (select) =>
          select
            .selectFrom('next_vectors')
            .select('next_vectors.embedding')
            .whereRef('next_vectors.chunk_id', '=', 'chunks.id'),
      })
      .where('id', 'in', moved)
      .execute();
  }
  const ids = rows.map(({ id }) => id);
  await transaction.deleteFrom('next_vectors').where('chunk_id', 'in', ids).execute();
  return rows.length;
}

/**
 * The documents of a page of chunks, without the one that goes on with the chunk behind it: that one is for
 * a later page, so that a long document is not read again after each.
 */
export function documentsEnding(
  page: readonly { documentId: number }[],
  behind: { documentId: number } | undefined,
): number[] {
  const ids = new Set(page.map(({ documentId }) => documentId));
  if (behind) ids.delete(behind.documentId);
  return [...ids];
}
