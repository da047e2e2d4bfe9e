import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import type { Settings } from '../../server/contract/settings.ts';
import { createLog } from '../../server/runtime/log.ts';
import { createVectorize } from '../../server/retrieval/vectorize/vectorize.ts';
import type { Database } from '../../server/storage/database.ts';
import type { EmbeddingIndex, IndexState } from '../../server/embedding/index-state.ts';
import { createState } from '../../server/storage/state.ts';
import { openRelationalStore } from './relational-store.ts';
import { vectorDocuments } from './vector-documents.ts';
import { fakeAccount, fakeToken } from './workers-ai-server.ts';

interface Options {
  baseUrl: string;
  site?: string;
  clock?: () => number;
  lease?: number;
}

const choice = { provider: 'ollama', model: '', base_url: '', dimensions: 0 } as const;

export const indexOf = (embedder: string, dimensions: number): EmbeddingIndex => ({
  embedder,
  dimensions,
  choice,
});
export const stateOf = (
  active: EmbeddingIndex,
  next: EmbeddingIndex | null = null,
): IndexState => ({
  active,
  next,
});

export const model = indexOf('test:model', 16);

/** A sidecar's vector stores on a database, with an index at Vectorize. */
export function vectorizeSite(database: Database, options: Options) {
  const { baseUrl, site = 'http://site.test', clock = Date.now, lease = 60_000 } = options;
  let vectorStore: Settings['vector_store'] = {
    engine: 'vectorize',
    account_id: fakeAccount,
    api_token: fakeToken,
    index_name: 'site',
  };
  const current = (): Settings => ({ ...settingsDefaults, vector_store: vectorStore });
  const relational = openRelationalStore(database);
  const { store, sync, setup, remove } = createVectorize({
    local: relational.store,
    database,
    settings: {
      get: () => Promise.resolve(current()),
      fresh: () => Promise.resolve(current()),
      known: current,
      patched: () => Promise.resolve(current()),
      update: () => Promise.resolve(current()),
      adopt: current,
      invalidate: () => undefined,
    },
    siteUrl: site,
    vectorizeUrl: baseUrl,
    pace: { gatherMs: 0, restMs: 0, firstPollMs: 5, longestPollMs: 20 },
    state: createState(database),
    lease,
    clock,
    log: createLog('silent'),
  });
  return {
    store,
    sync,
    setup,
    remove,
    local: relational.store,
    ...vectorDocuments(database, store),
    settings: current,
    choose(changes: Partial<Settings['vector_store']>) {
      vectorStore = { ...vectorStore, ...changes };
    },
    async close() {
      await sync.stop();
      await relational.copy.close();
    },
  };
}
export type VectorizeSite = ReturnType<typeof vectorizeSite>;
