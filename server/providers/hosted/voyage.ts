import { readError } from '../shared/vendor-error.ts';
import type { VendorConnection } from '../shared/vendor-access.ts';
import { vendorApi } from '../shared/vendor-calls.ts';
import type { Embedder } from '../embedder.ts';
import { type EmbedderOptions, hostedEmbedder } from '../shared/hosted-embedder.ts';
import type { Reranker } from '../reranker.ts';
import { fixedModels, hostedReranker, type RerankerOptions } from './hosted.ts';

/** Errors are `{"detail": "…"}`: https://docs.voyageai.com/docs/error-codes */
const voyageApi = (connection: VendorConnection) =>
  vendorApi(connection, {
    provider: 'voyage',
    toRoot: (url) => url.replace(/\/(embeddings|rerank)$/, ''),
    readError,
  });

/**
 * 1,000 texts; 1,000,000 tokens for the lite models, 320,000 for `voyage-4`, `voyage-3.5` and `voyage-2`, 120,000
 * for the others. A token has at least one byte.
 */
const tokens = (model: string) =>
  /-lite$/.test(model) ? 1_000_000 : /^voyage-(4|3\.5|2)$/.test(model) ? 320_000 : 120_000;

/** https://www.mongodb.com/docs/api/doc/atlas-embedding-and-reranking-api/operation/operation-createembedding */
export function voyageEmbedder(options: EmbedderOptions): Embedder {
  const { model, dimensions } = options;
  return hostedEmbedder(options, {
    provider: 'voyage',
    api: voyageApi(options),
    limits: { texts: 1000, bytes: tokens(model) },
    body: (input, purpose) => ({
      input,
      // The vendor adds its own sentence about the purpose.
      input_type: purpose,
      truncation: true,
      // The only value besides none, and a third of the size.
      encoding_format: 'base64',
      ...(dimensions > 0 && { output_dimension: dimensions }),
    }),
  });
}

/** https://docs.voyageai.com/reference/reranker-api: at most 1,000 documents. */
export function voyageReranker(options: RerankerOptions): Reranker {
  const { model } = options;
  const api = voyageApi(options);
  return hostedReranker(options, {
    provider: 'voyage',
    api,
    async ask({ query, documents, topN }, signal) {
      const body = { model, query, documents, top_k: topN, truncation: true };
      return api.json(await api.post('/rerank', body, signal));
    },
  });
}

/**
 * The API has no list. As of November 2026: https://docs.voyageai.com/docs/embeddings,
 * https://docs.voyageai.com/docs/reranker
 */
export const listVoyageModels = fixedModels({
  embedding: {
    'voyage-4-large': 1024,
    'voyage-4': 1024,
    'voyage-4-lite': 1024,
    'voyage-code-3': 1024,
    'voyage-finance-2': 1024,
    'voyage-law-2': 1024,
    'voyage-3-large': 1024,
    'voyage-3.5': 1024,
    'voyage-3.5-lite': 1024,
  },
  rerank: ['rerank-2.5', 'rerank-2.5-lite', 'rerank-2', 'rerank-2-lite'],
});
