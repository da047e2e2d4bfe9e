import type { Settings } from '../../contract/settings.ts';
import type { Database } from '../../storage/database.ts';
import { createRemoteVectors } from './remote-vectors.ts';
import { vectorizeApi } from './vectorize-api.ts';
import { targetOf } from './vectorize-place.ts';
import { createVectorizeRemoval } from './vectorize-removal.ts';
import { createVectorizeSetup } from './vectorize-setup.ts';

interface Dependencies {
  database: Database;
  /** What no other site has. */
  siteUrl: string;
  /** Empty: Cloudflare's own. */
  vectorizeUrl: string;
}

/** Sets a vector index at Cloudflare up and removes what this site has there. */
export function createVectorize({ database, siteUrl: site, vectorizeUrl }: Dependencies) {
  const remote = createRemoteVectors(database);
  const connect = ({ account_id, api_token, index_name }: Settings['vector_store']) =>
    vectorizeApi({
      apiKey: api_token,
      accountId: account_id,
      indexName: index_name,
      baseUrl: vectorizeUrl,
      timeouts: {},
    });
  return {
    remove: createVectorizeRemoval({ remote, connect, site }),
    setup: createVectorizeSetup({
      connect,
      created: (store) => remote.forgetAll(targetOf(store, site)),
    }),
  };
}
