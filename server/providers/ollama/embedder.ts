import type { Embedder } from '../embedder.ts';
import { batchEmbedder } from '../shared/batch-embedder.ts';
import { withPurpose } from '../shared/embedding-models.ts';
import type { VendorConnection } from '../shared/vendor-access.ts';
import { ollamaApi } from './connection.ts';

/**
 * Ollama has no limits of its own. A processor without a graphics card embeds a passage in about a second, and
 * may have to load the model first, all within the time limit of one request.
 */
const limits = { texts: 16, bytes: 32_000 };

interface Options extends VendorConnection {
  model: string;
  /** 0: the model's own number. */
  dimensions: number;
}

/** https://docs.ollama.com/api/embed */
export function ollamaEmbedder(options: Options): Embedder {
  const { model, dimensions } = options;
  const api = ollamaApi(options);
  return batchEmbedder({
    id: `ollama:${model}`,
    model,
    api,
    limits,
    dimensions,
    async embed(texts, { purpose, signal }) {
      const body = {
        model,
        input: withPurpose(model, texts, purpose),
        // A long text is embedded by its beginning, rather than refused.
        truncate: true,
        ...(dimensions > 0 && { dimensions }),
      };
      const reply = await api.json(await api.post('/api/embed', body, signal));
      return (reply as { embeddings?: unknown } | null)?.embeddings;
    },
  });
}
