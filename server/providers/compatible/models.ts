import type { ModelChoice } from '../registry.ts';
import type { VendorConnection } from '../shared/vendor-access.ts';
import { compatibleApi } from './connection.ts';

/**
 * Lists what the server offers, by name; nothing if it has no list, as Text Embeddings Inference has none.
 *
 * @throws AppError `not_configured`
 */
export async function listCompatibleModels(
  connection: VendorConnection,
  _scope: unknown,
  signal: AbortSignal,
): Promise<ModelChoice[]> {
  const api = compatibleApi(connection);
  api.requireConfigured();
  const list = async (within: AbortSignal) => api.json(await api.get('/models', within));
  const body = await api.promptly(signal, list).catch(() => {
    signal.throwIfAborted();
    return null;
  });
  const { data } = (body ?? {}) as { data?: unknown };
  if (!Array.isArray(data)) return [];
  return (data as ({ id?: unknown } | null)[])
    .flatMap((model) => (typeof model?.id === 'string' ? [model.id] : []))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((id) => ({ id, label: id }));
}
