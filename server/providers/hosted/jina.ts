import { readError, type VendorAnswer } from '../shared/vendor-error.ts';
import type { VendorConnection } from '../shared/vendor-access.ts';
import { vendorApi } from '../shared/vendor-calls.ts';
import type { Embedder } from '../embedder.ts';
import { type EmbedderOptions, hostedEmbedder } from '../shared/hosted-embedder.ts';
import type { Reranker } from '../reranker.ts';
import { fixedModels, hostedReranker, type RerankerOptions } from './hosted.ts';

/** Errors are `{"detail": "…"}`: https://api.jina.ai/docs */
const jinaApi = (connection: VendorConnection) =>
  vendorApi(connection, {
    provider: 'jina',
    toRoot: (url) => url.replace(/\/(embeddings|rerank)$/, ''),
    readError: readJinaError,
  });

/** An account without tokens is refused with 403, as a key without permission is. */
function readJinaError(body: unknown): VendorAnswer {
  const answer = readError(body);
  const isBroke = /insufficient[ _](account )?balance/i.test(
    `${answer.code ?? ''} ${answer.message ?? ''}`,
  );
  return { ...answer, ...(isBroke && { code: 'insufficient_quota' }) };
}

/** The models before version 3 know no tasks. https://jina.ai/embeddings/ */
const knowsTasks = (model: string) => /^jina-embeddings-v([3-9]|\d\d)/.test(model);

/**
 * https://jina.ai/embeddings/. At most 512 texts: https://github.com/langgenius/dify-official-plugins/issues/1997.
 * Late chunking is not asked for: it takes all texts of a request for one document.
 */
export function jinaEmbedder(options: EmbedderOptions): Embedder {
  const { model, dimensions } = options;
  return hostedEmbedder(options, {
    provider: 'jina',
    api: jinaApi(options),
    limits: { texts: 512, bytes: 300_000 },
    body: (input, purpose) => ({
      input,
      ...(knowsTasks(model) && {
        task: purpose === 'query' ? 'retrieval.query' : 'retrieval.passage',
        // A long text is embedded by its beginning, rather than refused.
        truncate: true,
      }),
      embedding_type: 'base64',
      ...(dimensions > 0 && { dimensions }),
    }),
  });
}

/** https://jina.ai/reranker/ */
export function jinaReranker(options: RerankerOptions): Reranker {
  const { model } = options;
  const api = jinaApi(options);
  return hostedReranker(options, {
    provider: 'jina',
    api,
    async ask({ query, documents, topN }, signal) {
      const body = { model, query, documents, top_n: topN, return_documents: false };
      return api.json(await api.post('/rerank', body, signal));
    },
  });
}

/** The API has no list. As of November 2026: https://docs.jina.ai, https://jina.ai/models */
export const listJinaModels = fixedModels({
  embedding: {
    'jina-embeddings-v5-text-small': 1024,
    'jina-embeddings-v5-text-nano': 768,
    'jina-embeddings-v4': 2048,
    'jina-embeddings-v3': 1024,
    'jina-embeddings-v2-base-en': 768,
    'jina-embeddings-v2-base-de': 768,
    'jina-embeddings-v2-base-es': 768,
    'jina-embeddings-v2-base-zh': 768,
  },
  rerank: ['jina-reranker-v3', 'jina-reranker-m0', 'jina-reranker-v2-base-multilingual'],
});
