import type { LanguageModel } from '../language-model.ts';
import {
  entriesOf,
  type ModelOptions,
  type VendorConnection,
  VendorSdk,
} from '../shared/vendor-calls.ts';
import { readError as readAnyError, type VendorAnswer } from '../shared/vendor-error.ts';
import { Lessons } from '../shared/lessons.ts';
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
  return new VendorSdk(connection, options, async (sdkOptions) => {
    // A site with another provider is spared the time and memory.
    const { Anthropic } = await import('@anthropic-ai/sdk');
    return new Anthropic({ ...sdkOptions, webhookKey: null });
  });
}

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

function readError(body: unknown): VendorAnswer {
  const said = readAnyError(body);
  return { ...said, status: streamedStatus[said.code ?? ''] };
}

/** A model of Anthropic's Messages API. https://platform.claude.com/docs/en/api/messages/create */
export function anthropic(options: ModelOptions): LanguageModel {
  const { model } = options;
  const id = `anthropic:${model}`;
  const api = anthropicApi(options);
  const learnt = new Lessons<Lesson>(options.clock);
  return streamAnswers({
    model,
    api,
    framing: 'server_sent_events',
    open: (request, signal) =>
      learnt.ask({
        request: (known) => messageParams(id, model, request, known),
        // Not by `messages.create`, which writes warnings about older models to the console.
        send: (body) =>
          api.call((client) =>
            client.post('/v1/messages', { body, stream: true, signal }).asResponse(),
          ),
        lessonOf,
      }),
    createReader: () => anthropicReader(id, (said) => api.refused(said)),
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
    let after: unknown;
    for (let page = 0; page < maxPages; page++) {
      const query = { limit: pageSize, after_id: after };
      const body = await api.call((client) =>
        client.get<ModelPage | null>('/v1/models', { query, signal: within }),
      );
      models.push(...entriesOf<ListedModel>(api, body?.data).flatMap(toChoice));
      if (body?.has_more !== true || typeof body.last_id !== 'string') break;
      after = body.last_id;
    }
    return models;
  });
}

interface ModelPage {
  data?: unknown;
  has_more?: unknown;
  last_id?: unknown;
}

interface ListedModel {
  id?: unknown;
  display_name?: unknown;
}

function toChoice({ id, display_name: name }: ListedModel): ModelChoice[] {
  if (typeof id !== 'string') return [];
  return [{ id, label: typeof name === 'string' && name ? name : id }];
}
