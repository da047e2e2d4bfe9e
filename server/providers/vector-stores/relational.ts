import { sql } from 'kysely';
import { AppError } from '../../app-error.ts';
import type { SearchCopy } from '../../search/search-copy.ts';
import type { Database } from '../../storage/database.ts';
import { insertNextVectors, settleNextVectors } from '../../storage/next-vectors.ts';
import { insertCodes, sweepCodes } from '../../storage/vector-codes.ts';
import { encodeVector } from '../../storage/vector-text.ts';
import type { ChunkVectors, DocumentVectors, VectorStore } from '../vector-store.ts';
import { createNearest } from './relational-nearest.ts';
import { createRelationalStatus } from './relational-status.ts';

/** Vectors in one statement: of 3,072 dimensions it has 1.6 MB, and packets have 16 MB at least. */
const writeBatch = 100;

/** @throws AppError: mixed vectors are refused before any of them is stored. */
function requireDimensions({ dimensions, vectors }: ChunkVectors): void {
  if (vectors.every(({ vector }) => vector === null || vector.length === dimensions)) return;
  throw new AppError('invalid_request', { message: 'Vectors of different lengths.' });
}

interface Dependencies {
  database: Database;
  copy: SearchCopy;
}

/** Vectors live with their chunks in the site's database. */
export function relationalVectorStore({ database, copy }: Dependencies): VectorStore {
  return {
    name: 'relational',

    async replace(document: DocumentVectors, transaction): Promise<void> {
      requireDimensions(document);
      const { embedder, dimensions, vectors } = document;
      for (let start = 0; start < vectors.length; start += writeBatch) {
        const batch = vectors.slice(start, start + writeBatch);
        const cases = batch.map(
          ({ chunkId, vector }) => sql`when ${chunkId} then ${vector && encodeVector(vector)}`,
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
      await insertCodes(database, transaction, document, vectors);
    },

    async add(made: ChunkVectors, transaction): Promise<void> {
      requireDimensions(made);
      for (let start = 0; start < made.vectors.length; start += writeBatch) {
        const batch = made.vectors.slice(start, start + writeBatch);
        const embeddings = batch.map(
          ({ chunkId, vector }) => [chunkId, vector && encodeVector(vector)] as const,
        );
        await insertNextVectors(database, transaction, made, new Map(embeddings));
      }
      await insertCodes(database, transaction, made, made.vectors);
    },

    /** No search finds other vectors because of it: the copy lets go of an index as a whole. */
    async settle(state, transaction) {
      const settled =
        (await settleNextVectors(transaction, state, writeBatch)) ||
        (await sweepCodes(transaction, state, writeBatch));
      return { settled, documents: [] };
    },

    query: createNearest(database, copy),

    status: createRelationalStatus(copy),
  };
}
