import type { VectorStoreStatus } from '../contract/admin.ts';
import type { SearchFilter } from './filter.ts';

export interface VectorQuery {
  /** Together with `vector.length` the embedding space. */
  embedder: string;
  /** Length 1. */
  vector: Float32Array;
  topK: number;
  /** Cosine, -1 to 1. */
  minScore: number;
  filter?: SearchFilter | undefined;
}

/** A chunk that may be among the nearest. The cosine lies within score ± error; error Infinity: unknown. */
export interface Candidate {
  chunkId: number;
  score: number;
  error: number;
}

/** Finds chunks near a vector. Derived from `chunks`; follows the change feed. */
export interface VectorIndex {
  /** Candidates for the topK nearest; exact indexes return all that can be among them. */
  search(query: VectorQuery): Promise<Candidate[]>;
  /**
   * Brings the index nearer to what `chunks` holds; false: nothing is left to do. Called by one process at
   * a time (lease) from the background upkeep job. In-process indexes need nothing here.
   */
  apply(signal: AbortSignal): Promise<boolean>;
  status(): Promise<VectorStoreStatus>;
}
