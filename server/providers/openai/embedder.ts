import type { Embedder } from '../embedder.ts';
import { batchEmbedder } from '../shared/batch-embedder.ts';
import { withPurpose } from '../shared/embedding-models.ts';
import { openAiApi, type OpenAiConnection } from './connection.ts';

/**
 * The size of one request. OpenAI: 2,048 texts and 300,000 tokens, and a token of its byte-level
 * encoding is never less than a byte. Text Embeddings Inference, unless told otherwise: 32 texts.
 * https://developers.openai.com/api/reference/resources/embeddings/methods/create,
 * https://huggingface.co/docs/text-embeddings-inference/cli_arguments
 */
const openAiLimits = { texts: 2048, bytes: 300_000 };
const compatibleLimits = { texts: 32, bytes: 300_000 };

interface Trait {
  name: RegExp;
  /** The API takes `dimensions` for it. */
  shortens?: true;
  /** Limits that are lower than usual. */
  texts?: number;
  bytes?: number;
}

/** Models that differ from the rest. */
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
  model: string;
  /** 0: the model's own number. */
  dimensions: number;
}

/** The fields that are read of the reply. https://developers.openai.com/api/reference/resources/embeddings */
interface EmbeddingReply {
  data?: readonly ({ index?: number; embedding?: unknown } | null)[] | null;
}

/** OpenAI's embedding models and those of servers that speak its wire format. */
export function openaiEmbedder(options: Options): Embedder {
  const { provider, model, dimensions } = options;
  const api = openAiApi(options);
  const trait = traits.find(({ name }) => name.test(model));
  const asksDimensions = dimensions > 0 && trait?.shortens === true;
  const isOpenAi = provider === 'openai' || provider === 'azure';
  return batchEmbedder({
    id: `${provider}:${model}`,
    model,
    api,
    limits: { ...(isOpenAi ? openAiLimits : compatibleLimits), ...trait },
    dimensions,
    async embed(texts, { purpose, signal }) {
      const body = {
        model,
        input: withPurpose(model, texts, purpose),
        // Base64 is exact and a third of the size, but many compatible servers know only numbers.
        encoding_format: isOpenAi ? ('base64' as const) : ('float' as const),
        ...(asksDimensions && { dimensions }),
      };
      const reply: EmbeddingReply | null = await api.call((client) =>
        client.embeddings.create(body, { signal }),
      );
      return inOrder(reply);
    },
  });
}

/** Sorts entries by their `index`: they may come in any order. */
function inOrder(reply: EmbeddingReply | null): unknown[] | undefined {
  const data = reply?.data;
  if (!Array.isArray(data)) return undefined;
  const ordered = new Array<unknown>(data.length).fill(undefined);
  for (const [position, entry] of (data as NonNullable<EmbeddingReply['data']>).entries()) {
    const index = entry?.index ?? position;
    if (index in ordered) ordered[index] = entry?.embedding;
  }
  return ordered;
}
