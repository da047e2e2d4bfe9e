import { sql } from 'kysely';
import { AppError } from '../../errors/app-error.ts';
import type { Database, Transaction } from '../database.ts';
import { columnOf, toBytes, toText, type EmbeddingSpace } from './stored-vector.ts';
import { vectorColumns } from './vector-columns.ts';

export interface ChunkVector {
  chunkId: number;
  /** Null: the embedder refuses the chunk's text, or does not read its language. */
  vector: Float32Array | null;
}

/** Vectors in one statement: with 3,072 dimensions at most 2.4 MB, and servers accept at least 16 MB. */
const batchSize = 100;

function* batches(vectors: readonly ChunkVector[]) {
  for (let start = 0; start < vectors.length; start += batchSize) {
    yield vectors.slice(start, start + batchSize);
  }
}

/** @throws AppError `invalid_request` before anything is written. */
function requireDimensions({ dimensions }: EmbeddingSpace, vectors: readonly ChunkVector[]): void {
  if (vectors.every(({ vector }) => vector === null || vector.length === dimensions)) return;
  throw new AppError('invalid_request', { message: 'Vectors of different lengths.' });
}

const byChunk = (
  batch: readonly ChunkVector[],
  encode: (vector: Float32Array) => string | Uint8Array,
) =>
  sql<string | null>`case id ${sql.join(
    batch.map(({ chunkId, vector }) => sql`when ${chunkId} then ${vector && encode(vector)}`),
    sql` `,
  )} end`;

/**
 * Stores vectors with their chunks, in place of any other that these had: in the VECTOR column if there is
 * one, else as text. The caller raises the chunks revision in the same transaction.
 *
 * @throws AppError `invalid_request` if a vector has other dimensions than the space.
 */
export async function writeVectors(
  database: Database,
  transaction: Transaction,
  space: EmbeddingSpace,
  vectors: readonly ChunkVector[],
): Promise<void> {
  requireDimensions(space, vectors);
  const { embedder, dimensions } = space;
  const hasColumn = (await vectorColumns(database, transaction)).has(dimensions);
  for (const batch of batches(vectors)) {
    const values = hasColumn
      ? { embedding: null, [columnOf(dimensions)]: byChunk(batch, toBytes) }
      : { embedding: byChunk(batch, toText) };
    await transaction
      .updateTable('chunks')
      .set({ embedder, dimensions, ...values })
      .where(
        'id',
        'in',
        batch.map(({ chunkId }) => chunkId),
      )
      .execute();
  }
}

/**
 * Stores vectors of the space that is being built. Chunks that no longer exist or have such a vector are left
 * out.
 *
 * @throws AppError `invalid_request` as `writeVectors`.
 */
export async function writeNextVectors(
  database: Database,
  transaction: Transaction,
  space: EmbeddingSpace,
  vectors: readonly ChunkVector[],
): Promise<void> {
  requireDimensions(space, vectors);
  const { dialect } = database;
  const { embedder, dimensions } = space;
  for (const batch of batches(vectors)) {
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
            byChunk(batch, toText).as('embedding'),
          ])
          .where(
            'id',
            'in',
            batch.map(({ chunkId }) => chunkId),
          ),
      );
    await (
      dialect === 'mysql' ? insert.ignore() : insert.onConflict((conflict) => conflict.doNothing())
    ).execute();
  }
}
