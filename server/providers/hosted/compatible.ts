import { readError } from '../shared/vendor-error.ts';
import type { VendorConnection } from '../shared/vendor-access.ts';
import { vendorApi } from '../shared/vendor-calls.ts';
import type { Reranker } from '../reranker.ts';
import { hostedReranker, type RerankerOptions, type RerankQuery } from './hosted.ts';
import { lessons } from '../shared/lessons.ts';
import type { ModelChoice } from '../registry.ts';

/**
 * The base URL is that of the path `/rerank`: of vLLM, llama.cpp and LocalAI with `/v1` at its end, of Text Embeddings
 * Inference without.
 */
const compatibleApi = (connection: VendorConnection) =>
  vendorApi(connection, {
    provider: 'compatible',
    label: 'The reranking server',
    toRoot: (url) => url.replace(/\/rerank(ing)?$/, ''),
    readError,
  });

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
  const learnt = lessons<'texts'>();

  return hostedReranker(options, {
    provider: 'compatible',
    api,
    namesModel: false,
    ask: (query, signal) =>
      learnt.ask({
        async send(known) {
          const body = known.has('texts') ? ofTexts(query) : jinaBody(model, query);
          return api.json(await api.post('/rerank', body, signal));
        },
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
  const list = async (within: AbortSignal) => api.json(await api.get('/models', within));
  const body = await api.promptly(signal, list).catch(() => {
    signal.throwIfAborted();
    return null;
  });
  const { data } = (body ?? {}) as { data?: unknown };
  if (!Array.isArray(data)) return [];
  return (data as ({ id?: unknown } | null)[])
    .flatMap((model) => (typeof model?.id === 'string' ? [model.id] : []))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((id) => ({ id, label: id }));
}
