import type { Embedder } from '../embedder.ts';
import { batchEmbedder } from '../shared/batch-embedder.ts';
import { withPurpose } from '../shared/embedding-models.ts';
import { ollamaApi, type OllamaConnection } from './api.ts';
import { unitVectors } from '../shared/unit-vectors.ts';
import { vendorGarbled } from '../shared/vendor-error.ts';

/**
 * Ollama has no limits of its own. A processor without a graphics card reads a passage in about a second, and
 * may have to load the model first, all within the time limit of one request.
 */
const limits = { texts: 16, bytes: 32_000 };

interface Options extends OllamaConnection {
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
    label: api.label,
    timeouts: api.timeouts,
    limits,
    dimensions,
    requireConfigured: () => api.requireConfigured(model),
    async embed(texts, { purpose, signal }) {
      const body = {
        model,
        input: withPurpose(model, texts, purpose),
        // What the model cannot read of a long text is no reason to have nothing of it.
        truncate: true,
        ...(dimensions > 0 && { dimensions }),
      };
      const reply = (await api.json(await api.post('/api/embed', body, signal))) as {
        embeddings?: unknown;
      } | null;
      if (!Array.isArray(reply?.embeddings)) {
        throw vendorGarbled(api.label, 'sent something that is not an answer');
      }
      return unitVectors(api.label, reply.embeddings, texts.length);
    },
  });
}
