import { readError, vendorGarbled } from '../shared/vendor-error.ts';
import type { VendorConnection } from '../shared/vendor-access.ts';
import { vendorApi } from '../shared/vendor-calls.ts';
import type { Embedder } from '../embedder.ts';
import { type EmbedderOptions, hostedEmbedder } from '../shared/hosted-embedder.ts';
import type { Reranker } from '../reranker.ts';
import { hostedReranker, type RerankerOptions } from './hosted.ts';
import type { ModelChoice, ModelScope } from '../registry.ts';

/** Errors are `{"id": "…", "message": "…"}`: https://docs.cohere.com/reference/errors */
const cohereApi = (connection: VendorConnection) =>
  vendorApi(connection, {
    provider: 'cohere',
    // Each path names its own version.
    toRoot: (url) => url.replace(/\/v[12](\/(embed|rerank))?$/, ''),
    readError,
  });

interface Reply {
  embeddings?: { float?: unknown } | null;
}

/** https://docs.cohere.com/reference/embed: at most 96 texts; each is cut where the model's context ends. */
export function cohereEmbedder(options: EmbedderOptions): Embedder {
  const { dimensions } = options;
  return hostedEmbedder(options, {
    provider: 'cohere',
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
    read: (reply) => (reply as Reply | null)?.embeddings?.float,
  });
}

/** https://docs.cohere.com/reference/rerank. Up to 100 documents are one search unit; longer ones are cut. */
export function cohereReranker(options: RerankerOptions): Reranker {
  const { model } = options;
  const api = cohereApi(options);
  return hostedReranker(options, {
    provider: 'cohere',
    api,
    async ask({ query, documents, topN }, signal) {
      const body = { model, query, documents, top_n: topN };
      return api.json(await api.post('/v2/rerank', body, signal));
    },
  });
}

/** https://docs.cohere.com/docs/models */
const dimensions: Record<string, number> = {
  'embed-v4.0': 1536,
  'embed-english-v3.0': 1024,
  'embed-multilingual-v3.0': 1024,
  'embed-english-light-v3.0': 384,
  'embed-multilingual-light-v3.0': 384,
};

interface Listed {
  name?: unknown;
  is_deprecated?: unknown;
}

/** Lists the models of an endpoint, newest names first. https://docs.cohere.com/reference/list-models @throws AppError */
export async function listCohereModels(
  connection: VendorConnection,
  scope: ModelScope,
  signal: AbortSignal,
): Promise<ModelChoice[]> {
  const api = cohereApi(connection);
  api.requireConfigured();
  const path = `/v1/models?endpoint=${scope === 'rerank' ? 'rerank' : 'embed'}&page_size=1000`;
  const list = async (within: AbortSignal) => api.json(await api.get(path, within));
  const body = (await api.promptly(signal, list)) as { models?: unknown } | null;
  if (!Array.isArray(body?.models)) {
    throw vendorGarbled(api.label, 'returned an invalid list of models');
  }
  const names = (body.models as (Listed | null)[]).flatMap((model) =>
    typeof model?.name === 'string' && model.is_deprecated !== true ? [model.name] : [],
  );
  const versionOf = (name: string) => Number(/v(\d+(\.\d+)?)/.exec(name)?.[1] ?? 0);
  return names
    .sort((a, b) => versionOf(b) - versionOf(a) || a.localeCompare(b, 'en'))
    .map((id) => {
      const known = scope === 'embedding' ? dimensions[id] : undefined;
      return { id, label: id, ...(known && { dimensions: known }) };
    });
}
