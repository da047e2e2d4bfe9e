import type { Embedder } from '../embedder.ts';
import { batchEmbedder } from '../shared/batch-embedder.ts';
import { withPurpose } from '../shared/embedding-models.ts';
import { openAiApi, type OpenAiConnection } from './connection.ts';
import { unitVectors } from '../shared/unit-vectors.ts';
import { vendorGarbled } from '../shared/vendor-error.ts';

type Provider = 'openai' | 'openai_compatible';

/**
 * What one request may carry. OpenAI: 2,048 texts and 300,000 tokens, and a token of its byte-level
 * encoding is never less than a byte. Text Embeddings Inference, unless told otherwise: 32 texts.
 * https://developers.openai.com/api/reference/resources/embeddings/methods/create,
 * https://huggingface.co/docs/text-embeddings-inference/cli_arguments
 */
const limits: Record<Provider, { texts: number; bytes: number }> = {
  openai: { texts: 2048, bytes: 300_000 },
  openai_compatible: { texts: 32, bytes: 300_000 },
};

interface Trait {
  name: RegExp;
  /** The API takes `dimensions` for it. */
  shortens?: true;
  /** Where less than usual. */
  texts?: number;
  bytes?: number;
}

/** What is known of models that these APIs serve. */
const traits: readonly Trait[] = [
  // https://developers.openai.com/api/docs/guides/embeddings
  { name: /(^|\/)text-embedding-3/, shortens: true },
  // https://help.aliyun.com/en/model-studio/text-embedding-synchronous-api
  { name: /(^|\/)text-embedding-v[34]/, shortens: true, texts: 10 },
  // https://ai.google.dev/gemini-api/docs/openai
  { name: /(^|\/)gemini-embedding/, shortens: true },
  // https://docs.vllm.ai/en/v0.9.0.1/examples/online_serving/openai_embedding_matryoshka_fy.html
  { name: /(^|\/)jina-embeddings-v[3-9]/, shortens: true },
  // 16,384 tokens: https://github.com/aurelio-labs/semantic-router/issues/297
  { name: /(^|\/)(mistral|codestral)-embed/, bytes: 16_384 },
];

interface Options extends OpenAiConnection {
  provider: Provider;
  model: string;
  /** 0: the model's own number. */
  dimensions: number;
}

/** What is read of the reply. https://developers.openai.com/api/reference/resources/embeddings */
interface EmbeddingReply {
  data?: readonly ({ index?: number; embedding?: unknown } | null)[] | null;
}

/** OpenAI's embedding models and those of servers that speak its wire format. */
export function openaiEmbedder(options: Options): Embedder {
  const { provider, model, dimensions } = options;
  const api = openAiApi(options);
  const trait = traits.find(({ name }) => name.test(model));
  const asksDimensions = dimensions > 0 && trait?.shortens === true;
  const { texts, bytes } = { ...limits[provider], ...trait };

  /** Base64 is exact and a third of the size, but many compatible servers know only numbers. */
  const request = (input: string[]) => ({
    model,
    input,
    encoding_format: provider === 'openai' ? ('base64' as const) : ('float' as const),
    ...(asksDimensions && { dimensions }),
  });

  return batchEmbedder({
    id: `${provider}:${model}`,
    label: api.label,
    timeouts: api.timeouts,
    limits: { texts, bytes },
    dimensions,
    requireConfigured: () => api.requireConfigured(model),
    async embed(texts, { purpose, signal }) {
      const input = withPurpose(model, texts, purpose);
      const reply: EmbeddingReply | null = await api.call((client) =>
        client.embeddings.create(request(input), { signal }),
      );
      return unitVectors(api.label, inOrder(api.label, reply), texts.length);
    },
  });
}

/** Entries may come in any order, and say which they are. */
function inOrder(vendor: string, reply: EmbeddingReply | null | undefined): unknown[] {
  const data = reply?.data;
  if (!Array.isArray(data)) throw vendorGarbled(vendor, 'sent something that is not an answer');
  const ordered = new Array<unknown>(data.length).fill(undefined);
  for (const [position, entry] of (data as NonNullable<EmbeddingReply['data']>).entries()) {
    const index = entry?.index ?? position;
    if (index in ordered) ordered[index] = entry?.embedding;
  }
  return ordered;
}
