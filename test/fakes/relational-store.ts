import { createLog } from '../../server/runtime/log.ts';
import type { VectorStore } from '../../server/providers/vector-store.ts';
import { relationalVectorStore } from '../../server/retrieval/relational/relational.ts';
import { createSearchCopy, type SearchCopy } from '../../server/retrieval/memory/search-copy.ts';
import type { Database } from '../../server/storage/database.ts';
import { createState } from '../../server/storage/state.ts';

export interface OpenedStore {
  store: VectorStore;
  copy: SearchCopy;
  /** All that the background would do. */
  tend(): Promise<void>;
  /** The copy lets go, then the database is closed. */
  close(): Promise<void>;
}

/** As one sidecar has it. `memory`: bytes for the copy. */
export function openRelationalStore(
  database: Database,
  { memory = 2 ** 29, folder = null }: { memory?: number; folder?: string | null } = {},
): OpenedStore {
  const log = createLog('silent');
  const copy = createSearchCopy({ database, log, memory, folder });
  const { upkeep, ...store } = relationalVectorStore({
    database,
    copy,
    state: createState(database),
  });
  return {
    store,
    copy,
    async tend() {
      await upkeep.begin();
      while (await upkeep.step());
    },
    async close() {
      await copy.close();
      await database.close();
    },
  };
}
