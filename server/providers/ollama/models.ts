import type { ModelChoice, ModelScope } from '../registry.ts';
import type { VendorConnection } from '../shared/vendor-access.ts';
import type { VendorApi } from '../shared/vendor-api.ts';
import { ollamaApi } from './connection.ts';
import { vendorGarbled } from '../shared/vendor-error.ts';

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
