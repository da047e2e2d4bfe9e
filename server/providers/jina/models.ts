import { fixedModels } from '../shared/fixed-models.ts';

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
