import type { Embedder } from '../embedder.ts';
import { embeddingModels } from '../model-traits.ts';
import type { ModelChoice, ModelScope } from '../registry.ts';
import type { Reranker, RerankScore } from '../reranker.ts';
import { type EmbedderOptions, hostedEmbedder } from '../shared/hosted-embedder.ts';
import { Lessons } from '../shared/lessons.ts';
import { entriesOf, VendorApi, type VendorConnection } from '../shared/vendor-calls.ts';
import { readError, type VendorAnswer, vendorGarbled } from '../shared/vendor-error.ts';
import { withinTime } from '../shared/vendor-retry.ts';

export interface RerankerOptions extends VendorConnection {
  model: string;
}

interface RerankQuery {
  query: string;
  documents: readonly string[];
  topN: number;
}

/** The differences between vendors. */
interface HostedReranker {
  api: VendorApi;
  /** False: the server has one model, and needs no name. */
  namesModel?: false;
  /** Makes one call and returns the reply. @throws AppError */
  ask: (query: RerankQuery, signal: AbortSignal) => Promise<unknown>;
}

/** A reranker with a time limit and retries. */
function hostedReranker(
  { model }: RerankerOptions,
  { api, namesModel, ask }: HostedReranker,
): Reranker {
  return {
    id: `${api.provider}:${model}`,
    async rerank(query, documents, { signal, topN }) {
      signal.throwIfAborted();
      api.requireConfigured(namesModel === false ? undefined : model);
      if (documents.length === 0) return [];
      const { label, timeouts } = api;
      const asked = { query, documents, topN: Math.min(topN, documents.length) };
      const limits = { label, ms: timeouts.answerMs, ...timeouts };
      const reply = await withinTime(limits, signal, (within) => ask(asked, within));
      const scores = scoresIn(reply, documents.length);
      if (!scores) throw vendorGarbled(label, 'returned an invalid ranking');
      return scores.slice(0, asked.topN);
    },
  };
}

interface Entry {
  index?: unknown;
  relevance_score?: unknown;
  score?: unknown;
}

/**
 * Reads `results` (Cohere, Jina, vLLM, llama.cpp), `data` (Voyage) or a bare list (Text Embeddings Inference). Some
 * servers do not sort, or answer for all passages: https://github.com/mudler/LocalAI/issues/7189
 *
 * @returns the scores, best first; undefined if an entry has no score, or a passage is missing in the list or twice
 */
function scoresIn(reply: unknown, count: number): RerankScore[] | undefined {
  const { results, data } = (reply ?? {}) as { results?: unknown; data?: unknown };
  const list = [results, data, reply].find(Array.isArray) as (Entry | null)[] | undefined;
  if (!list?.length) return undefined;
  const scores = new Map<number, number>();
  for (const entry of list) {
    const { index, relevance_score, score = relevance_score } = entry ?? {};
    const isPlace = Number.isInteger(index) && (index as number) >= 0 && (index as number) < count;
    if (!isPlace || typeof score !== 'number' || !Number.isFinite(score)) return undefined;
    if (scores.has(index as number)) return undefined;
    scores.set(index as number, score);
  }
  return [...scores]
    .map(([index, score]) => ({ index, score }))
    .sort((a, b) => b.score - a.score || a.index - b.index);
}

/** Returns the models that serve the purpose, in the vendor's order, of a vendor whose API has no list of them. */
const fixedModels =
  (provider: string, rerankers: readonly string[]) =>
  (_at: unknown, scope: ModelScope): Promise<ModelChoice[]> =>
    Promise.resolve(
      scope === 'rerank'
        ? rerankers.map((id) => ({ id, label: id }))
        : Object.entries(embeddingModels(provider)).map(([id, { dimensions }]) => ({
            id,
            label: id,
            ...(dimensions && { dimensions }),
          })),
    );

/** Errors are `{"detail": "…"}`: https://docs.voyageai.com/docs/error-codes */
const voyageApi = (connection: VendorConnection) =>
  new VendorApi(connection, { provider: 'voyage' });

/**
 * 1,000 texts; 1,000,000 tokens for the lite models, 320,000 for `voyage-4`, `voyage-3.5` and `voyage-2`, 120,000
 * for the others. A token has at least one byte.
 */
const voyageTokens = (model: string) =>
  /-lite$/.test(model) ? 1_000_000 : /^voyage-(4|3\.5|2)$/.test(model) ? 320_000 : 120_000;

/** https://www.mongodb.com/docs/api/doc/atlas-embedding-and-reranking-api/operation/operation-createembedding */
export function voyageEmbedder(options: EmbedderOptions): Embedder {
  const { model, dimensions } = options;
  return hostedEmbedder(options, {
    api: voyageApi(options),
    limits: { texts: 1000, bytes: voyageTokens(model) },
    body: (input, purpose) => ({
      input,
      // The vendor adds its own sentence about the purpose.
      input_type: purpose,
      truncation: true,
      // The only value besides none, and a third of the size.
      encoding_format: 'base64',
      ...(dimensions > 0 && { output_dimension: dimensions }),
    }),
  });
}

/** https://docs.voyageai.com/reference/reranker-api: at most 1,000 documents. */
export function voyageReranker(options: RerankerOptions): Reranker {
  const { model } = options;
  const api = voyageApi(options);
  return hostedReranker(options, {
    api,
    ask: ({ query, documents, topN }, signal) =>
      api.ask('/rerank', { model, query, documents, top_k: topN, truncation: true }, signal),
  });
}

/** As of November 2026: https://docs.voyageai.com/docs/reranker */
export const listVoyageModels = fixedModels('voyage', [
  'rerank-2.5',
  'rerank-2.5-lite',
  'rerank-2',
  'rerank-2-lite',
]);

/** Errors are `{"id": "…", "message": "…"}`: https://docs.cohere.com/reference/errors */
const cohereApi = (connection: VendorConnection) =>
  new VendorApi(connection, {
    provider: 'cohere',
    // Each path names its own version.
    toRoot: (url) => url.replace(/\/v[12](\/embed)?$/, ''),
  });

/** https://docs.cohere.com/reference/embed: at most 96 texts; each is cut where the model's context ends. */
export function cohereEmbedder(options: EmbedderOptions): Embedder {
  const { dimensions } = options;
  return hostedEmbedder(options, {
    api: cohereApi(options),
    limits: { texts: 96, bytes: 300_000 },
    path: '/v2/embed',
    body: (texts, purpose) => ({
      texts,
      input_type: purpose === 'query' ? 'search_query' : 'search_document',
      embedding_types: ['float'],
      truncate: 'END',
      ...(dimensions > 0 && { output_dimension: dimensions }),
    }),
    read: (reply) =>
      (reply as { embeddings?: { float?: unknown } | null } | null)?.embeddings?.float,
  });
}

/** https://docs.cohere.com/reference/rerank. Up to 100 documents are one search unit; longer ones are cut. */
export function cohereReranker(options: RerankerOptions): Reranker {
  const { model } = options;
  const api = cohereApi(options);
  return hostedReranker(options, {
    api,
    ask: ({ query, documents, topN }, signal) =>
      api.ask('/v2/rerank', { model, query, documents, top_n: topN }, signal),
  });
}

/** Lists the models of an endpoint, newest names first. https://docs.cohere.com/reference/list-models @throws AppError */
export async function listCohereModels(
  connection: VendorConnection,
  scope: ModelScope,
  signal: AbortSignal,
): Promise<ModelChoice[]> {
  const api = cohereApi(connection);
  const path = `/v1/models?endpoint=${scope === 'rerank' ? 'rerank' : 'embed'}&page_size=1000`;
  const listed = entriesOf<{ name?: unknown; is_deprecated?: unknown }>(
    api,
    (await api.page(path, signal))?.['models'],
  );
  const names = listed.flatMap(({ name, is_deprecated }) =>
    typeof name === 'string' && is_deprecated !== true ? [name] : [],
  );
  const versionOf = (name: string) => Number(/v(\d+(\.\d+)?)/.exec(name)?.[1] ?? 0);
  return names
    .sort((a, b) => versionOf(b) - versionOf(a) || a.localeCompare(b, 'en'))
    .map((id) => {
      const known = scope === 'embedding' ? embeddingModels('cohere')[id]?.dimensions : undefined;
      return { id, label: id, ...(known && { dimensions: known }) };
    });
}

/** Errors are `{"detail": "…"}`: https://api.jina.ai/docs */
const jinaApi = (connection: VendorConnection) =>
  new VendorApi(connection, { provider: 'jina', readError: readJinaError });

/** An account without tokens is refused with 403, as a key without permission is. */
function readJinaError(body: unknown): VendorAnswer {
  const answer = readError(body);
  const isBroke = /insufficient[ _](account )?balance/i.test(
    `${answer.code ?? ''} ${answer.message ?? ''}`,
  );
  return { ...answer, ...(isBroke && { code: 'insufficient_quota' }) };
}

/** The models before version 3 know no tasks. https://jina.ai/embeddings/ */
const knowsTasks = (model: string) => /^jina-embeddings-v([3-9]|\d\d)/.test(model);

/**
 * https://jina.ai/embeddings/. At most 512 texts: https://github.com/langgenius/dify-official-plugins/issues/1997.
 * Late chunking is not asked for: it takes all texts of a request for one document.
 */
export function jinaEmbedder(options: EmbedderOptions): Embedder {
  const { model, dimensions } = options;
  return hostedEmbedder(options, {
    api: jinaApi(options),
    limits: { texts: 512, bytes: 300_000 },
    body: (input, purpose) => ({
      input,
      ...(knowsTasks(model) && {
        task: purpose === 'query' ? 'retrieval.query' : 'retrieval.passage',
        // A long text is embedded by its beginning, rather than refused.
        truncate: true,
      }),
      embedding_type: 'base64',
      ...(dimensions > 0 && { dimensions }),
    }),
  });
}

/** https://jina.ai/reranker/ */
export function jinaReranker(options: RerankerOptions): Reranker {
  const { model } = options;
  const api = jinaApi(options);
  return hostedReranker(options, {
    api,
    ask: ({ query, documents, topN }, signal) =>
      api.ask('/rerank', { model, query, documents, top_n: topN, return_documents: false }, signal),
  });
}

/** As of November 2026: https://docs.jina.ai, https://jina.ai/models */
export const listJinaModels = fixedModels('jina', [
  'jina-reranker-v3',
  'jina-reranker-m0',
  'jina-reranker-v2-base-multilingual',
]);

/** Errors are `{"message": "…", "type": "…", "code": …}`, or FastAPI's `detail`: https://docs.mistral.ai/api */
const mistralApi = (connection: VendorConnection) =>
  new VendorApi(connection, { provider: 'mistral' });

/**
 * https://docs.mistral.ai/api/endpoint/embeddings. 256 texts, as the API says when there are more, and 16,384 tokens:
 * https://github.com/aurelio-labs/semantic-router/issues/297. A token has at least one byte.
 */
export function mistralEmbedder(options: EmbedderOptions): Embedder {
  const { model, dimensions } = options;
  const asksDimensions = dimensions > 0 && model.startsWith('codestral-embed');
  return hostedEmbedder(options, {
    api: mistralApi(options),
    limits: { texts: 256, bytes: 16_384 },
    body: (input) => ({
      input,
      encoding_format: 'float',
      // `mistral-embed` refuses it.
      ...(asksDimensions && { output_dimension: dimensions }),
    }),
  });
}

/** Returns the ids of `GET /models`. @throws AppError */
async function listedIds(api: VendorApi, signal: AbortSignal): Promise<string[]> {
  const body = await api.page('/models', signal);
  return entriesOf<{ id?: unknown }>(api, body?.['data']).flatMap(({ id }) =>
    typeof id === 'string' ? [id] : [],
  );
}

/** Lists the embedding models, by name. https://docs.mistral.ai/api/endpoint/models @throws AppError */
export async function listMistralModels(
  connection: VendorConnection,
  _scope: ModelScope,
  signal: AbortSignal,
): Promise<ModelChoice[]> {
  const ids = await listedIds(mistralApi(connection), signal);
  const embedders = ids.filter((id) => id.includes('embed'));
  return [...new Set(embedders)].sort().map((id) => {
    const models = Object.entries(embeddingModels('mistral'));
    const dimensions = models.find(([name]) => id.startsWith(name))?.[1].dimensions;
    return { id, label: id, ...(dimensions && { dimensions }) };
  });
}

/**
 * The base URL is that of the path `/rerank`: of vLLM, llama.cpp and LocalAI with `/v1` at its end, of Text Embeddings
 * Inference without.
 */
const compatibleApi = (connection: VendorConnection) =>
  new VendorApi(connection, { provider: 'compatible', label: 'The reranking server' });

/** https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html, https://github.com/ggml-org/llama.cpp/tree/master/tools/server */
const jinaBody = (model: string, { query, documents, topN }: RerankQuery) => ({
  ...(model !== '' && { model }),
  query,
  documents,
  top_n: topN,
});

/** https://huggingface.co/docs/text-embeddings-inference/quick_tour */
const ofTexts = ({ query, documents }: RerankQuery) => ({
  query,
  texts: documents,
  truncate: true,
});

/** A server that speaks the wire of Jina's API, or that of Text Embeddings Inference, which its refusal tells. */
export function compatibleReranker(options: RerankerOptions): Reranker {
  const { model } = options;
  const api = compatibleApi(options);
  const learnt = new Lessons<'texts'>();
  return hostedReranker(options, {
    api,
    namesModel: false,
    ask: (query, signal) =>
      learnt.ask({
        request: (known) => (known.has('texts') ? ofTexts(query) : jinaBody(model, query)),
        send: (body) => api.ask('/rerank', body, signal),
        lessonOf: ({ status = 0, message }) =>
          [400, 422].includes(status) && /\btexts\b/.test(message) ? 'texts' : undefined,
      }),
  });
}

/**
 * Lists what the server offers, by name; nothing if it has no list, as Text Embeddings Inference has none.
 *
 * @throws AppError `not_configured`
 */
export async function listCompatibleModels(
  connection: VendorConnection,
  _scope: unknown,
  signal: AbortSignal,
): Promise<ModelChoice[]> {
  const api = compatibleApi(connection);
  api.requireConfigured();
  const ids = await listedIds(api, signal).catch(() => {
    signal.throwIfAborted();
    return [];
  });
  return ids
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((id) => ({ id, label: id }));
}
