import type { StoredChunk } from '../../storage/vectors/vectors.ts';
import { sameSpace, type EmbeddingSpace } from '../../storage/vectors/stored-vector.ts';
import { Int8Index } from '../int8/int8-index.ts';
import { quantize } from '../int8/quantize.ts';
import { bytesPerVector } from '../int8/rows.ts';
import { LexicalIndex } from '../lexical/lexical-index.ts';
import { Directory } from './directory.ts';

/** Estimated bytes of a chunk's words before they are indexed. Measured with English texts of 900 characters. */
const bytesOfWords = 600;

/** Documents, words and vectors in memory, at one revision of the change feed. */
export class Contents {
  /** All changes up to this one are here, once `complete`. */
  revision: number;
  /** Null: the words have no room. */
  lexical: LexicalIndex | null;
  vectors: Int8Index | null = null;
  /** Space of the vectors; null: there are none, or they have no room. */
  space: EmbeddingSpace | null = null;
  /** The words of all documents were read. */
  hasAllWords: boolean;
  /** All documents were read, with their vectors of the current space. */
  complete: boolean;
  /** A long document is replaced over several turns of the event loop; searches wait for its end. */
  replacing: Promise<void> | null = null;
  readonly directory: Directory;

  /** @param restored Parts from a snapshot; without them the contents are empty, and everything has to be read. */
  constructor(revision: number, restored?: { directory: Directory; lexical: LexicalIndex }) {
    this.revision = revision;
    this.directory = restored?.directory ?? new Directory();
    this.lexical = restored?.lexical ?? new LexicalIndex();
    this.hasAllWords = restored !== undefined;
    this.complete = restored !== undefined;
  }

  /** Bytes of memory in use. */
  get bytes(): number {
    return this.directory.bytes + (this.lexical?.bytes ?? 0) + (this.vectors?.bytes ?? 0);
  }

  /** Bytes that `chunks` need with vectors of these dimensions; 0: only words. */
  bytesNeeded(chunks: number, dimensions: number): number {
    const words = this.hasAllWords ? (this.lexical?.bytes ?? 0) : chunks * bytesOfWords;
    return this.directory.bytes + words + (dimensions && chunks * bytesPerVector(dimensions));
  }

  /** Drops the vectors of another space. The new ones are read with the documents. */
  setSpace(space: EmbeddingSpace | null, expected: number): void {
    if (space && this.space && sameSpace(space, this.space)) return;
    this.vectors?.close();
    this.space = space;
    this.vectors = space && new Int8Index({ dimensions: space.dimensions, expected });
    if (space) this.complete = false;
  }

  /** Replaces a document by the chunks that it has now; none: it is removed. */
  async replace(
    id: number,
    chunks: readonly StoredChunk[],
    yieldIfDue: () => Promise<void> | undefined,
  ): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.replacing = promise;
    try {
      await this.#replace(id, chunks, yieldIfDue);
    } finally {
      this.replacing = null;
      resolve();
    }
  }

  close(): void {
    this.vectors?.close();
  }

  async #replace(
    id: number,
    chunks: readonly StoredChunk[],
    yieldIfDue: () => Promise<void> | undefined,
  ): Promise<void> {
    const { directory, lexical, vectors } = this;
    const before = new Set(directory.chunksOf(id));
    const chunkIds = chunks.map(({ passage }) => passage.chunkId);
    for (const gone of before.difference(new Set(chunkIds))) {
      lexical?.remove(gone);
      vectors?.remove(gone);
    }
    const [first] = chunks;
    if (!first) return directory.remove(id);
    const { passage, language, postType } = first;
    const ordinal = directory.set({ id, kind: passage.kind, language, postType, chunkIds });
    for (const { passage: chunk, vector } of chunks) {
      if (vector) vectors?.add(chunk.chunkId, ordinal, quantize(vector));
      else vectors?.remove(chunk.chunkId);
      // A chunk's text never changes.
      if (!before.has(chunk.chunkId)) lexical?.add(chunk.chunkId, ordinal, chunk);
      const pause = yieldIfDue();
      if (pause) await pause;
    }
  }
}
