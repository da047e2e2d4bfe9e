/** Turns texts into vectors. Making one never throws, calls nobody and needs no key. */
export interface Embedder {
  /** `provider:model`. Together with the number of dimensions it names the embedding space. */
  readonly id: string;
  /** Maximum number of texts in one request to the vendor. */
  readonly maxBatch: number;
  /** Given where it is known without a call. */
  readonly dimensions?: number;
  /**
   * Returns one vector for each text, in order, with the same number of dimensions and of length 1; the zero
   * vector for a text in a language that the model does not read.
   *
   * @throws AppError `not_configured` (no key), `provider_error`, `provider_timeout`, `overloaded`
   *   (with `retryAfter`), or the signal's reason when aborted.
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]>;
}

export interface EmbedOptions {
  /** Some models embed a question differently from a passage. */
  purpose: 'query' | 'document';
  signal: AbortSignal;
}
