import { readError, vendorGarbled } from '../shared/vendor-error.ts';
import type { VendorConnection } from '../shared/vendor-access.ts';
import { vendorApi } from '../shared/vendor-calls.ts';
import type { Embedder } from '../embedder.ts';
import { type EmbedderOptions, hostedEmbedder } from '../shared/hosted-embedder.ts';
import type { ModelChoice, ModelScope } from '../registry.ts';

/** Errors are `{"message": "…", "type": "…", "code": …}`, or FastAPI's `detail`: https://docs.mistral.ai/api */
const mistralApi = (connection: VendorConnection) =>
  vendorApi(connection, {
    provider: 'mistral',
    toRoot: (url) => url.replace(/\/embeddings$/, ''),
    readError,
  });

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

/** https://docs.mistral.ai/capabilities/embeddings/text_embeddings */
const dimensions: Record<string, number> = { 'mistral-embed': 1024, 'codestral-embed': 1536 };

/** Lists the embedding models of `GET /models`, by name. https://docs.mistral.ai/api/endpoint/models @throws AppError */
export async function listMistralModels(
  connection: VendorConnection,
  _scope: ModelScope,
  signal: AbortSignal,
): Promise<ModelChoice[]> {
  const api = mistralApi(connection);
  api.requireConfigured();
  const list = async (within: AbortSignal) => api.json(await api.get('/models', within));
  const body = (await api.promptly(signal, list)) as { data?: unknown } | null;
  if (!Array.isArray(body?.data)) {
    throw vendorGarbled(api.label, 'returned an invalid list of models');
  }
  const ids = (body.data as ({ id?: unknown } | null)[]).flatMap((model) =>
    typeof model?.id === 'string' && model.id.includes('embed') ? [model.id] : [],
  );
  return [...new Set(ids)].sort().map((id) => {
    const [, known] = Object.entries(dimensions).find(([name]) => id.startsWith(name)) ?? [];
    return { id, label: id, ...(known && { dimensions: known }) };
  });
}
