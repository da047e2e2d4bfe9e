import { codeLength } from './code.ts';

export interface Candidate {
  chunkId: number;
  /** The dot product of question and vector lies within `score` ± `error`; for length 1 it is the cosine. */
  score: number;
  error: number;
}

export interface CandidateSearch {
  limit: number;
  minScore: number;
  /** 1 at the number of each document that takes part; null: all do. */
  allowed: Uint8Array | null;
}

/**
 * Finds, among int8 codes held in memory, all vectors that may be among the nearest. Changes made while a
 * search runs wait for its end; a search sees all changes that were made before it was asked for.
 */
export interface VectorIndex {
  readonly dimensions: number;
  /** Vectors; changes that wait for a search to end are not counted yet. */
  readonly size: number;
  /** Bytes of memory held. */
  readonly bytes: number;
  /**
   * Replaces what the chunk had. `document` is a small dense number of the caller's; `code` is copied.
   *
   * @throws RangeError when the code has another length, or the index would exceed 4 GB.
   */
  add(chunkId: number, document: number, code: Uint8Array): void;
  remove(chunkId: number): void;
  /**
   * At least the `limit` vectors with the highest dot product that is `>= minScore`, and all that tie with
   * the last of them; best first by the middle of what they may have. None for a question that is zero or
   * not finite.
   */
  candidates(query: Float32Array, search: CandidateSearch): Promise<Candidate[]>;
  /**
   * All rows as they lie in memory, for a snapshot, not copied: `version` is another number after each
   * change, so whoever reads in pieces can tell whether they belong together.
   */
  rows(): { bytes: Uint8Array; version: number };
  /**
   * Takes over the rows of a snapshot of the same dimensions: `fill` reads them straight into the memory
   * that it is given. The index must be empty, and be neither changed nor searched meanwhile. When `fill`
   * fails or a chunk comes twice it stays empty.
   *
   * @throws RangeError on rows that cannot be of this index, whatever `fill` throws.
   */
  load(count: number, fill: (rows: Uint8Array) => Promise<void>): Promise<void>;
  /** Ends its threads; searches that are under way still end. */
  close(): void;
}

export interface VectorIndexOptions {
  dimensions: number;
}

/** Bytes that each vector takes in memory, its place in the table of ids included. */
export const bytesPerVector = (dimensions: number) => codeLength(dimensions) + 24;

export function createVectorIndex({ dimensions }: VectorIndexOptions): VectorIndex {
  const rows = new Map<number, { document: number; code: Uint8Array }>();
  let version = 0;
  return {
    dimensions,
    get size() {
      return rows.size;
    },
    get bytes() {
      return rows.size * bytesPerVector(dimensions);
    },
    add(chunkId, document, code) {
      if (code.length !== codeLength(dimensions)) throw new RangeError('Code of another length');
      rows.set(chunkId, { document, code: code.slice() });
      version++;
    },
    remove(chunkId) {
      rows.delete(chunkId);
      version++;
    },
    candidates(query, { limit, minScore, allowed }) {
      const length = Math.hypot(...query);
      const all: Candidate[] = [];
      for (const [chunkId, { document, code }] of rows) {
        if (allowed && allowed[document] !== 1) continue;
        const view = new DataView(code.buffer);
        let sum = 0;
        for (let i = 0; i < dimensions; i++) sum += view.getInt8(i) * query[i]!;
        const score = sum * view.getFloat32(dimensions, true);
        const error = view.getFloat32(dimensions + 4, true) * length + 1e-6;
        if (score + error >= minScore) all.push({ chunkId, score, error });
      }
      const floors = all.map(({ score, error }) => score - error).sort((a, b) => b - a);
      const floor = floors[limit - 1] ?? -Infinity;
      const found = all.filter(({ score, error }) => score + error >= floor);
      return Promise.resolve(found.sort((a, b) => b.score - a.score));
    },
    rows: () => ({ bytes: new Uint8Array(), version }),
    load: (count) =>
      count === 0 ? Promise.resolve() : Promise.reject(new RangeError('No rows yet')),
    close: () => {},
  };
}
