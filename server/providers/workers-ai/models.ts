import type { ModelChoice, ModelScope } from '../registry.ts';
import { vendorGarbled } from '../shared/vendor-error.ts';
import { workersAiApi, type WorkersAiApi } from './connection.ts';
import type { CloudflareConnection } from '../shared/cloudflare-api.ts';

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
    const listed = await readPage(api, tasks[scope], page, signal);
    entries.push(...listed);
    if (listed.length < perPage) break;
  }
  const choices = entries
    .filter(({ name, task }) => task?.name === tasks[scope] && !classifiers.test(name))
    .map((entry) => toChoice(entry, scope));
  return choices.sort((a, b) => a.id.localeCompare(b.id, 'en'));
}

async function readPage(
  api: WorkersAiApi,
  task: string,
  page: number,
  signal: AbortSignal,
): Promise<Entry[]> {
  const query = new URLSearchParams({ task, page: String(page), per_page: String(perPage) });
  const result = await api.promptly(signal, async (within) =>
    api.result(await api.get(`/models/search?${query}`, within)),
  );
  if (!Array.isArray(result)) throw vendorGarbled(api.label, 'returned an invalid list of models');
  return (result as (Entry | null)[]).flatMap((entry) =>
    typeof entry?.name === 'string' ? [entry] : [],
  );
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
