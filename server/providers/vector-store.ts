import type { VectorStoreStatus } from '../contract/admin.ts';
import type { SearchFilter } from '../retrieval/filter.ts';
import type { Passage } from '../storage/chunks.ts';
import type { Transaction } from '../storage/database.ts';
import type { IndexState, EmbeddingSpace } from '../embedding/index-state.ts';

/** Finds the chunks whose vectors are nearest to a question's. */
export interface VectorStore {
  readonly name: string;
  /**
   * Makes the vectors of one document searchable, in place of any it had. Called inside the
   * transaction that writes the document's chunks: a reader sees the old or the new, never a mix.
   *
   * @throws AppError `invalid_request` when a vector has not as many dimensions as is said.
   */
  replace(document: DocumentVectors, transaction: Transaction): Promise<void>;
  /**
   * Stores vectors of another embedder beside those that chunks have: of an index that is built while
   * another answers. They are found by whoever asks for that embedder. Chunks that are gone are left out.
   *
   * @throws AppError as `replace`.
   */
  add(vectors: ChunkVectors, transaction: Transaction): Promise<void>;
  /**
   * One step of letting go of what is neither `active` nor `next`, after a change of the state. `settled`
   * 0: nothing is left to do. `documents` are those whose vectors have changed.
   */
  settle(
    state: IndexState,
    transaction: Transaction,
  ): Promise<{ settled: number; documents: number[] }>;
  /**
   * The nearest chunks, best first, all with `score >= minScore`; ties by chunk id. Only vectors of the
   * question's `embedder` and length take part.
   */
  query(query: VectorQuery): Promise<VectorHit[]>;
  /** What it does at the moment and why, for owners. */
  status(): Promise<VectorStoreStatus>;
}

export interface ChunkVectors extends EmbeddingSpace {
  /** Null: the embedder refuses the chunk's text, which is not found then. */
  vectors: readonly { chunkId: number; vector: Float32Array | null }[];
}

export interface DocumentVectors extends ChunkVectors {
  documentId: number;
}

export interface VectorQuery {
  embedder: string;
  /** Length 1. */
  vector: Float32Array;
  topK: number;
  /** Cosine, -1 to 1. */
  minScore: number;
  filter?: SearchFilter | undefined;
}

export interface VectorHit {
  chunkId: number;
  /** Cosine, -1 to 1. */
  score: number;
  /** When the store has read it anyway, to compare with the vector itself. */
  passage?: Passage | undefined;
}
