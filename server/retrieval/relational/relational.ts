import { AppError } from '../../errors/app-error.ts';
import type { SearchCopy } from '../memory/search-copy.ts';
import type { Database } from '../../storage/database.ts';
import { insertNextVectors, settleNextVectors } from '../../embedding/next-vectors.ts';
import { clearOldVectors } from '../../embedding/old-vectors.ts';
import type { State } from '../../storage/state.ts';
import { createVectorCapabilities } from './vector-capabilities.ts';
import { insertCodes, sweepCodes } from './vector-codes.ts';
import { vectorColumns, vectorValues } from './vector-columns.ts';
import { encodeVector } from './vector-text.ts';
import type { ChunkVectors, VectorStore } from '../../providers/vector-store.ts';
import { createNativeIndex } from './relational-native.ts';
import { createNearest } from './relational-nearest.ts';
import { createRelationalStatus } from './relational-status.ts';
import { createUpkeep } from './relational-upkeep.ts';

/** Vectors in one statement: of 3,072 dimensions it has 2.4 MB at most, and packets have 16 MB at least. */
const writeBatch = 100;

/** @throws AppError: mixed vectors are refused before any of them is stored. */
function requireDimensions({ dimensions, vectors }: ChunkVectors): void {
  if (vectors.every(({ vector }) => vector === null || vector.length === dimensions)) return;
  throw new AppError('invalid_request', { message: 'Vectors of different lengths.' });
}

function* batches(vectors: ChunkVectors['vectors']) {
  for (let start = 0; start < vectors.length; start += writeBatch) {
    yield vectors.slice(start, start + writeBatch);
  }
}

interface Dependencies {
  database: Database;
  copy: SearchCopy;
  state: State;
}

/**
 * Vectors live with their chunks in the site's database; what searches need of them is in memory, or in an
 * index of the database. `upkeep` brings both to what there are memory and database for.
 */
export function relationalVectorStore({ database, copy, state }: Dependencies) {
  const columns = new Set<number>();
  const capabilities = createVectorCapabilities(database, state);
  const native = createNativeIndex(database, state);
  /** Where this process is in clearing up after which state of the index. */
  let cleared = { state: '', after: 0 as number | null };

  const store: VectorStore = {
    name: 'relational',

    async replace(document, transaction): Promise<void> {
      requireDimensions(document);
      const { embedder, dimensions, vectors, documentId } = document;
      for (const batch of batches(vectors)) {
        await transaction
          .updateTable('chunks')
          .set({ embedder, dimensions, ...vectorValues(columns, document, batch) })
          .where(
            'id',
            'in',
            batch.map(({ chunkId }) => chunkId),
          )
          .execute();
      }
      await insertCodes(database, transaction, document, vectors);
      await native.replace(document, documentId, vectors, transaction);
    },

    async add(made, transaction): Promise<void> {
      requireDimensions(made);
      for (const batch of batches(made.vectors)) {
        const embeddings = batch.map(
          ({ chunkId, vector }) => [chunkId, vector && encodeVector(vector)] as const,
        );
        await insertNextVectors(database, transaction, made, new Map(embeddings));
      }
      await insertCodes(database, transaction, made, made.vectors);
    },

    /** No search finds other vectors because of it: whoever holds an index lets go of all of it. */
    async settle(index, transaction) {
      const there = await vectorColumns(database);
      const moved = await settleNextVectors(transaction, index, there, writeBatch);
      if (moved > 0) return { settled: moved, documents: [] };
      const swept = await sweepCodes(transaction, index, writeBatch);
      if (swept > 0) return { settled: swept, documents: [] };
      const text = JSON.stringify(index);
      if (cleared.state !== text) cleared = { state: text, after: 0 };
      if (cleared.after === null) return { settled: 0, documents: [] };
      const page = { after: cleared.after, limit: writeBatch };
      const last = await clearOldVectors(transaction, index, there, page);
      cleared.after = last;
      return { settled: last === null ? 0 : 1, documents: [] };
    },

    query: createNearest(database, copy, native),

    status: createRelationalStatus({ database, copy, native, capabilities }),
  };

  return {
    ...store,
    upkeep: createUpkeep({ database, copy, native, capabilities, columns }),
  };
}
