import { AppError, toAppError } from '../../errors/app-error.ts';
import type { Settings } from '../../contract/settings.ts';
import { VendorError } from '../../providers/shared/vendor-error.ts';
import {
  isIndexMissing,
  vectorizeLimits,
  type VectorizeApi,
  type VectorizeIndex,
} from './vectorize-api.ts';

/** What an owner has to change; no attempt helps before. */
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
  const unlike = (what: string) =>
    unfit(
      `The index "${name}" at Vectorize ${what}, which cannot be changed: choose another name and create the index.`,
    );
  if (index.metric !== 'cosine') throw unlike(`compares by ${index.metric}, not by cosine`);
  if (index.dimensions !== wanted) {
    throw unlike(`has ${index.dimensions} dimensions and the embedding model ${wanted}`);
  }
}

/** What owners ask for by a button. */
export function createVectorizeSetup(dependencies: {
  connect: (settings: Settings['vector_store']) => VectorizeApi;
  /** All that is known to have been sent is gone. */
  created: (settings: Settings['vector_store']) => Promise<void>;
}) {
  const { connect, created } = dependencies;

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
    if (existing) {
      requireFit(api.indexName, existing, dimensions);
      return false;
    }
    requirePossible(dimensions);
    if (await api.create(dimensions, signal)) {
      await created(store);
      return true;
    }
    requireFit(api.indexName, await api.describe(signal), dimensions);
    return false;
  }

  return {
    /**
     * Makes the index, or looks whether the one that is there fits.
     *
     * @returns whether it was made now
     * @throws AppError `not_configured`, or what the vendor refuses
     */
    create: (settings: Settings, dimensions: number, signal: AbortSignal): Promise<boolean> =>
      create(settings, dimensions, signal).catch((error: unknown) => {
        const { code, message, cause } = toAppError(error);
        // An owner may read what the vendor said.
        throw new AppError(code, {
          message: cause instanceof VendorError ? cause.message : message,
          cause,
        });
      }),

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
