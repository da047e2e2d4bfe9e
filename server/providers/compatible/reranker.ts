import type { Reranker } from '../reranker.ts';
import {
  hostedReranker,
  type RerankerOptions,
  type RerankQuery,
} from '../shared/hosted-reranker.ts';
import { lessons } from '../shared/lessons.ts';
import { vendorErrorOf } from '../shared/vendor-error.ts';
import { compatibleApi } from './connection.ts';

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
  const post = async (body: object, signal: AbortSignal) =>
    api.json(await api.post('/rerank', body, signal));

  return hostedReranker(options, {
    provider: 'compatible',
    api,
    namesModel: false,
    async ask(query, signal) {
      if (learnt.now().has('texts')) return post(ofTexts(query), signal);
      try {
        return await post(jinaBody(model, query), signal);
      } catch (error) {
        const { status = 0, message = '' } = vendorErrorOf(error) ?? {};
        if (![400, 422].includes(status) || !/\btexts\b/.test(message)) throw error;
        const reply = await post(ofTexts(query), signal);
        learnt.add('texts');
        return reply;
      }
    },
  });
}
