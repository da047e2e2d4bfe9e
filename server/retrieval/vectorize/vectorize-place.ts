import { createHash } from 'node:crypto';
import type { Settings } from '../../contract/settings.ts';
import type { EmbeddingSpace } from '../../storage/vectors/stored-vector.ts';
import type { RemotePlace } from './remote-vectors.ts';
import type { VectorizeMatch } from './vectorize-api.ts';

const mark = (parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);

/**
 * The owner's index as this site uses it. Another site, also a copy of this one, has another mark, and neither
 * removes what is the other's.
 *
 * @param site What no other site has, such as its address.
 */
export const targetOf = (
  { account_id, index_name }: Settings['vector_store'],
  site: string,
): string => mark([account_id.trim(), index_name.trim(), site]);

/**
 * One index has vectors of several embedders and sites: a question is compared with one namespace. Ids are
 * unique in the whole index (https://developers.cloudflare.com/vectorize/reference/client-api/#vectors), and so
 * begin with it.
 */
export const placeOf = (target: string, { embedder, dimensions }: EmbeddingSpace): RemotePlace => ({
  target,
  namespace: mark([target, embedder, dimensions]),
  embedder,
  dimensions,
});

export const remoteId = (namespace: string, chunkId: number) => `${namespace}-${String(chunkId)}`;

/** Undefined: not one of ours. */
export function chunkOf({ id }: VectorizeMatch, { namespace }: RemotePlace): number | undefined {
  if (!id.startsWith(`${namespace}-`)) return undefined;
  const chunkId = Number(id.slice(namespace.length + 1));
  return Number.isSafeInteger(chunkId) ? chunkId : undefined;
}
