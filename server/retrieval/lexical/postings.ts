import { gone, type ChunkTable } from './chunk-table.ts';
import { PostingLists } from './posting-lists.ts';
import { withRoom } from './typed-arrays.ts';

/** How often a word is in a chunk, rounded down to one of eight frequencies, whose index is the low three bits of a posting. */
const frequencies = Float32Array.of(1, 2, 3, 4, 6, 8, 12, 16);
const frequencyBits = 3;
const max = 16;
/** By count, from 0 to 16, the index of the frequency. */
const indexes = Uint8Array.from({ length: max + 1 }, (_, times) =>
  Math.max(
    0,
    frequencies.findLastIndex((each) => each <= times),
  ),
);

/** Returns the ordinal of a posting's chunk. */
export const ordinalOf = (posting: number): number => posting >> frequencyBits;
/** Returns the frequency of a posting's word in the chunk. */
export const frequencyOf = (posting: number): number => frequencies[posting & 7]!;

/** Postings, and lists, between two looks at the clock. */
const clockInterval = 4096;
const perList = 16;

/**
 * The inverted index: for each word the chunks that have it, with its frequency in them. Removed chunks stay
 * in the lists until `compact` renumbers the others. It does so list by list; a list that it has not come to
 * is renumbered when it is used.
 */
export class Postings {
  readonly #chunks: ChunkTable;
  readonly #lists: PostingLists;
  #removed = 0;
  /** While `compact` is at work: the new ordinals, which lists have them, and the next list. */
  #renumbering: { moved: Int32Array; done: Uint8Array; next: number } | null = null;
  #scratch: Int32Array = new Int32Array(256);

  constructor(chunks: ChunkTable, dumped?: readonly Uint8Array[]) {
    this.#chunks = chunks;
    this.#lists = new PostingLists(dumped);
  }

  get bytes(): number {
    return this.#lists.bytes + this.#scratch.byteLength;
  }

  /** `times`: how often the word is in the chunk, at least 1. */
  add(word: number, ordinal: number, times: number): void {
    this.#renumber(word);
    const frequency = indexes[times > max ? max : times]!;
    this.#lists.append(word, (ordinal << frequencyBits) | frequency);
  }

  /** Returns the number of chunks with a word, including removed ones. */
  count(word: number): number {
    this.#renumber(word);
    return this.#lists.count(word);
  }

  /** Writes the postings of a word, by ascending ordinals, and returns their count. */
  read(word: number, postings: Int32Array): number {
    this.#renumber(word);
    return this.#lists.read(word, postings);
  }

  /** Notes that a chunk was removed. */
  chunkRemoved(): void {
    this.#removed++;
  }

  /** Whether no removed chunk is left in a list. */
  get isCompact(): boolean {
    return this.#renumbering === null && this.#removed === 0;
  }

  /** Renumbers lists for about `ms` milliseconds; false when nothing is left to do. `words`: how many lists there are. */
  compact(ms: number, words: number): boolean {
    const until = performance.now() + ms;
    if (!this.#renumbering) {
      if (this.#removed === 0) return false;
      this.#removed = 0;
      this.#renumbering = { moved: this.#chunks.compact(), done: new Uint8Array(words), next: 0 };
    }
    const work = this.#renumbering;
    let steps = 0;
    while (work.next < work.done.length) {
      if (steps >= clockInterval) {
        if (performance.now() > until) return true;
        steps = 0;
      }
      steps += perList + this.#lists.count(work.next);
      this.#renumber(work.next++);
    }
    this.#renumbering = null;
    return this.#removed > 0;
  }

  dump(): Uint8Array[] {
    return this.#lists.dump();
  }

  #renumber(word: number): void {
    const work = this.#renumbering;
    if (work?.done[word] !== 0) return;
    work.done[word] = 1;
    this.#scratch = withRoom(this.#scratch, this.#lists.count(word));
    const count = this.#lists.read(word, this.#scratch);
    this.#lists.clear(word);
    for (let at = 0; at < count; at++) {
      const posting = this.#scratch[at]!;
      const ordinal = work.moved[ordinalOf(posting)]!;
      if (ordinal === gone) continue;
      this.#lists.append(word, (ordinal << frequencyBits) | (posting & 7));
    }
  }
}
