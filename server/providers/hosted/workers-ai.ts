import type { Embedder, EmbedOptions } from '../embedder.ts';
import { batchEmbedder, type EmbedderOptions } from '../shared/hosted-embedder.ts';
import { withPurpose } from '../shared/embedding-models.ts';
import { CloudflareApi, type CloudflareConnection } from '../shared/cloudflare-api.ts';
import type { ModelChoice, ModelScope } from '../registry.ts';
import { entriesOf } from '../shared/vendor-calls.ts';

/**
 * The API of embeddings and of the list; models answer by OpenAI's format (`openai/`). The token's permissions are "Workers
 * AI: Read" and "Workers AI: Edit". https://developers.cloudflare.com/workers-ai/get-started/rest-api/
 */
const workersAiApi = (connection: CloudflareConnection) =>
  new CloudflareApi(connection, 'Workers AI', '/ai', true);

interface Family {
  name: RegExp;
  /** The size of one request: `maxItems`, and BGE-M3's 60,000 tokens of at least one byte each. */
  limits: { texts: number; bytes: number };
  body: (model: string, texts: string[], purpose: EmbedOptions['purpose']) => object;
}

const bytes = 60_000;

/** The first row that matches counts. */
const families: readonly Family[] = [
  // https://developers.cloudflare.com/workers-ai/models/qwen3-embedding-0.6b/: adds the instruction itself.
  {
    name: /qwen3-embedding/,
    limits: { texts: 32, bytes },
    body: (_model, texts, purpose) =>
      purpose === 'query' ? { queries: texts } : { documents: texts },
  },
  // https://developers.cloudflare.com/workers-ai/models/bge-m3/
  {
    name: /bge-m3/,
    limits: { texts: 100, bytes },
    body: (_model, text) => ({ text, truncate_inputs: true }),
  },
  // https://developers.cloudflare.com/workers-ai/models/bge-base-en-v1.5/: "we highly suggest" `cls`.
  {
    name: /\bbge-/,
    limits: { texts: 100, bytes },
    body: (model, texts, purpose) => ({
      text: withPurpose(model, texts, purpose),
      pooling: 'cls',
    }),
  },
  // https://developers.cloudflare.com/workers-ai/models/embeddinggemma-300m/
  {
    name: /(?:)/,
    limits: { texts: 100, bytes },
    body: (model, texts, purpose) => ({ text: withPurpose(model, texts, purpose) }),
  },
];

/** The embedding models of Cloudflare's Workers AI. */
export function workersAiEmbedder(options: EmbedderOptions & CloudflareConnection): Embedder {
  const { model } = options;
  const api = workersAiApi(options);
  const family = families.find(({ name }) => name.test(model))!;
  return batchEmbedder(options, {
    api,
    limits: family.limits,
    async embed(texts, { purpose, signal }) {
      // Models are named `@cf/AUTHOR/NAME`, and are a path.
      const path = `/run/${encodeURI(model).replace(/[?#]/g, encodeURIComponent)}`;
      const response = await api.post(path, family.body(model, texts, purpose), signal);
      return ((await api.result(response)) as { data?: unknown } | null | undefined)?.data;
    },
  });
}

/** The fields that are read of an entry, as each model's page shows them: https://developers.cloudflare.com/workers-ai/models/ */
interface Entry {
  name: string;
  task?: { name?: unknown } | null;
  properties?: readonly ({ property_id?: unknown; value?: unknown } | null)[] | null;
}

const tasks: Record<ModelScope, string> = {
  llm: 'Text Generation',
  embedding: 'Text Embeddings',
  rerank: 'Text Classification',
};

const perPage = 100;
/** Ten times the present number of models. */
const maxPages = 10;

/** Models that only classify texts. */
const classifiers = /guard/i;

/** Lists the models for the purpose, by name. https://developers.cloudflare.com/api/resources/ai/subresources/models/methods/list/ */
export async function listWorkersAiModels(
  connection: CloudflareConnection,
  scope: ModelScope,
  signal: AbortSignal,
): Promise<ModelChoice[]> {
  const api = workersAiApi(connection);
  api.requireConfigured();
  const entries: Entry[] = [];
  for (let page = 1; page <= maxPages; page++) {
    const about = { task: tasks[scope], page: String(page), per_page: String(perPage) };
    const path = `/models/search?${new URLSearchParams(about)}`;
    const read = async (within: AbortSignal) => api.result(await api.get(path, within));
    const listed = entriesOf<Entry>(api, await api.promptly(signal, read));
    entries.push(...listed.filter(({ name }) => typeof name === 'string'));
    if (listed.length < perPage) break;
  }
  const choices = entries
    .filter(({ name, task }) => task?.name === tasks[scope] && !classifiers.test(name))
    .map((entry) => toChoice(entry, scope));
  return choices.sort((a, b) => a.id.localeCompare(b.id, 'en'));
}

function toChoice({ name, properties }: Entry, scope: ModelScope): ModelChoice {
  const valueOf = (id: string) => properties?.find((entry) => entry?.property_id === id)?.value;
  const dimensions = positive(valueOf('output_dimensions'));
  const context = positive(valueOf('context_window'));
  return {
    id: name,
    label: name,
    ...(scope === 'embedding' && dimensions && { dimensions }),
    ...(scope === 'llm' && context && { context }),
    ...(scope === 'llm' && valueOf('function_calling') === 'true' && { tools: true }),
  };
}

const positive = (value: unknown): number | undefined =>
  Number.isInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined;
