import { createLog } from '../../server/runtime/log.ts';
import { createLocalIndex, createNearest, type Nearest } from '../../server/retrieval/nearest.ts';
import { MemoryIndex } from '../../server/retrieval/memory/memory-index.ts';
import { createDatabaseRanking } from '../../server/retrieval/relational/database-ranking.ts';
import type { VectorIndex } from '../../server/retrieval/vector-index.ts';
import type { Database } from '../../server/storage/database.ts';
import type { VectorStoreHarness } from '../conformance/vector-store.ts';
import { vectorDocuments } from './vector-documents.ts';

export interface OpenedStore {
  nearest: Nearest;
  index: VectorIndex;
  memory: MemoryIndex;
  /** Closes the in-memory index, then the database. */
  close(): Promise<void>;
}

/** The site's own vector index as one sidecar has it. `memory`: bytes for the in-memory index. */
export function openRelationalStore(
  database: Database,
  { memory = 2 ** 29, folder = null }: { memory?: number; folder?: string | null } = {},
): OpenedStore {
  const inMemory = new MemoryIndex({
    database,
    log: createLog('silent'),
    clock: Date.now,
    memory,
    folder,
  });
  const index = createLocalIndex(inMemory, createDatabaseRanking(database));
  return {
    nearest: createNearest(database, index),
    index,
    memory: inMemory,
    async close() {
      await inMemory.close();
      await database.close();
    },
  };
}

export type RelationalHarness = VectorStoreHarness & OpenedStore & { database: Database };

/** The same with documents to be found. `memory`: bytes that the in-memory index may use. */
export const openVectorStore = (database: Database, memory?: number): RelationalHarness => ({
  database,
  ...vectorDocuments(database),
  ...openRelationalStore(database, memory === undefined ? {} : { memory }),
});
