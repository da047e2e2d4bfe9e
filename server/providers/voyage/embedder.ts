import type { Embedder } from '../embedder.ts';
import { hostedEmbedder, type EmbedderOptions } from '../shared/hosted-embedder.ts';
import { voyageApi } from './connection.ts';

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
