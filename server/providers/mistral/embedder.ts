import type { Embedder } from '../embedder.ts';
import { hostedEmbedder, type EmbedderOptions } from '../shared/hosted-embedder.ts';
import { mistralApi } from './connection.ts';

/**
 * https://docs.mistral.ai/api/endpoint/embeddings. 256 texts, as the API says when there are more, and 16,384 tokens:
 * https://github.com/aurelio-labs/semantic-router/issues/297. A token has at least one byte.
 */
const limits = { texts: 256, bytes: 16_384 };

export function mistralEmbedder(options: EmbedderOptions): Embedder {
  const { model, dimensions } = options;
  const asksDimensions = dimensions > 0 && model.startsWith('codestral-embed');
  return hostedEmbedder(options, {
    provider: 'mistral',
    api: mistralApi(options),
    limits,
    body: (input) => ({
      input,
      encoding_format: 'float',
      // `mistral-embed` refuses it.
      ...(asksDimensions && { output_dimension: dimensions }),
    }),
  });
}
