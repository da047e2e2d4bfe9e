import type { Reranker } from '../reranker.ts';
import { hostedReranker, type RerankerOptions } from '../shared/hosted-reranker.ts';
import { voyageApi } from './connection.ts';

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
