/** Tells how well passages answer a question. Making one never throws, calls nobody and needs no key. */
export interface Reranker {
  /** `provider:model`. */
  readonly id: string;
  /**
   * Compares each passage with the question. Long passages are read by their beginning.
   *
   * @returns the best `topN` passages, best first
   * @throws AppError `not_configured` (no key or model), `provider_error`, `provider_timeout`, `overloaded`
   *   (with `retryAfter`), or the signal's reason when aborted
   */
  rerank(
    query: string,
    passages: readonly string[],
    options: { signal: AbortSignal; topN: number },
  ): Promise<RerankScore[]>;
}

export interface RerankScore {
  /** Place of the passage in the list that was given, from 0. */
  index: number;
  /** Compares the passages of one call only: vendors differ in its range, and some depend on the question. */
  score: number;
}
