import type { VectorStoreStatus } from '../contract/admin.ts';
import type { SearchFilter } from '../contract/search.ts';
import type { Passage } from '../storage/chunks.ts';

export interface VectorQuery {
  /** Together with the vector's length: the embedding space. */
  embedder: string;
  /** Length 1. */
  vector: Float32Array;
  topK: number;
  /** Cosine, -1 to 1. */
  minScore: number;
  filter?: SearchFilter | undefined;
}

/** A chunk that may be among the nearest. */
export interface Candidate {
  chunkId: number;
  /** The cosine lies within `score` ± `error`; an infinite error means that it is unknown. */
  score: number;
  error: number;
}

/** A chunk whose cosine was computed from its stored vector. */
export interface VectorHit {
  chunkId: number;
  /** Cosine, -1 to 1. */
  score: number;
  /** `VectorSearch` has read it anyway, together with the vector. */
  passage?: Passage | undefined;
}

/**
 * Finds chunks near a vector in the active embedding space. Derived from `chunks`: it follows the change feed
 * and may be thrown away. `VectorSearch` turns its candidates into hits.
 */
export interface VectorIndex {
  /**
   * Returns candidates for the `topK` nearest chunks. Exact indexes return every chunk that can be one of
   * them; hosted indexes may miss some and return chunks that no longer exist. Returns nothing for a space
   * that the index does not hold.
   */
  search(query: VectorQuery): Promise<Candidate[]>;
  /**
   * Follows the change feed up to now. Only in-process indexes have it: when a candidate turns out to be
   * gone, `VectorSearch` refreshes and searches again.
   */
  refresh?(): Promise<void>;
  /** Describes for owners how the index searches at the moment, and why. */
  status(): Promise<VectorStoreStatus>;
}
