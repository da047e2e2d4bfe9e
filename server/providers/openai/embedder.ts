import type { Embedder } from '../embedder.ts';
import { batchEmbedder } from '../shared/batch-embedder.ts';
import { vectorsInOrder } from '../shared/embedding-wire.ts';
import { openAiApi, type OpenAiConnection } from './connection.ts';
import { embeddingRequest, learntDialect, type EmbeddingDialect } from './embedding-dialect.ts';

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
  /** Limits that are lower than usual. */
  texts?: number;
  bytes?: number;
  /** Otherwise than OpenAI's API has it; a refusal would teach the rest. */
  dialect?: EmbeddingDialect;
}

/** Models that differ from the rest. */
const traits: readonly Trait[] = [
  // https://help.aliyun.com/en/model-studio/text-embedding-synchronous-api
  { name: /(^|\/)text-embedding-v[34]/, texts: 10 },
  // 16,384 tokens: https://github.com/aurelio-labs/semantic-router/issues/297
  { name: /(^|\/)(mistral|codestral)-embed/, bytes: 16_384 },
  // https://docs.voyageai.com/reference/embeddings-api
  {
    name: /(^|\/)voyage-\d/,
    dialect: { encoding: 'base64', dimensions: 'output_dimension', purpose: 'document' },
  },
];

/** OpenAI's models that take `dimensions`. https://developers.openai.com/api/docs/guides/embeddings */
const shortens = /^text-embedding-[3-9]/;
const fixed = (dialect: EmbeddingDialect): EmbeddingDialect => ({ ...dialect, dimensions: 'none' });

interface Options extends OpenAiConnection {
  model: string;
  /** 0: the model's own number. */
  dimensions: number;
}

/** OpenAI's embedding models and those of servers that speak its wire format. */
export function openaiEmbedder(options: Options): Embedder {
  const { provider, model, dimensions } = options;
  const api = openAiApi(options);
  const trait = traits.find(({ name }) => name.test(model));
  const isOpenAi = provider === 'openai' || provider === 'azure';
  // Base64 is exact and a third of the size, but many compatible servers know only numbers.
  const usual: EmbeddingDialect = { encoding: isOpenAi ? 'base64' : 'float', ...trait?.dialect };
  const dialect = learntDialect(
    provider === 'openai' && !shortens.test(model) ? fixed(usual) : usual,
    options.clock,
  );

  return batchEmbedder({
    id: `${provider}:${model}`,
    model,
    api,
    limits: { ...(isOpenAi ? openAiLimits : compatibleLimits), ...trait },
    dimensions,
    embed: (texts, { purpose, signal }) =>
      dialect.ask(
        (spoken) => embeddingRequest({ model, texts, purpose, dimensions }, spoken),
        // Not `embeddings.create`, which asks for base64 where no encoding is named.
        async (body) =>
          vectorsInOrder(
            await api.call((client) => client.post<unknown>('/embeddings', { body, signal })),
          ),
      ),
  });
}
