import type { VendorConnection } from '../shared/vendor-access.ts';
import { vendorApi, type VendorApi } from '../shared/vendor-calls.ts';
import { type VendorAnswer, type VendorError, vendorGarbled } from '../shared/vendor-error.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';
import type { LanguageModel, ModelRequest } from '../language-model.ts';
import { lessons } from '../shared/lessons.ts';
import { streamAnswers } from '../shared/stream-answer.ts';
import { capabilities, type Capability, ollamaReader, ollamaRequest } from './chat.ts';
import type { Embedder } from '../embedder.ts';
import { batchEmbedder } from '../shared/hosted-embedder.ts';
import { withPurpose } from '../shared/embedding-models.ts';
import type { ModelChoice, ModelScope } from '../registry.ts';

/**
 * https://docs.ollama.com/api/introduction. A key is needed only for ollama.com or a proxy:
 * https://docs.ollama.com/api/authentication
 */
const ollamaApi = (connection: VendorConnection) =>
  vendorApi(connection, {
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
export function ollama(
  options: VendorConnection & { model: string; clock?: () => number },
): LanguageModel {
  const { model } = options;
  const id = `ollama:${model}`;
  const api = ollamaApi(options);
  const lacking = lessons<Capability>(options.clock);
  let context = 0;

  const open = (request: ModelRequest, signal: AbortSignal): Promise<Response> =>
    lacking.ask({
      async send(known) {
        const body = ollamaRequest({ id, model }, request, known, context);
        const response = await api.post('/api/chat', body, signal);
        // Only a size that has worked: the machine may not have the memory for more.
        context = body.options.num_ctx;
        return response;
      },
      lessonOf: missingCapabilities,
    });

  return streamAnswers({
    id,
    model,
    api,
    framing: 'json_lines',
    open,
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

interface Options extends VendorConnection {
  model: string;
  /** 0: the model's own number. */
  dimensions: number;
}

/** https://docs.ollama.com/api/embed */
export function ollamaEmbedder(options: Options): Embedder {
  const { model, dimensions } = options;
  const api = ollamaApi(options);
  return batchEmbedder({
    id: `ollama:${model}`,
    model,
    api,
    limits,
    dimensions,
    async embed(texts, { purpose, signal }) {
      const body = {
        model,
        input: withPurpose(model, texts, purpose),
        // A long text is embedded by its beginning, rather than refused.
        truncate: true,
        ...(dimensions > 0 && { dimensions }),
      };
      const reply = await api.json(await api.post('/api/embed', body, signal));
      return (reply as { embeddings?: unknown } | null)?.embeddings;
    },
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
  api.requireConfigured();
  const tags = await pulledModels(api, signal);
  const choices: ModelChoice[] = [];
  for (let at = 0; at < tags.length; at += maxParallel) {
    const batch = tags.slice(at, at + maxParallel).map((tag) => toModel(api, tag, signal));
    for (const model of await Promise.all(batch)) {
      if (serves(model, scope)) choices.push(toChoice(model, scope));
    }
  }
  return choices.sort((a, b) => a.id.localeCompare(b.id, 'en'));
}

/** https://docs.ollama.com/api/tags */
async function pulledModels(api: VendorApi, signal: AbortSignal): Promise<Tag[]> {
  const list = async (within: AbortSignal) => api.json(await api.get('/api/tags', within));
  const body = (await api.promptly(signal, list)) as { models?: unknown } | null;
  if (!Array.isArray(body?.models)) {
    throw vendorGarbled(api.label, 'returned an invalid list of models');
  }
  return (body.models as (Tag | null)[]).flatMap((tag) =>
    typeof tag?.name === 'string' ? [tag] : [],
  );
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
    const show = async (within: AbortSignal) =>
      api.json(await api.post('/api/show', { model }, within));
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
