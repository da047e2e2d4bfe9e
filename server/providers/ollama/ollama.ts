import {
  entriesOf,
  type ModelOptions,
  VendorApi,
  type VendorConnection,
} from '../shared/vendor-calls.ts';
import type { VendorAnswer, VendorError } from '../shared/vendor-error.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';
import type { LanguageModel } from '../language-model.ts';
import { Lessons } from '../shared/lessons.ts';
import { streamAnswers } from '../shared/stream-answer.ts';
import { capabilities, type Capability, ollamaReader, ollamaRequest } from './chat.ts';
import type { Embedder } from '../embedder.ts';
import { type EmbedderOptions, hostedEmbedder } from '../shared/hosted-embedder.ts';
import { withPurpose } from '../shared/embedding-models.ts';
import type { ModelChoice, ModelScope } from '../registry.ts';

/**
 * https://docs.ollama.com/api/introduction. A key is needed only for ollama.com or a proxy:
 * https://docs.ollama.com/api/authentication
 */
const ollamaApi = (connection: VendorConnection) =>
  new VendorApi(connection, {
    provider: 'ollama',
    // Other programs want one of these at the end.
    toRoot: (baseUrl) => baseUrl.replace(/\/(api|v1)$/, ''),
    readError,
  });

/** Reads `{"error": "words"}`, also in a stream: https://docs.ollama.com/api/errors */
function readError(body: unknown): VendorAnswer {
  const { error } = (body ?? {}) as { error?: unknown };
  if (typeof error !== 'string') return {};
  const missing = /\bmodel ["']([^"']+)["'] not found/.exec(error)?.[1];
  return {
    message: missing ? `${error} (get it with: ollama pull ${missing})` : error,
    // ollama.com's session and weekly limits, with 429 as for too many requests at once:
    // https://github.com/continuedev/continue/issues/11444
    ...(/\busage limit\b/.test(error) && { code: 'usage_limit' }),
    // A model without embeddings is refused with 500: https://github.com/ollama/ollama/issues/9739
    ...(/\bdoes not support\b/.test(error) && { permanent: true }),
  };
}

/** A model that Ollama runs. The first question loads it, within the time limit of the first token. */
export function ollama(options: ModelOptions): LanguageModel {
  const { model } = options;
  const id = `ollama:${model}`;
  const api = ollamaApi(options);
  const lacking = new Lessons<Capability>(options.clock);
  let context = 0;
  return streamAnswers({
    model,
    api,
    framing: 'json_lines',
    open: (request, signal) =>
      lacking.ask({
        request: (known) => ollamaRequest({ id, model }, request, known, context),
        async send(body) {
          const response = await api.post('/api/chat', body, signal);
          // Only a size that has worked: the machine may not have the memory for more.
          context = body.options.num_ctx;
          return response;
        },
        lessonOf: missingCapabilities,
      }),
    createReader: ({ messages }) =>
      ollamaReader(api, id, () =>
        estimateTokens(messages.map(({ content }) => content).join('\n')),
      ),
  });
}

/** `"gemma:2b" does not support tools`: https://github.com/ollama/ollama/blob/main/server/images.go */
function missingCapabilities({ status, message }: VendorError): Capability[] {
  if (status !== 400) return [];
  const [, words = ''] = /\bdoes not support\b(.*)/.exec(message) ?? [];
  return capabilities.filter((name) => words.includes(name));
}

/**
 * Ollama has no limits of its own. A processor without a graphics card embeds a passage in about a second, and
 * may have to load the model first, all within the time limit of one request.
 */
const limits = { texts: 16, bytes: 32_000 };

/** https://docs.ollama.com/api/embed */
export function ollamaEmbedder(options: EmbedderOptions): Embedder {
  const { model, dimensions } = options;
  return hostedEmbedder(options, {
    api: ollamaApi(options),
    limits,
    path: '/api/embed',
    body: (texts, purpose) => ({
      input: withPurpose(model, texts, purpose),
      // A long text is embedded by its beginning, rather than refused.
      truncate: true,
      ...(dimensions > 0 && { dimensions }),
    }),
    read: (reply) => (reply as { embeddings?: unknown } | null)?.embeddings,
  });
}

/** The fields that are read of `POST /api/show`. https://docs.ollama.com/api-reference/show-model-details */
interface Shown {
  capabilities?: readonly string[] | null;
  /** `ARCHITECTURE.embedding_length` among others. */
  model_info?: Record<string, unknown> | null;
}

/** The fields that are read of `GET /api/tags`, where newer servers list capabilities: https://github.com/ollama/ollama/pull/16665 */
interface Tag {
  name: string;
  capabilities?: readonly string[] | null;
  details?: { embedding_length?: unknown } | null;
}

interface Model {
  name: string;
  /** `undefined`: Ollama before 0.6.4 does not list them. */
  capabilities: readonly string[] | undefined;
  dimensions: unknown;
}

/** Parallel requests for details. */
const maxParallel = 8;

const embeds = /embed|(^|\/)(bge|e5|gte|all-minilm|paraphrase)\b/i;

/** Lists the installed models that serve the purpose, by name. @throws AppError */
export async function listOllamaModels(
  connection: VendorConnection,
  scope: ModelScope,
  signal: AbortSignal,
): Promise<ModelChoice[]> {
  const api = ollamaApi(connection);
  // https://docs.ollama.com/api/tags
  const listed = entriesOf<Tag>(api, (await api.page('/api/tags', signal))?.['models']);
  const tags = listed.filter(({ name }) => typeof name === 'string');
  const choices: ModelChoice[] = [];
  for (let at = 0; at < tags.length; at += maxParallel) {
    const batch = tags.slice(at, at + maxParallel).map((tag) => toModel(api, tag, signal));
    for (const model of await Promise.all(batch)) {
      if (serves(model, scope)) choices.push(toChoice(model, scope));
    }
  }
  return choices.sort((a, b) => a.id.localeCompare(b.id, 'en'));
}

async function toModel(api: VendorApi, tag: Tag, signal: AbortSignal): Promise<Model> {
  const { name, capabilities, details } = tag;
  if (capabilities) return { name, capabilities, dimensions: details?.embedding_length };
  const shown = await showModel(api, name, signal);
  const [, dimensions] =
    Object.entries(shown.model_info ?? {}).find(([key]) => key.endsWith('.embedding_length')) ?? [];
  return { name, capabilities: shown.capabilities ?? undefined, dimensions };
}

/** Returns nothing for a model whose details cannot be read, so that the others are still listed. */
async function showModel(api: VendorApi, model: string, signal: AbortSignal): Promise<Shown> {
  try {
    const show = (within: AbortSignal) => api.ask('/api/show', { model }, within);
    return (await api.promptly(signal, show)) ?? {};
  } catch {
    signal.throwIfAborted();
    return {};
  }
}

function serves({ name, capabilities }: Model, scope: ModelScope): boolean {
  const embedding = capabilities ? capabilities.includes('embedding') : embeds.test(name);
  if (scope === 'embedding') return embedding;
  return capabilities ? capabilities.includes('completion') : !embedding;
}

function toChoice({ name, dimensions, capabilities }: Model, scope: ModelScope): ModelChoice {
  const known = scope === 'embedding' && Number.isInteger(dimensions);
  return {
    id: name,
    label: name,
    ...(known && { dimensions: Number(dimensions) }),
    ...(scope === 'llm' && capabilities && { tools: capabilities.includes('tools') }),
    ...(scope === 'llm' && capabilities && { reasons: capabilities.includes('thinking') }),
  };
}
