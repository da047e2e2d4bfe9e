import { AppError } from '../../errors/app-error.ts';
import type { Embedder, EmbedOptions } from '../embedder.ts';
import { VendorError, vendorGarbled, vendorTimedOut } from './vendor-error.ts';
import { guardCall, withRetries, type VendorTimeouts } from './vendor-retry.ts';

/** A vendor's embedding call: what is the vendor's own of it. */
export interface EmbeddingVendor {
  /** `provider:model`. */
  id: string;
  /** The vendor's name, at the beginning of a sentence. */
  label: string;
  timeouts: VendorTimeouts;
  /** What one request may carry. A text that alone exceeds it goes alone. */
  limits: { texts: number; bytes: number };
  /** What the vectors have to have; 0: whatever the model gives. */
  dimensions: number;
  /** @throws AppError `not_configured` */
  requireConfigured(): void;
  /**
   * One call: a vector of length 1 for each text, in order.
   *
   * @throws AppError
   */
  embed(texts: string[], options: EmbedOptions): Promise<Float32Array[]>;
}

/** An embedder of a vendor's call: with batches, a time limit, retries, and vectors of one length. */
export function batchEmbedder(vendor: EmbeddingVendor): Embedder {
  const { label, timeouts, limits } = vendor;

  async function guarded(batch: string[], options: EmbedOptions): Promise<Float32Array[]> {
    const call = guardCall(options.signal);
    call.within(timeouts.answerMs, () => vendorTimedOut(label, 'no vectors came'));
    try {
      const { signal } = call;
      const attempt = () => vendor.embed(batch, { ...options, signal });
      return await withRetries(attempt, { ...timeouts, signal });
    } catch (error) {
      throw call.signal.aborted ? call.signal.reason : error;
    } finally {
      call.end();
    }
  }

  async function embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]> {
    options.signal.throwIfAborted();
    if (texts.length === 0) return [];
    vendor.requireConfigured();
    const vectors: Float32Array[] = [];
    for (const batch of inBatches(texts, limits)) vectors.push(...(await guarded(batch, options)));
    requireLength(vendor, vectors);
    return vectors;
  }

  return { id: vendor.id, maxBatch: limits.texts, embed };
}

/** Splits texts so that no batch exceeds either limit; a text that alone exceeds one goes alone. */
export function* inBatches(
  texts: readonly string[],
  limit: EmbeddingVendor['limits'],
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

function requireLength({ label, dimensions }: EmbeddingVendor, vectors: Float32Array[]): void {
  const length = vectors[0]?.length ?? 0;
  if (vectors.some((vector) => vector.length !== length)) {
    throw vendorGarbled(label, 'sent vectors of different lengths');
  }
  if (dimensions > 0 && length !== dimensions) {
    const words = `${label}: the model has ${length} dimensions, the setting says ${dimensions}.`;
    throw new AppError('provider_error', { retryable: false, cause: new VendorError(words) });
  }
}
