import type { Embedder } from '../embedder.ts';
import type { ModelChoice, ModelScope } from '../registry.ts';
import { withPurpose } from '../shared/embedding-models.ts';
import { googleRoot, readGoogleError } from '../shared/google-api.ts';
import { batchEmbedder, type EmbedderOptions } from '../shared/hosted-embedder.ts';
import { entriesOf, VendorApi, type VendorConnection } from '../shared/vendor-calls.ts';

/**
 * The API of embeddings and of the list; models answer by OpenAI's format (`openai/`): https://ai.google.dev/api. A
 * pasted query may hold another key or format.
 */
const geminiApi = (connection: VendorConnection) =>
  new VendorApi(
    { ...connection, baseUrl: connection.baseUrl.split('?', 1)[0] ?? '' },
    {
      provider: 'gemini',
      keyHeader: 'x-goog-api-key',
      toRoot: googleRoot,
      readError: readGoogleError,
    },
  );

/** Lists call a model `models/NAME`. */
const modelName = (model: string): string => model.replace(/^models\//, '');

/** 100 texts: https://github.com/lancedb/lancedb/pull/3618. No limit of their size together is documented. */
const limits = { texts: 100, bytes: 400_000 };

const taskTypes = { query: 'RETRIEVAL_QUERY', document: 'RETRIEVAL_DOCUMENT' };

/**
 * https://ai.google.dev/api/embeddings#method:-models.batchembedcontents. Each text is a content of its own: later
 * models make one vector of all parts of a content. They also want the purpose in the text instead of `taskType`:
 * https://ai.google.dev/gemini-api/docs/embeddings#task-types
 */
export function geminiEmbedder(options: EmbedderOptions): Embedder {
  const { model, dimensions } = options;
  const api = geminiApi(options);
  const name = modelName(model);
  const path = `/models/${encodeURIComponent(name)}:batchEmbedContents`;
  const hasTaskType = /-00\d$/.test(name);
  return batchEmbedder(options, {
    api,
    limits,
    async embed(texts, { purpose, signal }) {
      const requests = withPurpose(name, texts, purpose).map((text) => ({
        model: `models/${name}`,
        content: { parts: [{ text }] },
        ...(hasTaskType && { taskType: taskTypes[purpose] }),
        ...(dimensions > 0 && { outputDimensionality: dimensions }),
      }));
      const reply = await api.ask(path, { requests }, signal);
      // Vectors with fewer dimensions are not of length 1; every embedder's are made so.
      return (reply as Reply | null)?.embeddings?.map((embedding) => embedding?.values);
    },
  });
}

interface Reply {
  embeddings?: readonly ({ values?: unknown } | null)[];
}

/** The fields that are read. https://ai.google.dev/api/models */
interface Model {
  name?: unknown;
  displayName?: unknown;
  inputTokenLimit?: unknown;
  supportedGenerationMethods?: unknown;
}

/** A page has at most 1,000 models. */
const maxPages = 10;

/** Those that answer in pictures or speech, or work a screen. */
const isSpecial =
  /(^|-)(image|tts|audio|live|robotics|computer-use|omni|deep-research)(-|$)|^(imagen|veo|lyria|aqa)/;

/** Lists the models that serve the purpose, in the vendor's order. @throws AppError */
export async function listGeminiModels(
  connection: VendorConnection,
  scope: ModelScope,
  signal: AbortSignal,
): Promise<ModelChoice[]> {
  const api = geminiApi(connection);
  const choices: ModelChoice[] = [];
  let token: unknown = '';
  for (let page = 0; page < maxPages && typeof token === 'string'; page++) {
    const path = `/models?pageSize=1000${token && `&pageToken=${encodeURIComponent(token)}`}`;
    const body = await api.page(path, signal);
    const models = entriesOf<Model>(api, body?.['models']);
    choices.push(...models.flatMap((model) => toChoice(model, scope)));
    token = body?.['nextPageToken'] || undefined;
  }
  return choices;
}

function toChoice(model: Model, scope: ModelScope): ModelChoice[] {
  const { name, displayName, inputTokenLimit: context } = model;
  const methods = model.supportedGenerationMethods;
  if (typeof name !== 'string' || !Array.isArray(methods)) return [];
  const id = modelName(name);
  const label = typeof displayName === 'string' && displayName ? displayName : id;
  if (scope === 'embedding') {
    if (!methods.includes('embedContent')) return [];
    // https://ai.google.dev/gemini-api/docs/embeddings#controlling-embedding-size
    return [{ id, label, ...(id.startsWith('gemini-embedding') && { dimensions: 3072 }) }];
  }
  if (!methods.includes('generateContent') || isSpecial.test(id)) return [];
  return [{ id, label, ...(Number.isInteger(context) && { context: Number(context) }) }];
}
