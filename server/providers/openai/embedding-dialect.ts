import type { EmbedOptions } from '../embedder.ts';
import { withPurpose } from '../shared/embedding-models.ts';
import { lessons } from '../shared/lessons.ts';
import { vendorErrorOf, type VendorError } from '../shared/vendor-error.ts';

/** How servers of OpenAI's wire format differ in a request for vectors. */
export interface EmbeddingDialect {
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
export function embeddingRequest(
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
export function dialectAfter(
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
 * Remembers the dialect that a server's refusals have taught.
 *
 * @param clock Milliseconds.
 */
export function learntDialect(usual: EmbeddingDialect, clock?: () => number) {
  const learnt = lessons<EmbeddingDialect>(clock);
  return {
    /** Sends requests until one is not refused for its dialect. @throws AppError of the last one */
    async ask<Reply>(
      request: (dialect: EmbeddingDialect) => Record<string, unknown>,
      send: (body: Record<string, unknown>) => Promise<Reply>,
    ): Promise<Reply> {
      // The latest refusal counts.
      let dialect = [...learnt.now()].at(-1) ?? usual;
      for (;;) {
        const body = request(dialect);
        try {
          return await send(body);
        } catch (error) {
          const refusal = vendorErrorOf(error);
          const next = refusal && dialectAfter(refusal, body, dialect);
          if (!next) throw error;
          learnt.add((dialect = next));
        }
      }
    },
  };
}
