import type { Vendor } from '../../contract/providers.ts';
import type { Embedder, EmbedOptions } from '../embedder.ts';
import { batchEmbedder, type EmbeddingModel } from './batch-embedder.ts';
import { vectorsInOrder } from './embedding-wire.ts';
import type { VendorConnection } from './vendor-access.ts';
import type { VendorApi } from './vendor-api.ts';

export interface EmbedderOptions extends VendorConnection {
  model: string;
  /** 0: the model's own number. */
  dimensions: number;
}

/** The differences between vendors whose requests and replies are like OpenAI's. */
interface HostedEmbedder {
  provider: Vendor;
  api: VendorApi;
  limits: EmbeddingModel['limits'];
  path?: string;
  /** Fields beside `model`. */
  body: (texts: string[], purpose: EmbedOptions['purpose']) => object;
  /** Finds the vectors in a reply. By default as in OpenAI's. */
  read?: (reply: unknown) => unknown;
}

/** An embedder of a vendor that is called without an SDK. */
export function hostedEmbedder(
  { model, dimensions }: EmbedderOptions,
  { provider, api, limits, path = '/embeddings', body, read = vectorsInOrder }: HostedEmbedder,
): Embedder {
  return batchEmbedder({
    id: `${provider}:${model}`,
    model,
    api,
    limits,
    dimensions,
    async embed(texts, { purpose, signal }) {
      const request = { model, ...body(texts, purpose) };
      return read(await api.json(await api.post(path, request, signal)));
    },
  });
}
