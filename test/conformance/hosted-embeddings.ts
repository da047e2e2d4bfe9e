import type { Embedder } from '../../server/providers/embedder.ts';
import type { Reranker } from '../../server/providers/reranker.ts';
import type { EmbedderOptions } from '../../server/providers/shared/hosted-embedder.ts';
import type { RerankerOptions } from '../../server/providers/hosted/hosted.ts';
import type { EmbeddingVendorId } from '../fakes/embedding-rules.ts';
import { embeddingFaults, startEmbeddingServer } from '../fakes/embedding-server.ts';
import type { VendorTimeouts } from '../../server/providers/shared/vendor-retry.ts';
import { describeEmbedder } from './embedder.ts';
import { patient } from './patience.ts';
import { describeReranker } from './reranker.ts';
import { describeVendorEmbedder } from './vendor.ts';

/** Runs the suites of the port against the fake of a vendor. */
export function describeHostedEmbedder(
  id: EmbeddingVendorId,
  make: (options: EmbedderOptions) => Embedder,
  model: string,
): void {
  const options = (url: string, apiKey: string, timeouts: VendorTimeouts) => ({
    apiKey,
    baseUrl: url,
    model,
    dimensions: 0,
    timeouts,
  });

  describeEmbedder(id, async () => {
    const server = await startEmbeddingServer(id);
    return { embedder: make(options(server.url, server.apiKey, patient)), close: server.close };
  });

  describeVendorEmbedder(id, async (timeouts) => {
    const server = await startEmbeddingServer(id);
    const faults = embeddingFaults(id);
    return {
      embedder: make(options(server.url, server.apiKey, timeouts)),
      withoutKey: make(options(server.url, '', timeouts)),
      fail: (...names) => server.script(...names.map((name) => faults[name])),
      requests: () => server.requests.length,
      openCalls: server.openRequests,
      apiKey: server.apiKey,
      close: server.close,
    };
  });
}

/** The same for rankings. */
export function describeHostedReranker(
  id: EmbeddingVendorId,
  make: (options: RerankerOptions) => Reranker,
  model: string,
): void {
  describeReranker(id, async (timeouts) => {
    const server = await startEmbeddingServer(id);
    const faults = embeddingFaults(id);
    const options = { baseUrl: server.url, model, timeouts };
    return {
      reranker: make({ ...options, apiKey: server.apiKey }),
      withoutKey: make({ ...options, apiKey: '' }),
      fail: (...names) => server.script(...names.map((name) => faults[name])),
      answer: (body) =>
        server.script({
          kind: 'raw',
          contentType: 'application/json',
          body: JSON.stringify(body),
        }),
      requests: () => server.requests.length,
      openCalls: server.openRequests,
      apiKey: server.apiKey,
      close: server.close,
    };
  });
}
