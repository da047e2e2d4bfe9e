/** Turns text into vectors. Building one never throws, calls nobody and needs no key. */
export interface Embedder {
  /** `provider:model`. With the number of dimensions it is a vector's identity: vectors of different identity are never compared. */
  readonly id: string;
  /** Texts that one call may carry; callers batch. */
  readonly maxBatch: number;
  /**
   * One vector for each text, in order, all of the same length, normalised to length 1.
   *
   * @throws AppError `not_configured` (no key), `provider_error`, `provider_timeout`, `overloaded`
   *   (with `retryAfter`), or the signal's reason when aborted.
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]>;
}

export interface EmbedOptions {
  /** Some models embed a question differently from a text that may answer it. */
  purpose: 'query' | 'document';
  signal: AbortSignal;
}
