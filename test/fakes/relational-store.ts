import { createLog } from '../../server/log.ts';
import type { VectorStore } from '../../server/providers/vector-store.ts';
import { relationalVectorStore } from '../../server/providers/vector-stores/relational.ts';
import { createSearchCopy, type SearchCopy } from '../../server/search/search-copy.ts';
import type { Database } from '../../server/storage/database.ts';

export interface OpenedStore {
  store: VectorStore;
  copy: SearchCopy;
  /** The copy lets go, then the database is closed. */
  close(): Promise<void>;
}

/** As one sidecar has it. */
export function openRelationalStore(database: Database): OpenedStore {
  const copy = createSearchCopy({ database, log: createLog('silent') });
  return {
    store: relationalVectorStore({ database, copy }),
    copy,
    async close() {
      await copy.close();
      await database.close();
    },
  };
}
