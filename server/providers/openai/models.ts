import { AppError } from '../../errors/app-error.ts';
import type { ModelChoice, ModelScope } from '../registry.ts';
import type { OpenAiVendor } from '../../contract/providers.ts';
import { openAiApi, type OpenAiConnection } from './connection.ts';
import { embeddingModels, findPreset } from '../model-traits.ts';
import { traitsOf } from './reasoning.ts';
import { entriesOf } from '../shared/vendor-calls.ts';
import { VendorError, vendorErrorOf } from '../shared/vendor-error.ts';

const embeds = /embed|(^|\/)(bge|e5|gte|minilm|nomic)\b/i;
/**
 * Models that cannot chat: neither OpenAI nor Groq lists a model's purpose. OpenAI's pro and deep research models
 * take minutes for an answer: https://developers.openai.com/api/docs/models/all
 */
const otherUses =
  /whisper|tts|dall-e|image|audio|realtime|transcri|moderation|guard|sora|search|codex|computer-use|davinci|babbage|turbo-instruct|orpheus|^(o\d|gpt-\d[\d.]*)-pro/i;

/** Lists the models of `GET /models` that serve the purpose, by name. @throws AppError */
export async function listOpenAiModels(
  connection: OpenAiConnection,
  scope: ModelScope,
  signal: AbortSignal,
): Promise<ModelChoice[]> {
  const { provider, preset = findPreset(connection.baseUrl) } = connection;
  const api = openAiApi(connection);
  api.requireConfigured();
  const ofEmbeddings = traitsOf(provider, preset).embeddingModels;
  const path = (scope === 'embedding' && ofEmbeddings) || '/models';
  // `models.list` cannot read a bare array.
  const list = (within: AbortSignal) =>
    api.call((client) => client.get<unknown>(path, { signal: within }));
  const body = await api.promptly(signal, list).catch((error: unknown) => {
    throw hasNoList(error) ? noList(api.label) : error;
  });
  return choose(listed(api, provider, body), provider, scope);
}

function hasNoList(error: unknown): boolean {
  const status = vendorErrorOf(error)?.status;
  return status === 404 || status === 405 || status === 501;
}

function noList(label: string): AppError {
  const words = `${label} has no list of models at this base URL; a model's name can be typed all the same.`;
  return new AppError('provider_error', { retryable: false, cause: new VendorError(words) });
}

type Listed = Pick<ModelChoice, 'id' | 'label' | 'price' | 'context' | 'always_reasons'>;

/** Reads the list. Together sends a bare array; OpenRouter and Together add display names. */
function listed(api: { label: string }, provider: OpenAiVendor, body: unknown): Listed[] {
  const isBare = provider === 'openai_compatible' && Array.isArray(body);
  const list: unknown = isBare ? body : (body as { data?: unknown } | null)?.data;
  return entriesOf<Record<string, unknown>>(api, list).flatMap((entry) => {
    const { id, name, display_name, pricing, reasoning } = entry;
    if (typeof id !== 'string' || id === '') return [];
    const label = [name, display_name].find((one) => typeof one === 'string' && one !== '');
    const price = priceOf(pricing);
    const context = contextOf(entry);
    return [
      {
        id,
        label: (label as string | undefined) ?? id,
        ...(price && { price }),
        ...(context && { context }),
        ...((reasoning as { mandatory?: unknown } | null | undefined)?.mandatory === true && {
          always_reasons: true as const,
        }),
      },
    ];
  });
}

/**
 * Reads the tokens of prompt and answer, as LM Studio, OpenRouter and Together, Groq, Mistral, vLLM and SGLang, and
 * llama.cpp name them.
 * https://openrouter.ai/docs/api-reference/list-available-models, https://console.groq.com/docs/api-reference,
 * https://docs.mistral.ai/api/endpoint/models, https://github.com/vllm-project/vllm/pull/7037,
 * https://lmstudio.ai/docs/developer/rest/endpoints, https://github.com/ggml-org/llama.cpp/tree/master/tools/server
 */
function contextOf(entry: Record<string, unknown>): number | undefined {
  const { n_ctx } = (entry['meta'] ?? {}) as Record<string, unknown>;
  const named = [
    'loaded_context_length',
    'context_length',
    'context_window',
    'max_context_length',
    'max_model_len',
  ];
  const found = [n_ctx, ...named.map((name) => entry[name])].find((one) => Number.isInteger(one));
  return found === undefined ? undefined : Number(found);
}

/**
 * Reads OpenRouter's price of a token; undefined if there is none, as of a model that chooses another.
 * https://openrouter.ai/docs/api-reference/list-available-models
 */
function priceOf(pricing: unknown): ModelChoice['price'] {
  const { prompt, completion } = (pricing ?? {}) as Record<string, unknown>;
  if (typeof prompt !== 'string' || typeof completion !== 'string') return undefined;
  // Without the digits that binary fractions add.
  const million = (text: string) => Number((Number(text) * 1_000_000).toPrecision(6));
  const [input, output] = [million(prompt), million(completion)];
  return input >= 0 && output >= 0 ? { input, output } : undefined;
}

function choose(models: Listed[], provider: OpenAiVendor, scope: ModelScope): ModelChoice[] {
  const table = embeddingModels('openai');
  // On other servers names can mean anything: only names that certainly embed are told apart.
  const known = provider !== 'openai_compatible';
  const suits = ({ id }: Listed) =>
    scope === 'embedding'
      ? embeds.test(id) || !known
      : !embeds.test(id) && !(known && otherUses.test(id));
  const choices = [...new Map(models.map((model) => [model.id, model])).values()].filter(suits);
  choices.sort((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true }));
  if (scope === 'embedding') {
    choices.sort((a, b) => Number(embeds.test(b.id)) - Number(embeds.test(a.id)));
  }
  return choices.map(({ id, label, price, context, always_reasons: always }) => ({
    id,
    label,
    ...(scope === 'llm' && price && { price }),
    ...(scope === 'embedding' && table[id]?.dimensions && { dimensions: table[id].dimensions }),
    ...(scope === 'llm' && always && { always_reasons: true as const }),
    ...(scope === 'llm' && context && { context }),
  }));
}
