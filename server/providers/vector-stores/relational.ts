import { sql } from 'kysely';
import { AppError } from '../../app-error.ts';
import { VectorIndex } from '../../search/vector-index.ts';
import { chunksRevision } from '../../storage/chunks.ts';
import type { Database, Transaction } from '../../storage/database.ts';
import { readNumber } from '../../storage/state.ts';
import type { DocumentVectors, VectorQuery, VectorStore } from '../vector-store.ts';

const page = 500;
/** Vectors in one statement: of 3,072 dimensions it has 1.6 MB, and packets have 16 MB at least. */
const writeBatch = 100;

/** `{"f32":"<base64>"}`: a quarter of the size of numbers as text, and five times as fast to read. */
export const encodeVector = (vector: Float32Array) =>
  JSON.stringify({
    f32: Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64'),
  });

/** Arrays of numbers are read too. */
export function decodeVector(text: string): Float32Array {
  const value = JSON.parse(text) as { f32: string } | number[];
  if (Array.isArray(value)) return Float32Array.from(value);
  const bytes = Buffer.from(value.f32, 'base64');
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

const identity = (embedder: string, dimensions: number) => `${embedder}/${dimensions}`;

/**
 * Vectors live with their chunks in the site's database; a copy in memory is searched exactly.
 * Before each search one number is read: it tells whether this or any other sidecar has changed
 * the chunks since, and only what has changed is read again.
 */
export function relationalVectorStore(database: Database): VectorStore {
  const indexes = new Map<string, VectorIndex>();
  let revision = -1;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  async function load(key: string, ids: readonly number[], transaction: Transaction) {
    for (let start = 0; start < ids.length; start += page) {
      const rows = await transaction
        .selectFrom('chunks')
        .select(['id', 'dimensions', 'embedding'])
        .where('id', 'in', ids.slice(start, start + page))
        .execute();
      for (const { id, dimensions, embedding } of rows) {
        if (embedding === null) continue;
        const index = indexes.get(key) ?? new VectorIndex(dimensions);
        indexes.set(key, index);
        index.add(id, decodeVector(embedding));
      }
    }
  }

  /** In one transaction: ids and vectors are of one moment, so a document is never half there. */
  async function refresh(transaction: Transaction): Promise<void> {
    const latest = await readNumber(transaction, chunksRevision);
    if (latest === revision) return;
    const rows = await transaction
      .selectFrom('chunks')
      .select(['id', 'embedder', 'dimensions'])
      .where('dimensions', '>', 0)
      .execute();
    const present = new Map<string, Set<number>>();
    for (const row of rows) {
      const key = identity(row.embedder, row.dimensions);
      const ids = present.get(key) ?? new Set();
      present.set(key, ids.add(row.id));
    }
    for (const [key, index] of indexes) {
      for (const id of [...index.ids()]) if (!present.get(key)?.has(id)) index.remove(id);
      if (index.size === 0) indexes.delete(key);
    }
    for (const [key, ids] of present) {
      await load(key, [...ids.difference(new Set(indexes.get(key)?.ids()))], transaction);
    }
    revision = latest;
  }

  /** A refresh that began before this call may have missed a change; all who wait share the next. */
  function upToDate(): Promise<void> {
    if (!running) return (running = begin());
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null;
        return (running = begin());
      });
    return next;
  }

  const begin = () =>
    database.transaction(refresh).finally(() => {
      running = null;
    });

  return {
    name: 'relational',

    async replace({ embedder, vectors }: DocumentVectors, transaction: Transaction): Promise<void> {
      const dimensions = vectors[0]?.vector.length ?? 0;
      if (vectors.some(({ vector }) => vector.length !== dimensions)) {
        throw new AppError('invalid_request', { message: 'Vectors of different lengths.' });
      }
      for (let start = 0; start < vectors.length; start += writeBatch) {
        const batch = vectors.slice(start, start + writeBatch);
        const cases = batch.map(
          ({ chunkId, vector }) => sql`when ${chunkId} then ${encodeVector(vector)}`,
        );
        await transaction
          .updateTable('chunks')
          .set({ embedder, dimensions, embedding: sql`case id ${sql.join(cases, sql` `)} end` })
          .where(
            'id',
            'in',
            batch.map(({ chunkId }) => chunkId),
          )
          .execute();
      }
    },

    async query({ embedder, vector, topK, minScore }: VectorQuery) {
      await upToDate();
      const index = indexes.get(identity(embedder, vector.length));
      return (index?.nearest(vector, topK, minScore) ?? []).map(({ id, score }) => ({
        chunkId: id,
        score,
      }));
    },
  };
}
