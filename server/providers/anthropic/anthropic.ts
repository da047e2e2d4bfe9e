import type { VendorConnection } from '../shared/vendor-access.ts';
import { type VendorAnswer, vendorGarbled } from '../shared/vendor-error.ts';
import { vendorSdk } from '../shared/vendor-calls.ts';
import type { MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages';
import type { LanguageModel, ModelRequest } from '../language-model.ts';
import { lessons } from '../shared/lessons.ts';
import { streamAnswers } from '../shared/stream-answer.ts';
import { anthropicReader } from './reader.ts';
import { lessonOf, messageParams, type Lesson } from './request.ts';
import type { ModelChoice } from '../registry.ts';

/** https://platform.claude.com/docs/en/api/overview */
export function anthropicApi(connection: VendorConnection) {
  const options = {
    provider: 'anthropic' as const,
    // The addresses of other vendors end in the version, so that many owners write it here, too.
    toRoot: (baseUrl: string) => baseUrl.replace(/\/v1$/, ''),
    readError,
  };
  return vendorSdk(connection, options, async (sdkOptions) => {
    // A site with another provider is spared the time and memory.
    const { Anthropic } = await import('@anthropic-ai/sdk');
    return new Anthropic({ ...sdkOptions, webhookKey: null });
  });
}
type AnthropicApi = ReturnType<typeof anthropicApi>;

/**
 * An error in the middle of a stream has no status but means the same as one that has.
 * https://platform.claude.com/docs/en/api/errors
 */
const streamedStatus: Record<string, number> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
};

/** Reads `{"type": "error", "error": {"type": …, "message": …}}`. */
function readError(body: unknown): VendorAnswer {
  const { error } = (body ?? {}) as { error?: unknown };
  const { type, message } = (error ?? {}) as Record<string, unknown>;
  const code = typeof type === 'string' ? type : undefined;
  return {
    status: streamedStatus[code ?? ''],
    code,
    message: typeof message === 'string' ? message : undefined,
  };
}

/** A model of Anthropic's Messages API. https://platform.claude.com/docs/en/api/messages/create */
export function anthropic(
  options: VendorConnection & { model: string; clock?: () => number },
): LanguageModel {
  const { model } = options;
  const id = `anthropic:${model}`;
  const api = anthropicApi(options);
  const learnt = lessons<Lesson>(options.clock);

  function open(request: ModelRequest, signal: AbortSignal): Promise<Response> {
    let params: MessageCreateParamsStreaming;
    return learnt.ask({
      send(learned) {
        params = messageParams(id, model, request, learned);
        // Not by `messages.create`, which writes warnings about older models to the console.
        return api.call((client) =>
          client.post('/v1/messages', { body: params, stream: true, signal }).asResponse(),
        );
      },
      lessonOf: (refusal) => lessonOf(refusal, params),
    });
  }

  return streamAnswers({
    id,
    model,
    api,
    framing: 'server_sent_events',
    open,
    createReader: () => anthropicReader(id, api.refused),
  });
}

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
