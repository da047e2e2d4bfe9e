import type { Embedder } from '../embedder.ts';
import { batchEmbedder } from '../shared/batch-embedder.ts';
import { withPurpose } from '../shared/embedding-models.ts';
import type { EmbedderOptions } from '../shared/hosted-embedder.ts';
import { geminiApi, methodPath, modelName } from './connection.ts';

/** 100 texts: https://github.com/lancedb/lancedb/pull/3618. No limit of their size together is documented. */
const limits = { texts: 100, bytes: 400_000 };

const taskTypes = { query: 'RETRIEVAL_QUERY', document: 'RETRIEVAL_DOCUMENT' };

/**
 * https://ai.google.dev/api/embeddings#method:-models.batchembedcontents. Each text is a content of its own: later
 * models make one vector of all parts of a content. They also want the purpose in the text instead of `taskType`:
 * https://ai.google.dev/gemini-api/docs/embeddings#task-types
 */
export function geminiEmbedder(options: EmbedderOptions): Embedder {
  const { model, dimensions } = options;
  const api = geminiApi(options);
  const name = modelName(model);
  const hasTaskType = /-00\d$/.test(name);
  return batchEmbedder({
    id: `gemini:${model}`,
    model,
    api,
    limits,
    dimensions,
    async embed(texts, { purpose, signal }) {
      const requests = withPurpose(name, texts, purpose).map((text) => ({
        model: `models/${name}`,
        content: { parts: [{ text }] },
        ...(hasTaskType && { taskType: taskTypes[purpose] }),
        ...(dimensions > 0 && { outputDimensionality: dimensions }),
      }));
      const response = await api.post(
        methodPath(model, 'batchEmbedContents'),
        { requests },
        signal,
      );
      const reply = (await api.json(response)) as Reply | null;
      // Vectors with fewer dimensions are not of length 1; every embedder's are made so.
      return reply?.embeddings?.map((embedding) => embedding?.values);
    },
  });
}

interface Reply {
  embeddings?: readonly ({ values?: unknown } | null)[];
}
