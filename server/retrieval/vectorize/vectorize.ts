import type { Settings } from '../../contract/settings.ts';
import { createIndexProblem } from '../../embedding/index-status.ts';
import type { LoopDependencies } from '../../jobs/leased-loop.ts';
import type { Database } from '../../storage/database.ts';
import { createRemoteVectors } from './remote-vectors.ts';
import type { SettingsStore } from '../../wordpress/settings.ts';
import type { VectorStore } from '../../providers/vector-store.ts';
import { vectorizeApi } from './vectorize-api.ts';
import { targetOf } from './vectorize-place.ts';
import { createVectorizeRemoval } from './vectorize-removal.ts';
import { createVectorizeSetup } from './vectorize-setup.ts';
import { vectorizeStore } from './vectorize-store.ts';
import { createVectorizeSync, type VectorizePace } from './vectorize-sync.ts';

interface Dependencies extends LoopDependencies {
  /** Holds every vector, and answers whenever the hosted index does not. */
  local: VectorStore;
  database: Database;
  settings: SettingsStore;
  /** What no other site has. */
  siteUrl: string;
  /** Empty: Cloudflare's own. */
  vectorizeUrl: string;
  pace?: Partial<VectorizePace>;
}

/** Milliseconds: a visitor waits, and the database answers instead. */
const whileWaiting = { connectMs: 1500, answerMs: 2500, retryDelayMs: 100 };

/** A vector index at Cloudflare's, used as long as the settings choose it. */
export function createVectorize(dependencies: Dependencies) {
  const { local, database, settings, siteUrl: site, vectorizeUrl, pace, ...loop } = dependencies;
  const remote = createRemoteVectors(database);
  const problem = createIndexProblem(loop.state, 'vectorize_problem');
  const connectWith =
    (timeouts = {}) =>
    ({ account_id, api_token, index_name }: Settings['vector_store']) =>
      vectorizeApi({
        apiKey: api_token,
        accountId: account_id,
        indexName: index_name,
        baseUrl: vectorizeUrl,
        timeouts,
      });
  const connect = connectWith();
  const shared = { database, remote, settings, site, problem };
  const sync = createVectorizeSync({ ...shared, ...loop, connect, pace });
  return {
    store: vectorizeStore({
      ...shared,
      ...loop,
      local,
      connect: connectWith(whileWaiting),
      changed: (transaction) => sync.changed(transaction),
    }),
    sync,
    remove: createVectorizeRemoval({ remote, connect, site }),
    setup: createVectorizeSetup({
      connect,
      async created(store) {
        await remote.forgetAll(targetOf(store, site));
        sync.look();
      },
    }),
  };
}
