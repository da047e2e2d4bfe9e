import type { Transaction } from '../storage/database.ts';

/** Finds the chunks whose vectors are nearest to a question's. */
export interface VectorStore {
  readonly name: string;
  /**
   * Makes the vectors of one document searchable, in place of any it had. Called inside the
   * transaction that writes the document's chunks: a reader sees the old or the new, never a mix.
   *
   * @throws AppError `invalid_request` when the vectors differ in length from each other.
   */
  replace(document: DocumentVectors, transaction: Transaction): Promise<void>;
  /**
   * The nearest chunks, best first, all with `score >= minScore`; ties by chunk id. Only vectors of the
   * question's `embedder` and length take part.
   */
  query(query: VectorQuery): Promise<VectorHit[]>;
}

export interface DocumentVectors {
  documentId: number;
  embedder: string;
  vectors: readonly { chunkId: number; vector: Float32Array }[];
}

export interface VectorQuery {
  embedder: string;
  /** Length 1. */
  vector: Float32Array;
  topK: number;
  /** Cosine, -1 to 1. */
  minScore: number;
}

export interface VectorHit {
  chunkId: number;
  /** Cosine, -1 to 1. */
  score: number;
}
