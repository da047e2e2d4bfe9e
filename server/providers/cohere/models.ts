import type { ModelChoice, ModelScope } from '../registry.ts';
import type { VendorConnection } from '../shared/vendor-access.ts';
import { vendorGarbled } from '../shared/vendor-error.ts';
import { cohereApi } from './connection.ts';

/** https://docs.cohere.com/docs/models */
const dimensions: Record<string, number> = {
  'embed-v4.0': 1536,
  'embed-english-v3.0': 1024,
  'embed-multilingual-v3.0': 1024,
  'embed-english-light-v3.0': 384,
  'embed-multilingual-light-v3.0': 384,
};

interface Listed {
  name?: unknown;
  is_deprecated?: unknown;
}

/** Lists the models of an endpoint, newest names first. https://docs.cohere.com/reference/list-models @throws AppError */
export async function listCohereModels(
  connection: VendorConnection,
  scope: ModelScope,
  signal: AbortSignal,
): Promise<ModelChoice[]> {
  const api = cohereApi(connection);
  api.requireConfigured();
  const path = `/v1/models?endpoint=${scope === 'rerank' ? 'rerank' : 'embed'}&page_size=1000`;
  const list = async (within: AbortSignal) => api.json(await api.get(path, within));
  const body = (await api.promptly(signal, list)) as { models?: unknown } | null;
  if (!Array.isArray(body?.models)) {
    throw vendorGarbled(api.label, 'returned an invalid list of models');
  }
  const names = (body.models as (Listed | null)[]).flatMap((model) =>
    typeof model?.name === 'string' && model.is_deprecated !== true ? [model.name] : [],
  );
  const versionOf = (name: string) => Number(/v(\d+(\.\d+)?)/.exec(name)?.[1] ?? 0);
  return names
    .sort((a, b) => versionOf(b) - versionOf(a) || a.localeCompare(b, 'en'))
    .map((id) => {
      const known = scope === 'embedding' ? dimensions[id] : undefined;
      return { id, label: id, ...(known && { dimensions: known }) };
    });
}
