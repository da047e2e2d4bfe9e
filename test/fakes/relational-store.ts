import { createLog } from '../../server/runtime/log.ts';
import { LocalIndex } from '../../server/retrieval/local-index.ts';
import { MemoryIndex } from '../../server/retrieval/memory/memory-index.ts';
import { DatabaseRanking } from '../../server/retrieval/relational/database-ranking.ts';
import type { VectorIndex } from '../../server/retrieval/vector-index.ts';
import { VectorSearch } from '../../server/retrieval/vector-search.ts';
import type { Database } from '../../server/storage/database.ts';
import type { VectorStoreHarness } from '../conformance/vector-store.ts';
import { vectorDocuments } from './vector-documents.ts';

export interface OpenedStore {
  vectors: VectorSearch;
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
  const index = new LocalIndex(inMemory, new DatabaseRanking(database));
  return {
    vectors: new VectorSearch(database, index),
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
