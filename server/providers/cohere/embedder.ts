import type { Embedder } from '../embedder.ts';
import { hostedEmbedder, type EmbedderOptions } from '../shared/hosted-embedder.ts';
import { cohereApi } from './connection.ts';

interface Reply {
  embeddings?: { float?: unknown } | null;
}

/** https://docs.cohere.com/reference/embed: at most 96 texts; each is cut where the model's context ends. */
export function cohereEmbedder(options: EmbedderOptions): Embedder {
  const { dimensions } = options;
  return hostedEmbedder(options, {
    provider: 'cohere',
    api: cohereApi(options),
    limits: { texts: 96, bytes: 300_000 },
    path: '/v2/embed',
    body: (texts, purpose) => ({
      texts,
      input_type: purpose === 'query' ? 'search_query' : 'search_document',
      embedding_types: ['float'],
      truncate: 'END',
      ...(dimensions > 0 && { output_dimension: dimensions }),
    }),
    read: (reply) => (reply as Reply | null)?.embeddings?.float,
  });
}
