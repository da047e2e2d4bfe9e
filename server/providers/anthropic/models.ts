import type { ModelChoice } from '../registry.ts';
import type { VendorConnection } from '../shared/vendor-access.ts';
import { vendorGarbled } from '../shared/vendor-error.ts';
import { anthropicApi, type AnthropicApi } from './connection.ts';

const pageSize = 1000;
const maxPages = 10;

/**
 * Lists the models of `GET /v1/models`, in Anthropic's order: the newest first.
 * https://platform.claude.com/docs/en/api/models/list
 *
 * @throws AppError
 */
export async function listAnthropicModels(
  connection: VendorConnection,
  signal: AbortSignal,
): Promise<ModelChoice[]> {
  const api = anthropicApi(connection);
  api.requireConfigured();
  return api.promptly(signal, async (within) => {
    const models: ModelChoice[] = [];
    let after: string | undefined;
    for (let page = 0; page < maxPages; page++) {
      const listed = await nextPage(api, after, within);
      models.push(...listed.models);
      after = listed.next;
      if (after === undefined) break;
    }
    return models;
  });
}

async function nextPage(api: AnthropicApi, after: string | undefined, signal: AbortSignal) {
  const query = { limit: pageSize, after_id: after };
  const body = await api.call((client) => client.get<unknown>('/v1/models', { query, signal }));
  const { data, has_more, last_id } = (body ?? {}) as Record<string, unknown>;
  if (!Array.isArray(data)) throw vendorGarbled(api.label, 'returned an invalid list of models');
  return {
    models: (data as ({ id?: unknown; display_name?: unknown } | null)[]).flatMap(toChoice),
    next: has_more === true && typeof last_id === 'string' ? last_id : undefined,
  };
}

function toChoice(entry: { id?: unknown; display_name?: unknown } | null): ModelChoice[] {
  const { id, display_name: name } = entry ?? {};
  if (typeof id !== 'string') return [];
  return [{ id, label: typeof name === 'string' && name ? name : id }];
}
