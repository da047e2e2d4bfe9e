import type { Embedder, EmbedOptions } from '../embedder.ts';
import { withPurpose } from '../shared/embedding-models.ts';
import { Lessons } from '../shared/lessons.ts';
import type { VendorError } from '../shared/vendor-error.ts';
import { batchEmbedder, type EmbedderOptions, vectorsInOrder } from '../shared/hosted-embedder.ts';
import { openAiApi, type OpenAiConnection } from './connection.ts';

/** How servers of OpenAI's wire format differ in a request for vectors. */
interface EmbeddingDialect {
  encoding: 'float' | 'base64' | 'none';
  /** The field with the owner's number; by default `dimensions`. */
  dimensions?: 'dimensions' | 'output_dimension' | 'none';
  /** The word for a passage in `input_type`; absent: the field is not sent. */
  purpose?: 'passage' | 'document';
}

interface Texts {
  model: string;
  texts: string[];
  purpose: EmbedOptions['purpose'];
  /** 0: the model's own number. */
  dimensions: number;
}

/** Returns a request. A server that is told the purpose adds the model's prefix itself. */
function embeddingRequest(
  { model, texts, purpose, dimensions }: Texts,
  dialect: EmbeddingDialect,
): Record<string, unknown> {
  const { encoding, dimensions: name = 'dimensions', purpose: passage } = dialect;
  return {
    model,
    input: passage ? texts : withPurpose(model, texts, purpose),
    ...(encoding !== 'none' && { encoding_format: encoding }),
    ...(dimensions > 0 && name !== 'none' && { [name]: dimensions }),
    ...(passage && { input_type: purpose === 'query' ? 'query' : passage }),
  };
}

const unknownField =
  /unsupported|not supported|does not support|not currently supported|unrecogni[sz]ed|unknown|unexpected|not permitted|extra_forbidden|not allowed|additional propert/i;

/**
 * Returns the dialect to try after a refusal; undefined if it is about something else, such as a number of dimensions
 * that the model does not have. Each step is taken once, so that it ends.
 *
 * Voyage: https://github.com/garrytan/gbrain/pull/735. vLLM: https://github.com/vllm-project/vllm/issues/6174.
 * NVIDIA: https://github.com/BerriAI/litellm/issues/6001
 */
function dialectAfter(
  { status, param, message }: Pick<VendorError, 'status' | 'param' | 'message'>,
  sent: Readonly<Record<string, unknown>>,
  dialect: EmbeddingDialect,
): EmbeddingDialect | undefined {
  if (status !== 400 && status !== 422) return undefined;
  const said = `${param ?? ''} ${message}`;
  if (/\binput_type\b/.test(said)) {
    if (!dialect.purpose) return { ...dialect, purpose: 'passage' };
    const knowsDocument = dialect.purpose === 'passage' && /\bdocument\b/.test(said);
    return knowsDocument ? { ...dialect, purpose: 'document' } : undefined;
  }
  if ('encoding_format' in sent && /\bencoding_format\b|\bbase64\b/.test(said)) {
    const encoding = dialect.encoding === 'float' ? 'base64' : 'none';
    return { ...dialect, encoding };
  }
  const named = ['dimensions', 'output_dimension'].find((name) => name in sent);
  const refusesDimensions = named && /\b(output_)?dimensions?\b|matryoshka/i.test(said);
  if (!refusesDimensions || !unknownField.test(message)) return undefined;
  // A model that cannot be shortened would refuse it under any name.
  const other = named === 'dimensions' && !/matryoshka/i.test(said) ? 'output_dimension' : 'none';
  return { ...dialect, dimensions: other };
}

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

/** OpenAI's embedding models and those of servers that speak its wire format. */
export function openaiEmbedder(options: EmbedderOptions & OpenAiConnection): Embedder {
  const { provider, model, dimensions } = options;
  const api = openAiApi(options);
  const trait = traits.find(({ name }) => name.test(model));
  const isOpenAi = provider === 'openai' || provider === 'azure';
  // Base64 is exact and a third of the size, but many compatible servers know only numbers.
  const usual: EmbeddingDialect = { encoding: isOpenAi ? 'base64' : 'float', ...trait?.dialect };
  const first = provider === 'openai' && !shortens.test(model) ? fixed(usual) : usual;
  const learnt = new Lessons<EmbeddingDialect>(options.clock);
  /** Returns the latest of the dialects, which holds the others. */
  const latest = (known: ReadonlySet<EmbeddingDialect>) => [...known].at(-1) ?? first;

  return batchEmbedder(options, {
    api,
    limits: { ...(isOpenAi ? openAiLimits : compatibleLimits), ...trait },
    embed: (texts, { purpose, signal }) =>
      learnt.ask({
        request: (known) => embeddingRequest({ model, texts, purpose, dimensions }, latest(known)),
        // Not `embeddings.create`, which asks for base64 where no encoding is named.
        send: async (body) =>
          vectorsInOrder(
            await api.call((client) => client.post<unknown>('/embeddings', { body, signal })),
          ),
        lessonOf: (refusal, body, known) => dialectAfter(refusal, body, latest(known)),
      }),
  });
}
