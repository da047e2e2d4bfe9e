import { fixedModels } from '../shared/fixed-models.ts';

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
