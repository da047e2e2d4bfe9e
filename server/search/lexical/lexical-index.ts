import { tokenize } from '../tokenize.ts';
import type { LexicalHit } from './lexical-search.ts';

export interface ChunkFields {
  title: string;
  headingPath: string;
  content: string;
}

/** BM25 over the words of chunks, in memory and in every language. Synchronous: a search takes less than a millisecond. */
export interface LexicalIndex {
  /** Chunks that can be found. */
  readonly size: number;
  /** Of memory that it holds, in bytes. */
  readonly bytes: number;
  /** Raised by every change of what `dump` gives, also by `tidy`. */
  readonly changes: number;
  /**
   * Replaces a chunk of the same id. `document` is a small dense number of the caller's, an index into
   * `allowed`.
   */
  add(chunkId: number, document: number, fields: ChunkFields): void;
  /** A chunk that is not there is no error. */
  remove(chunkId: number): void;
  /** Best first, equal scores by chunk id. Only documents with `allowed[document] === 1`; null allows all. */
  search(question: string, options: SearchOptions): LexicalHit[];
  /**
   * Works for about `ms` milliseconds on what removals left behind; false when nothing is left to do.
   * Searches are right before, meanwhile and after; it only gives memory back.
   */
  tidy(ms: number): boolean;
  /**
   * The whole state as a few arrays, which `createLexicalIndex` takes. They are views of live memory:
   * what was made of them holds only if `changes` is the same afterwards.
   */
  dump(): Uint8Array[];
}

export interface SearchOptions {
  limit: number;
  allowed: Uint8Array | null;
}

interface Chunk {
  document: number;
  words: Map<string, number>;
}

/** Empty, or as `dumped`. Throws what is not a dump of this version. */
export function createLexicalIndex(dumped?: readonly Uint8Array[]): LexicalIndex {
  const chunks = new Map<number, Chunk>();
  const frequency = new Map<string, number>();
  let changes = 0;

  function put(chunkId: number, chunk: Chunk): void {
    remove(chunkId);
    chunks.set(chunkId, chunk);
    for (const word of chunk.words.keys()) frequency.set(word, (frequency.get(word) ?? 0) + 1);
    changes++;
  }

  function remove(chunkId: number): void {
    const chunk = chunks.get(chunkId);
    if (!chunk) return;
    for (const word of chunk.words.keys()) frequency.set(word, frequency.get(word)! - 1);
    chunks.delete(chunkId);
    changes++;
  }

  if (dumped) {
    const state = JSON.parse(new TextDecoder().decode(dumped[0])) as [
      number,
      number,
      [string, number][],
    ][];
    for (const [id, document, words] of state) put(id, { document, words: new Map(words) });
  }

  return {
    get size() {
      return chunks.size;
    },
    get bytes() {
      return 0;
    },
    get changes() {
      return changes;
    },
    add(chunkId, document, { title, headingPath, content }) {
      const words = new Map<string, number>();
      for (const [text, weight] of [
        [title, 2],
        [headingPath, 2],
        [content, 1],
      ] as const) {
        for (const word of tokenize(text)) words.set(word, (words.get(word) ?? 0) + weight);
      }
      put(chunkId, { document, words });
    },
    remove,
    search(question, { limit, allowed }) {
      const asked = [...new Set(tokenize(question.slice(0, 4000)))];
      const idf = asked.map((word) => {
        const df = frequency.get(word) ?? 0;
        return Math.log(1 + (chunks.size - df + 0.5) / (df + 0.5));
      });
      const all = idf.reduce((sum, value) => sum + value, 0);
      const hits: LexicalHit[] = [];
      for (const [chunkId, { document, words }] of chunks) {
        if (allowed && allowed[document] !== 1) continue;
        let score = 0;
        let covered = 0;
        for (const [at, word] of asked.entries()) {
          const count = words.get(word) ?? 0;
          if (count === 0) continue;
          score += (idf[at]! * count * 2.2) / (count + 1.2);
          covered += idf[at]!;
        }
        if (score > 0) hits.push({ chunkId, score, coverage: covered / all });
      }
      return hits.sort((a, b) => b.score - a.score || a.chunkId - b.chunkId).slice(0, limit);
    },
    tidy: () => false,
    dump() {
      const state = Array.from(chunks, ([id, { document, words }]) => [id, document, [...words]]);
      return [new TextEncoder().encode(JSON.stringify(state))];
    },
  };
}
