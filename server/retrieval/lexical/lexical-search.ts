import type { SearchFilter } from '../vector-index.ts';

export interface LexicalHit {
  chunkId: number;
  /** Comparable within one question only. */
  score: number;
  /** How much of what the question asks about is in the chunk, weighted by how telling its words are: 0 to 1. */
  coverage: number;
}

/** The chunks that share most with a question's words, best first; equal scores by chunk id. */
export type LexicalSearch = (
  question: string,
  options: { limit: number; filter?: SearchFilter | undefined },
) => Promise<LexicalHit[]>;
