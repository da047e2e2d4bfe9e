import { hasLetterMarks } from '../../text/fold.ts';
import type { SearchFilter } from '../vector-index.ts';
import { bytesOf, withRoom } from './arrays.ts';
import { ChunkTable } from './chunk-table.ts';
import { expandQuestion } from './expand-question.ts';
import { Numbering, wordKey } from './numbering.ts';
import { Postings } from './postings.ts';
import { Scorer } from './scorer.ts';
import { SimilarWords } from './similar-words.ts';
import { termsOf } from './terms.ts';

export interface LexicalHit {
  chunkId: number;
  /** Comparable within one question only. */
  score: number;
  /** How much of the question is in the chunk, each word weighted by its rarity on the site: 0 to 1. */
  coverage: number;
}

export interface LexicalOptions {
  limit: number;
  filter?: SearchFilter | undefined;
  /** The question's, which chooses the synonyms; empty or left out if unknown. */
  language?: string | undefined;
  /** The owner's groups of synonyms. */
  synonyms?: readonly string[] | undefined;
}

/** Returns the chunks that answer a question best by their words; equal scores by chunk id. */
export type LexicalSearch = (question: string, options: LexicalOptions) => Promise<LexicalHit[]>;

export interface ChunkFields {
  title: string;
  headingPath: string;
  content: string;
}

export interface SearchOptions {
  limit: number;
  /** By the numbers of documents that `add` was given: 1 for those to search. Null searches all. */
  allowed: Uint8Array | null;
  /** See `LexicalOptions`. */
  language?: string | undefined;
  synonyms?: readonly string[] | undefined;
}

const version = 5;
const fields = [
  ['title', 2],
  ['headingPath', 2],
  ['content', 1],
] as const;
const maxTimes = 0xffff;

/** BM25 over the words of chunks, in memory and in every language. Synchronous: a search takes less than a millisecond. */
export class LexicalIndex {
  readonly #chunks: ChunkTable;
  /** The words, by `wordKey`. */
  readonly #words: Numbering;
  readonly #postings: Postings;
  readonly #similar: SimilarWords;
  readonly #scorer: Scorer;
  /** How often each word is in the chunk that is added, else 0. */
  #times: Uint16Array = new Uint16Array(1024);
  #changes = 0;

  /** Makes an empty index, or the one of a dump. Throws if that is not of this version. */
  constructor(dumped?: readonly Uint8Array[]) {
    const [chunks, words, postings, similar] = dumped ? unpack(dumped) : [];
    this.#chunks = new ChunkTable(chunks);
    this.#words = new Numbering(words);
    this.#postings = new Postings(this.#chunks, postings);
    this.#similar = new SimilarWords(this.#words, similar);
    this.#scorer = new Scorer(this.#chunks, this.#postings);
    this.#times = withRoom(this.#times, this.#words.size);
  }

  /** The number of chunks that can be found. */
  get size(): number {
    return this.#chunks.size;
  }

  /** Memory that the index holds, in bytes. */
  get bytes(): number {
    const parts = [this.#chunks, this.#words, this.#postings, this.#similar, this.#scorer];
    return parts.reduce((sum, { bytes }) => sum + bytes, this.#times.byteLength);
  }

  /** Raised by every change of what `dump` returns, also by `compact` if it has work. */
  get changes(): number {
    return this.#changes;
  }

  /** Adds a chunk, or replaces one of the same id. `document` is a small number, an index into `allowed`. */
  add(chunkId: number, document: number, chunk: ChunkFields): void {
    this.remove(chunkId);
    const found: number[] = [];
    let length = 0;
    for (const [field, weight] of fields) {
      const keepsMarks = hasLetterMarks(chunk[field]);
      for (const { text, share, flexible, marked, isPair } of termsOf(chunk[field], keepsMarks)) {
        this.#count(this.#numberOf(text, flexible), weight, found);
        if (keepsMarks && marked) this.#count(this.#numberOf(marked, false), weight, found);
        length += isPair ? 0 : share;
      }
    }
    const ordinal = this.#chunks.add(chunkId, document, Math.ceil(length));
    for (const word of found) {
      this.#postings.add(word, ordinal, this.#times[word]!);
      this.#times[word] = 0;
    }
    this.#changes++;
  }

  /** Removes a chunk, if there is one. */
  remove(chunkId: number): void {
    if (!this.#chunks.remove(chunkId)) return;
    this.#postings.chunkRemoved();
    this.#changes++;
  }

  /** Returns the chunks that answer a question best, equal scores by chunk id. */
  search(question: string, options: SearchOptions): LexicalHit[] {
    const index = {
      words: this.#words,
      postings: this.#postings,
      similar: this.#similar,
      chunks: this.#chunks.ordinals,
    };
    const expanded = expandQuestion(question, index, options);
    return this.#scorer.search(expanded, options);
  }

  /**
   * Removes for about `ms` milliseconds what removed chunks left behind; false when nothing is left to do.
   * It only frees memory: searches find the same before, meanwhile and after.
   */
  compact(ms: number): boolean {
    if (this.#postings.isCompact) return false;
    this.#changes++;
    return this.#postings.compact(ms, this.#words.size);
  }

  /**
   * Returns the index as a few arrays for the constructor. They are views of live memory: a copy of them is
   * valid only if `changes` is the same before and after.
   */
  dump(): Uint8Array[] {
    while (this.compact(Infinity));
    return pack(
      [this.#chunks, this.#words, this.#postings, this.#similar].map((part) => part.dump()),
    );
  }

  /** Counts a word of the chunk that is added; `found` are its different words. */
  #count(word: number, weight: number, found: number[]): void {
    if (this.#times[word] === 0) found.push(word);
    this.#times[word] = Math.min(maxTimes, this.#times[word]! + weight);
  }

  #numberOf(text: string, flexible: boolean): number {
    const known = this.#words.size;
    const word = this.#words.add(wordKey(text));
    if (word < known) return word;
    if (flexible) this.#similar.add(word, text);
    this.#times = withRoom(this.#times, word + 1);
    return word;
  }
}

/** Puts a header before the arrays of all parts: the version, and how many arrays each part has. */
function pack(parts: readonly Uint8Array[][]): Uint8Array[] {
  const header = Int32Array.of(version, ...parts.map(({ length }) => length));
  return [bytesOf(header), ...parts.flat()];
}

function unpack([header, ...arrays]: readonly Uint8Array[]): Uint8Array[][] {
  const [found, ...lengths] = new Int32Array(new Uint8Array(header ?? []).buffer);
  const all = lengths.reduce((sum, length) => sum + length, 0);
  if (found !== version || all !== arrays.length) throw new Error('not a dump of this version');
  let at = 0;
  return lengths.map((length) => arrays.slice(at, (at += length)));
}
