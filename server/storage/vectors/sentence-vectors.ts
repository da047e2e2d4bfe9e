import type { Kysely } from 'kysely';
import type { Database, Transaction } from '../database.ts';
import type { Schema } from '../schema.ts';
import type { EmbeddingSpace } from './stored-vector.ts';
import type { ChunkVector } from './write-vectors.ts';

/** The factor of a value in eight bits: vectors have length 1, so that no value is larger. */
export const sentenceScale = 127;

/** Joins the vectors of a chunk's sentences: sentences x dimensions values, times `sentenceScale`. */
export function joinSentenceVectors(vectors: readonly Float32Array[]): Int8Array {
  const dimensions = vectors[0]?.length ?? 0;
  const joined = new Int8Array(vectors.length * dimensions);
  for (const [index, vector] of vectors.entries()) {
    joined.set(
      vector.map((value) => Math.round(value * sentenceScale)),
      index * dimensions,
    );
  }
  return joined;
}

const toBytes = ({ buffer, byteOffset, byteLength }: Int8Array) =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Stores the sentences of a batch of chunks. Their vectors never change: a chunk's text does not. */
export async function writeSentenceVectors(
  { dialect }: Database,
  transaction: Transaction,
  { embedder, dimensions }: EmbeddingSpace,
  batch: readonly ChunkVector[],
): Promise<void> {
  const wanted = new Map(
    batch.flatMap(({ chunkId, sentences }) => (sentences?.length ? [[chunkId, sentences]] : [])),
  );
  if (wanted.size === 0) return;
  // A chunk may have been deleted since its text was read.
  const rows = await transaction
    .selectFrom('chunks')
    .select('id')
    .where('id', 'in', [...wanted.keys()])
    .execute();
  if (rows.length === 0) return;
  const insert = transaction.insertInto('sentence_vectors').values(
    rows.map(({ id }) => ({
      chunk_id: id,
      embedder,
      dimensions,
      vectors: toBytes(wanted.get(id)!),
    })),
  );
  await (
    dialect === 'mysql' ? insert.ignore() : insert.onConflict((conflict) => conflict.doNothing())
  ).execute();
}

/**
 * Reads the vectors of sentences by chunk id, in the order of the chunk's sentences without blank ones. A chunk
 * without them in this space is left out.
 */
export async function readSentenceVectors(
  query: Kysely<Schema>,
  { embedder, dimensions }: EmbeddingSpace,
  ids: readonly number[],
): Promise<Map<number, Int8Array>> {
  if (ids.length === 0) return new Map();
  const rows = await query
    .selectFrom('sentence_vectors')
    .select(['chunk_id', 'vectors'])
    .where('chunk_id', 'in', ids)
    .where('embedder', '=', embedder)
    .where('dimensions', '=', dimensions)
    .execute();
  return new Map(
    rows.map(({ chunk_id, vectors: { buffer, byteOffset, byteLength } }) => [
      chunk_id,
      new Int8Array(buffer, byteOffset, byteLength),
    ]),
  );
}

/** Removes up to `limit` chunks' vectors of other spaces than these. Returns false if there were none. */
export async function clearSentenceVectors(
  transaction: Transaction,
  spaces: readonly EmbeddingSpace[],
  limit: number,
): Promise<boolean> {
  const rows = await transaction
    .selectFrom('sentence_vectors')
    .select(['chunk_id', 'embedder', 'dimensions'])
    .where((where) =>
      where.and(
        spaces.map(({ embedder, dimensions }) =>
          where.or([where('embedder', '!=', embedder), where('dimensions', '!=', dimensions)]),
        ),
      ),
    )
    .limit(limit)
    .execute();
  const [first] = rows;
  if (!first) return false;
  // Rows of one space at a time: the primary key names the space, too.
  const ids = rows.filter(
    (row) => row.embedder === first.embedder && row.dimensions === first.dimensions,
  );
  await transaction
    .deleteFrom('sentence_vectors')
    .where('embedder', '=', first.embedder)
    .where('dimensions', '=', first.dimensions)
    .where(
      'chunk_id',
      'in',
      ids.map((row) => row.chunk_id),
    )
    .execute();
  return true;
}
