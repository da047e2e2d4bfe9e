import type { Settings } from '../../contract/settings.ts';
import type { RemoteVectors } from './remote-vectors.ts';
import { vectorizeLimits, type VectorizeApi } from './vectorize-api.ts';
import { remoteId, targetOf } from './vectorize-place.ts';

interface Dependencies {
  remote: RemoteVectors;
  connect: (settings: Settings['vector_store']) => VectorizeApi;
  /** The namespace, which no other site has. */
  site: string;
}

/** Requests at a time: the plugin waits for ten seconds. */
const atOnce = 6;

/**
 * Deletes all that this site has sent to the index, whether or not it is still the chosen one. Another site's
 * vectors in the same index have other ids. The table is read first: it may be dropped meanwhile.
 */
export function createVectorizeRemoval({ remote, connect, site }: Dependencies) {
  return async (settings: Settings['vector_store']): Promise<void> => {
    const { account_id, api_token, index_name } = settings;
    if (!account_id || !api_token || !index_name) return;
    const rows = await remote.obsolete(targetOf(settings, site), [], Number.MAX_SAFE_INTEGER);
    const ids = rows.map(({ namespace, chunkId }) => remoteId(namespace, chunkId));
    const api = connect(settings);
    const { signal } = new AbortController();
    let next = 0;
    async function work(): Promise<void> {
      while (next < ids.length) {
        const some = ids.slice(next, (next += vectorizeLimits.deletion));
        await api.deleteByIds(some, signal);
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work));
  };
}
