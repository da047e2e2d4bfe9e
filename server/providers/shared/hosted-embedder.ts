import type { ErrorCode } from '../../contract/errors.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Embedder, EmbedOptions } from '../embedder.ts';
import { VendorError, vendorGarbled } from './vendor-error.ts';
import { withinTime } from './vendor-retry.ts';
import type { VendorAccess, VendorApi, VendorConnection } from './vendor-calls.ts';

/** The fields that are read of the reply. https://developers.openai.com/api/reference/resources/embeddings */
interface EmbeddingReply {
  data?: readonly ({ index?: number; embedding?: unknown } | null)[] | null;
}

/** Returns the vectors of a reply in OpenAI's form, by their `index`: they may come in any order. */
export function vectorsInOrder(reply: unknown): unknown[] | undefined {
  const data = (reply as EmbeddingReply | null | undefined)?.data;
  if (!Array.isArray(data)) return undefined;
  const ordered = new Array<unknown>(data.length).fill(undefined);
  for (const [position, entry] of (data as NonNullable<EmbeddingReply['data']>).entries()) {
    const index = entry?.index ?? position;
    if (index in ordered) ordered[index] = entry?.embedding;
  }
  return ordered;
}

export interface EmbedderOptions extends VendorConnection {
  model: string;
  /** The number that the vectors must have; 0: the model's own number. */
  dimensions: number;
}

/** A vendor's embedding model. */
interface EmbeddingModel {
  api: Pick<VendorAccess, 'provider' | 'label' | 'timeouts' | 'requireConfigured'>;
  /** The size of one request. A text that alone exceeds it goes alone. */
  limits: { texts: number; bytes: number };
  /**
   * Makes one call.
   *
   * @returns an array in the order of the texts: numbers, or little-endian float32 in base64. Anything else
   *   is reported as an invalid response.
   * @throws AppError
   */
  embed(texts: string[], options: EmbedOptions): Promise<unknown>;
}

/** The usual sentences name the language model, which the owner would look at in vain. */
const sentences: Partial<Record<ErrorCode, string>> = {
  provider_timeout: 'The embedding model took too long.',
  provider_error: 'The embedding model could not answer.',
};

function ofEmbedder(error: unknown): unknown {
  if (!(error instanceof AppError) || error.specific) return error;
  const { code, cause, retryable, retryAfter } = error;
  const message = sentences[code];
  return message === undefined
    ? error
    : new AppError(code, { message, cause, retryable, retryAfter });
}

/** Embeds texts in batches, with a time limit, retries, and vectors of one length. */
export function batchEmbedder(
  { model: name, dimensions }: Pick<EmbedderOptions, 'model' | 'dimensions'>,
  model: EmbeddingModel,
): Embedder {
  const { api, limits } = model;
  const { label, timeouts } = api;

  async function embedBatch(batch: string[], { purpose, signal }: EmbedOptions) {
    const ms = purpose === 'query' ? timeouts.answerMs : timeouts.batchMs;
    const time = { label, ms, ...timeouts };
    const embeddings = await withinTime(time, signal, (within) =>
      model.embed(batch, { purpose, signal: within }),
    );
    if (!Array.isArray(embeddings)) throw vendorGarbled(label, 'returned an invalid response');
    if (embeddings.length !== batch.length) {
      const counts = `${embeddings.length} vectors for ${batch.length} texts`;
      throw vendorGarbled(label, `returned ${counts}`);
    }
    return embeddings.map((embedding) => {
      const vector = toUnitLength(decode(embedding));
      if (!vector) throw vendorGarbled(label, 'returned an invalid vector');
      return vector;
    });
  }

  async function embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]> {
    options.signal.throwIfAborted();
    if (texts.length === 0) return [];
    api.requireConfigured(name);
    const vectors: Float32Array[] = [];
    try {
      for (const batch of inBatches(texts, limits)) {
        vectors.push(...(await embedBatch(batch, options)));
      }
      requireDimensions(label, vectors, dimensions);
    } catch (error) {
      throw ofEmbedder(error);
    }
    return vectors;
  }

  return { id: `${api.provider}:${name}`, maxBatch: limits.texts, embed };
}

/** Splits texts so that no batch exceeds either limit; a text that alone exceeds one goes alone. */
export function* inBatches(
  texts: readonly string[],
  limit: EmbeddingModel['limits'],
): Generator<string[]> {
  let batch: string[] = [];
  let bytes = 0;
  for (const text of texts) {
    const size = Buffer.byteLength(text);
    if (batch.length > 0 && (batch.length === limit.texts || bytes + size > limit.bytes)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(text);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

function requireDimensions(label: string, vectors: Float32Array[], wanted: number): void {
  const length = vectors[0]?.length ?? 0;
  if (vectors.some((vector) => vector.length !== length)) {
    throw vendorGarbled(label, 'returned vectors of different lengths');
  }
  if (wanted > 0 && length !== wanted) {
    const words = `${label}: the model has ${length} dimensions, the setting says ${wanted}: empty it, or choose another model.`;
    throw new AppError('provider_error', { retryable: false, cause: new VendorError(words) });
  }
}

/** Reads base64 as little-endian float32, which is also the order of this machine. */
function decode(embedding: unknown): Float32Array | undefined {
  if (Array.isArray(embedding)) return Float32Array.from(embedding as number[]);
  if (typeof embedding !== 'string') return undefined;
  const bytes = Uint8Array.from(Buffer.from(embedding, 'base64'));
  return bytes.length % 4 === 0 ? new Float32Array(bytes.buffer) : undefined;
}

/** Returns undefined for a vector without a direction. */
function toUnitLength(vector: Float32Array | undefined): Float32Array | undefined {
  if (!vector) return undefined;
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  if (!Number.isFinite(length) || length === 0) return undefined;
  return vector.map((value) => value / length);
}

/** The differences between vendors whose requests and replies are like OpenAI's. */
interface HostedEmbedder {
  api: VendorApi;
  limits: EmbeddingModel['limits'];
  path?: string;
  /** Fields beside `model`. */
  body: (texts: string[], purpose: EmbedOptions['purpose']) => object;
  /** Finds the vectors in a reply. By default as in OpenAI's. */
  read?: (reply: unknown) => unknown;
}

/** An embedder of a vendor that is called without an SDK. */
export function hostedEmbedder(
  options: Pick<EmbedderOptions, 'model' | 'dimensions'>,
  { api, limits, path = '/embeddings', body, read = vectorsInOrder }: HostedEmbedder,
): Embedder {
  const { model } = options;
  return batchEmbedder(options, {
    api,
    limits,
    embed: async (texts, { purpose, signal }) =>
      read(await api.ask(path, { model, ...body(texts, purpose) }, signal)),
  });
}
