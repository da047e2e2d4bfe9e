import { AppError, toAppError } from '../../errors/app-error.ts';
import type { Settings } from '../../contract/settings.ts';
import { VendorError } from '../../providers/shared/vendor-error.ts';
import { isIndexMissing, type VectorizeApi, type VectorizeIndex, vectorizeLimits } from './api.ts';
import { type Outbox, remoteId, targetOf } from './outbox.ts';

/** An error that only the owner can resolve. */
const unfit = (words: string) =>
  new AppError('not_configured', { message: words, cause: new VendorError(words) });

function requirePossible(dimensions: number): void {
  if (dimensions === 0) {
    throw unfit('Vectorize compares vectors, which no embedding model makes: choose one first.');
  }
  if (dimensions > vectorizeLimits.dimensions) {
    throw unfit(
      `Vectorize takes ${vectorizeLimits.dimensions} dimensions at most, and the embedding model has ${dimensions}: choose fewer dimensions or another model.`,
    );
  }
}

/** @throws AppError `not_configured` */
export function requireFit(name: string, index: VectorizeIndex, wanted: number): void {
  requirePossible(wanted);
  const unlike = (difference: string) =>
    unfit(
      `The index "${name}" at Vectorize ${difference}, which cannot be changed: choose another name and create the index.`,
    );
  if (index.metric !== 'cosine') throw unlike(`compares by ${index.metric}, not by cosine`);
  if (index.dimensions !== wanted) {
    throw unlike(`has ${index.dimensions} dimensions and the embedding model ${wanted}`);
  }
}

/** Requests at the same time: the plugin waits ten seconds for a removal. */
const parallelDeletions = 6;

/** Builds the actions that an owner asks for. */
export function createVectorizeSetup(dependencies: {
  connect: (store: Settings['vector_store']) => VectorizeApi;
  outbox: Outbox;
  /** Unique to the site. */
  site: string;
  /** Called after an index was created. */
  created: () => void;
}) {
  const { connect, outbox, site, created } = dependencies;

  async function create(
    { vector_store: store }: Settings,
    dimensions: number,
    signal: AbortSignal,
  ): Promise<boolean> {
    const api = connect(store);
    const existing = await api.describe(signal).catch((error: unknown) => {
      if (isIndexMissing(error)) return null;
      throw error;
    });
    if (!existing) {
      requirePossible(dimensions);
      if (await api.create(dimensions, signal)) {
        await outbox.clear(targetOf(store, site));
        created();
        return true;
      }
    }
    requireFit(api.indexName, existing ?? (await api.describe(signal)), dimensions);
    return false;
  }

  return {
    /**
     * Creates the index, or checks that the existing one fits.
     *
     * @returns whether it was created now
     * @throws AppError `not_configured`, or the vendor's refusal in its own words
     */
    create: (settings: Settings, dimensions: number, signal: AbortSignal): Promise<boolean> =>
      create(settings, dimensions, signal).catch((error: unknown) => {
        const { code, message, cause } = toAppError(error);
        const words = cause instanceof VendorError ? cause.message : message;
        throw new AppError(code, { message: words, cause });
      }),

    /** Queries the index once. @returns its name @throws AppError as `create` */
    async test(
      { vector_store: store }: Settings,
      vector: Float32Array,
      signal: AbortSignal,
    ): Promise<string> {
      const api = connect(store);
      requireFit(api.indexName, await api.describe(signal), vector.length);
      await api.query({ vector, topK: 1, namespace: 'test' }, signal);
      return `vectorize:${api.indexName}`;
    },

    /**
     * Deletes all vectors that this site has sent, whether or not the index is still the chosen one. Reads the
     * outbox first: its table may be dropped meanwhile.
     */
    async remove(store: Settings['vector_store']): Promise<void> {
      if (!store.account_id || !store.api_token || !store.index_name) return;
      const rows = await outbox.obsolete(targetOf(store, site), null, Number.MAX_SAFE_INTEGER);
      const ids = rows.map(({ namespace, chunkId }) => remoteId(namespace, chunkId));
      const api = connect(store);
      const { signal } = new AbortController();
      let next = 0;
      async function deleteRest(): Promise<void> {
        while (next < ids.length) {
          await api.deleteByIds(ids.slice(next, (next += vectorizeLimits.deletion)), signal);
        }
      }
      await Promise.all(Array.from({ length: parallelDeletions }, deleteRest));
    },
  };
}
export type VectorizeSetup = ReturnType<typeof createVectorizeSetup>;
