import { AppError } from '../../errors/app-error.ts';
import type { ModelChoice } from '../registry.ts';
import { openAiApi, type OpenAiConnection, type OpenAiVendor } from './connection.ts';
import { VendorError, vendorGarbled, vendorTimedOut } from '../shared/vendor-error.ts';
import { guardCall, withRetries } from '../shared/vendor-retry.ts';

/** https://developers.openai.com/api/docs/guides/embeddings */
const dimensions: Record<string, number> = {
  'text-embedding-3-small': 1536,
  'text-embedding-3-large': 3072,
  'text-embedding-ada-002': 1536,
};

const embeds = /embed|(^|\/)(bge|e5|gte|minilm|nomic)\b/i;
/**
 * Neither OpenAI nor Groq says what a model is for, and most of those listed cannot chat. OpenAI's pro and
 * deep research models only have the Responses API: https://developers.openai.com/api/docs/models/all
 */
const otherUses =
  /whisper|tts|dall-e|image|audio|realtime|transcri|moderation|guard|sora|search|codex|computer-use|davinci|babbage|turbo-instruct|orpheus|^(o\d|gpt-\d[\d.]*)-pro/i;

/** The models that `GET /models` lists, by name, as far as they serve the purpose. */
export async function listOpenAiModels(
  connection: OpenAiConnection,
  scope: 'llm' | 'embedding',
  signal: AbortSignal,
): Promise<ModelChoice[]> {
  const api = openAiApi(connection);
  api.requireConfigured();
  const call = guardCall(signal);
  call.within(api.timeouts.connectMs, () => vendorTimedOut(api.label, 'no list of models came'));
  try {
    const body = await withRetries(
      () => api.call((client) => client.get<unknown>('/models', { signal: call.signal })),
      { ...api.timeouts, signal: call.signal },
    );
    return choose(listed(api.label, connection.provider, body), connection.provider, scope);
  } catch (error) {
    if (call.signal.aborted) throw call.signal.reason;
    throw hasNoList(error) ? noList(api.label) : error;
  } finally {
    call.end();
  }
}

function hasNoList(error: unknown): boolean {
  const status =
    error instanceof AppError && error.cause instanceof VendorError
      ? error.cause.status
      : undefined;
  return status === 404 || status === 405 || status === 501;
}

function noList(label: string): AppError {
  const words = `${label} has no list of models at this base URL; a model's name can be typed all the same.`;
  return new AppError('provider_error', { retryable: false, cause: new VendorError(words) });
}

interface Listed {
  id: string;
  label: string;
}

/** Together sends the bare list. OpenRouter and Together also give a model a name for people. */
function listed(label: string, provider: OpenAiVendor, body: unknown): Listed[] {
  const isBare = provider === 'openai_compatible' && Array.isArray(body);
  const list: unknown = isBare ? body : (body as { data?: unknown } | null)?.data;
  if (!Array.isArray(list)) throw vendorGarbled(label, 'sent something that is not a list');
  return (list as (Record<string, unknown> | null)[]).flatMap((entry) => {
    const { id, name, display_name } = entry ?? {};
    if (typeof id !== 'string' || id === '') return [];
    const label = [name, display_name].find((one) => typeof one === 'string' && one !== '');
    return [{ id, label: (label as string | undefined) ?? id }];
  });
}

function choose(
  models: Listed[],
  provider: OpenAiConnection['provider'],
  scope: 'llm' | 'embedding',
): ModelChoice[] {
  // The names on other servers are anybody's: only what certainly embeds is kept apart.
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
  return choices.map(({ id, label }) => ({
    id,
    label,
    ...(scope === 'embedding' && dimensions[id] && { dimensions: dimensions[id] }),
  }));
}
