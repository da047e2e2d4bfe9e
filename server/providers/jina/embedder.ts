import type { Embedder } from '../embedder.ts';
import { hostedEmbedder, type EmbedderOptions } from '../shared/hosted-embedder.ts';
import { jinaApi } from './connection.ts';

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
