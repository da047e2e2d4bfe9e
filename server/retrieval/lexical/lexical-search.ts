import type { SearchFilter } from '../vector-index.ts';

export interface LexicalHit {
  chunkId: number;
  /** BM25; comparable within one question only. */
  score: number;
  /** How much of the question is in the chunk, each word weighted by its rarity on the site: 0 to 1. */
  coverage: number;
}

/** Returns the chunks that answer a question best by their words; equal scores by chunk id. */
export type LexicalSearch = (
  question: string,
  options: { limit: number; filter?: SearchFilter | undefined },
) => Promise<LexicalHit[]>;
