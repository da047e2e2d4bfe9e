import type { ModelChoice, ModelScope } from '../registry.ts';
import type { VendorConnection } from '../shared/vendor-access.ts';
import { vendorGarbled } from '../shared/vendor-error.ts';
import { mistralApi } from './connection.ts';

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
