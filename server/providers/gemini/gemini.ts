import { readError, type VendorAnswer, type VendorError } from '../shared/vendor-error.ts';
import {
  entriesOf,
  type ModelOptions,
  VendorApi,
  type VendorConnection,
} from '../shared/vendor-calls.ts';
import type { LanguageModel } from '../language-model.ts';
import { Lessons } from '../shared/lessons.ts';
import { streamAnswers } from '../shared/stream-answer.ts';
import { refusedFunction } from '../shared/tool-calls.ts';
import { geminiReader } from './reader.ts';
import { geminiRequest, type GeminiRequest, type Lacking, modelName } from './request.ts';
import type { Embedder } from '../embedder.ts';
import { batchEmbedder, type EmbedderOptions } from '../shared/hosted-embedder.ts';
import { withPurpose } from '../shared/embedding-models.ts';
import type { ModelChoice, ModelScope } from '../registry.ts';

/**
 * https://ai.google.dev/api. Only v1beta has all fields that are used:
 * https://ai.google.dev/gemini-api/docs/api-versions. A pasted query may hold another key or format.
 */
const geminiApi = (connection: VendorConnection) =>
  new VendorApi(
    { ...connection, baseUrl: connection.baseUrl.split('?', 1)[0] ?? '' },
    { provider: 'gemini', keyHeader: 'x-goog-api-key', toRoot, readError: readGeminiError },
  );

const toRoot = (url: string) =>
  `${url
    .replace(/\/models\/[^/]*$/, '')
    .replace(/\/openai$/, '')
    .replace(/\/v1[a-z]*$/, '')}/v1beta`;

/** Returns the path of a model's method. Lists call a model `models/NAME`. */
const methodPath = (model: string, method: string): string =>
  `/models/${encodeURIComponent(modelName(model))}:${method}`;

/** https://github.com/googleapis/googleapis/blob/master/google/rpc/error_details.proto */
interface RpcError {
  code?: unknown;
  status?: unknown;
  details?: unknown;
}

/** Reads a `google.rpc.Status`, which a stream may hold in a list. */
function readGeminiError(body: unknown): VendorAnswer {
  const [listed] = Array.isArray(body) ? (body as unknown[]) : [];
  // Text in a list is nothing that Google says.
  const first = typeof listed === 'object' ? listed : body;
  const said = readError(first);
  const { code, status, details } = (first as { error?: RpcError | null } | null)?.error ?? {};
  const delay = (Array.isArray(details) ? (details as unknown[]) : [])
    .map((detail) => (detail as { retryDelay?: unknown } | null)?.retryDelay)
    .find((value) => typeof value === 'string');
  const seconds = Math.ceil(Number(delay?.replace(/s$/, '')));
  return {
    ...said,
    // The same status as for a limit of the rate, but waiting does not help.
    code: isDepleted.test(said.message ?? '') ? 'credit_balance_exhausted' : textOf(status),
    status: typeof code === 'number' ? code : undefined,
    ...(Number.isFinite(seconds) && { retryAfter: Math.max(0, seconds) }),
  };
}

const isDepleted = /\bcredits are depleted\b/i;

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** A model of Google's Gemini API. */
export function gemini(options: ModelOptions): LanguageModel {
  const { model } = options;
  const id = `gemini:${model}`;
  const api = geminiApi(options);
  const learnt = new Lessons<Lacking>(options.clock);
  const path = `${methodPath(model, 'streamGenerateContent')}?alt=sse`;
  return streamAnswers({
    model,
    api,
    framing: 'server_sent_events',
    open: (request, signal) =>
      learnt.ask({
        request: (lacking) => geminiRequest({ id, model }, request, lacking),
        send: (body) => api.post(path, body, signal),
        lessonOf,
      }),
    createReader: () => geminiReader(api, id),
  });
}

/**
 * Reads what a model lacks from its refusal.
 * https://github.com/earendil-works/pi/issues/9455, https://github.com/RooCodeInc/Roo-Code/issues/10700
 */
function lessonOf(
  { status, message }: VendorError,
  { tools, generationConfig }: GeminiRequest,
): Lacking | undefined {
  if (status !== 400) return undefined;
  const refused = tools?.[0]?.functionDeclarations[Number(refusedFunction(message))];
  if (refused) return `tool ${refused.name}`;
  if (/function calling is not (enabled|supported)/i.test(message)) return 'tools';
  // A missing or wrong signature is about the messages.
  if (!/thinking/i.test(message)) return undefined;
  return generationConfig.thinkingConfig?.thinkingLevel === 'minimal' ? 'minimal' : 'thinking';
}

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
      const reply = await api.ask(methodPath(model, 'batchEmbedContents'), { requests }, signal);
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
