import type { LeasedLoop } from '../../server/jobs/leased-loop.ts';
import { createLog } from '../../server/log.ts';
import type { VectorStore } from '../../server/providers/vector-store.ts';
import { relationalVectorStore } from '../../server/providers/vector-stores/relational.ts';
import { createSearchCopy, type SearchCopy } from '../../server/search/search-copy.ts';
import type { Database } from '../../server/storage/database.ts';
import { createState } from '../../server/storage/state.ts';

export interface OpenedStore {
  store: VectorStore;
  copy: SearchCopy;
  upkeep: LeasedLoop;
  /** The copy lets go, then the database is closed. */
  close(): Promise<void>;
}

/** As one sidecar has it. `memory`: bytes for the copy. */
export function openRelationalStore(database: Database, memory = 2 ** 29): OpenedStore {
  const log = createLog('silent');
  const copy = createSearchCopy({ database, log, memory });
  const state = createState(database);
  const loop = { state, lease: 60_000, clock: Date.now, log };
  const { upkeep, ...store } = relationalVectorStore({ database, copy, ...loop });
  return {
    store,
    copy,
    upkeep,
    async close() {
      await upkeep.stop();
      await copy.close();
      await database.close();
    },
  };
}
