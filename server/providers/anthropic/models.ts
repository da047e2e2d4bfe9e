import type { ModelChoice } from '../registry.ts';
import { anthropicApi, type AnthropicApi, type AnthropicConnection } from './connection.ts';
import { vendorGarbled, vendorTimedOut } from '../shared/vendor-error.ts';
import { guardCall, withRetries } from '../shared/vendor-retry.ts';

const pageSize = 1000;
const maxPages = 10;

/**
 * The models that `GET /v1/models` lists, the newest first as Anthropic has them.
 * https://platform.claude.com/docs/en/api/models/list
 *
 * @throws AppError
 */
export async function listAnthropicModels(
  connection: AnthropicConnection,
  signal: AbortSignal,
): Promise<ModelChoice[]> {
  const api = anthropicApi(connection);
  api.requireConfigured();
  const call = guardCall(signal);
  call.within(api.timeouts.connectMs, () => vendorTimedOut(api.label, 'no list of models came'));
  try {
    const models: ModelChoice[] = [];
    let after: string | undefined;
    for (let page = 0; page < maxPages; page++) {
      const listed = await nextPage(api, after, call.signal);
      models.push(...listed.models);
      after = listed.next;
      if (after === undefined) break;
    }
    return models;
  } catch (error) {
    throw call.signal.aborted ? call.signal.reason : error;
  } finally {
    call.end();
  }
}

async function nextPage(api: AnthropicApi, after: string | undefined, signal: AbortSignal) {
  const query = { limit: pageSize, ...(after !== undefined && { after_id: after }) };
  const body = await withRetries(
    () => api.call((client) => client.get<unknown>('/v1/models', { query, signal })),
    { ...api.timeouts, signal },
  );
  const { data, has_more, last_id } = (body ?? {}) as Record<string, unknown>;
  if (!Array.isArray(data)) throw vendorGarbled(api.label, 'sent something that is not a list');
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
