import { AppError } from '../../app-error.ts';
import type { Settings } from '../../contract/settings.ts';
import { VendorError } from '../vendors/vendor-error.ts';
import {
  isIndexMissing,
  vectorizeLimits,
  type VectorizeApi,
  type VectorizeIndex,
} from './vectorize-api.ts';

/** What an owner has to change; no attempt helps before. */
const unfit = (words: string) =>
  new AppError('not_configured', { message: words, cause: new VendorError(words) });

/** @throws AppError `not_configured` */
export function requireFit(
  indexName: string,
  { dimensions, metric }: VectorizeIndex,
  wanted: number,
): void {
  if (metric !== 'cosine') {
    throw unfit(
      `The index "${indexName}" at Vectorize compares by ${metric}, not by cosine, which cannot be changed: choose another name and create the index.`,
    );
  }
  if (dimensions === wanted) return;
  throw unfit(
    wanted > vectorizeLimits.dimensions
      ? `Vectorize takes ${vectorizeLimits.dimensions} dimensions at most, and the embedding model has ${wanted}: choose fewer dimensions or another model.`
      : `The index "${indexName}" at Vectorize has ${dimensions} dimensions and the embedding model ${wanted}, which cannot be changed: choose another name and create the index.`,
  );
}

/** What owners ask for by a button. */
export function createVectorizeSetup(dependencies: {
  connect: (settings: Settings['vector_store']) => VectorizeApi;
  /** All that is known to have been sent is gone. */
  created: (settings: Settings['vector_store']) => Promise<void>;
}) {
  const { connect, created } = dependencies;
  return {
    /**
     * Makes the index, or looks whether the one that is there fits.
     *
     * @returns whether it was made now
     * @throws AppError `not_configured`, or what the vendor refuses
     */
    async create(
      { vector_store: store }: Settings,
      dimensions: number,
      signal: AbortSignal,
    ): Promise<boolean> {
      const api = connect(store);
      const existing = await api.describe(signal).catch((error: unknown) => {
        if (isIndexMissing(error)) return null;
        throw error;
      });
      if (existing) {
        requireFit(api.indexName, existing, dimensions);
        return false;
      }
      requireFit(
        api.indexName,
        { dimensions: Math.min(dimensions, vectorizeLimits.dimensions), metric: 'cosine' },
        dimensions,
      );
      if (await api.create(dimensions, signal)) {
        await created(store);
        return true;
      }
      requireFit(api.indexName, await api.describe(signal), dimensions);
      return false;
    },

    /** Asks for what is nearest to a vector. @returns what was asked */
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
  };
}
export type VectorizeSetup = ReturnType<typeof createVectorizeSetup>;
