import type { Reranker } from '../reranker.ts';
import { hostedReranker, type RerankerOptions } from '../shared/hosted-reranker.ts';
import { jinaApi } from './connection.ts';

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
