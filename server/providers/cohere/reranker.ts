import type { Reranker } from '../reranker.ts';
import { hostedReranker, type RerankerOptions } from '../shared/hosted-reranker.ts';
import { cohereApi } from './connection.ts';

/** https://docs.cohere.com/reference/rerank. Up to 100 documents are one search unit; longer ones are cut. */
export function cohereReranker(options: RerankerOptions): Reranker {
  const { model } = options;
  const api = cohereApi(options);
  return hostedReranker(options, {
    provider: 'cohere',
    api,
    async ask({ query, documents, topN }, signal) {
      const body = { model, query, documents, top_n: topN };
      return api.json(await api.post('/v2/rerank', body, signal));
    },
  });
}
