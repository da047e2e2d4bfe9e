import { gone, type ChunkTable } from './chunk-table.ts';
import { PostingLists } from './posting-lists.ts';
import { codeBits } from './term-frequency.ts';

/** Entries of lists, and lists, between two looks at the clock. */
const perLook = 4096;
const perList = 16;

/**
 * Which chunks have a term. Removed chunks stay in the lists until `tidy` has written them anew; while
 * it is at work, a list that it has not come to is written anew when somebody needs it.
 */
export class Postings {
  readonly #chunks: ChunkTable;
  readonly #lists: PostingLists;
  #dead = 0;
  /** While `tidy` is at work: new ordinals, which lists have them, and the next list to look at. */
  #sweep: { moved: Int32Array; done: Uint8Array; next: number } | null = null;
  #values = new Int32Array(256);
  #codes = new Uint8Array(256);

  constructor(chunks: ChunkTable, dumped?: readonly Uint8Array[]) {
    this.#chunks = chunks;
    this.#lists = new PostingLists(codeBits, dumped);
  }

  get bytes(): number {
    return this.#lists.bytes + this.#values.byteLength + this.#codes.byteLength;
  }

  /** Chunks whose ordinal is in use, removed ones included: what `count` compares with. */
  get chunks(): number {
    return this.#chunks.count;
  }

  add(term: number, ordinal: number, code: number): void {
    this.#renew(term);
    this.#lists.append(term, ordinal, code);
  }

  /** Of chunks with the term. */
  count(term: number): number {
    this.#renew(term);
    return this.#lists.count(term);
  }

  /** See `PostingLists.read`; only after `count`. */
  read(term: number, ordinals: Int32Array, codes: Uint8Array): number {
    return this.#lists.read(term, ordinals, codes);
  }

  /** See `PostingLists.lookUp`; only after `count`. */
  lookUp(term: number, ordinals: Int32Array, found: Uint8Array): void {
    this.#lists.lookUp(term, ordinals, found);
  }

  /** A chunk was removed. */
  buried(): void {
    this.#dead++;
  }

  /** For about `ms` milliseconds; false when nothing is left. `terms`: how many there are. */
  tidy(ms: number, terms: number): boolean {
    const until = performance.now() + ms;
    if (!this.#sweep) {
      if (this.#dead === 0) return false;
      this.#dead = 0;
      const moved = this.#chunks.compact();
      this.#sweep = { moved, done: new Uint8Array(terms), next: 0 };
    }
    const sweep = this.#sweep;
    let work = 0;
    while (sweep.next < sweep.done.length) {
      if (work >= perLook) {
        if (performance.now() > until) return true;
        work = 0;
      }
      work += perList + this.#lists.count(sweep.next);
      this.#renew(sweep.next++);
    }
    this.#sweep = null;
    return this.#dead > 0;
  }

  dump(): Uint8Array[] {
    return this.#lists.dump();
  }

  #renew(term: number): void {
    const sweep = this.#sweep;
    if (sweep?.done[term] !== 0) return;
    sweep.done[term] = 1;
    const count = this.#lists.count(term);
    if (this.#values.length < count) {
      this.#values = new Int32Array(count * 2);
      this.#codes = new Uint8Array(count * 2);
    }
    this.#lists.read(term, this.#values, this.#codes);
    this.#lists.clear(term);
    for (let at = 0; at < count; at++) {
      const ordinal = sweep.moved[this.#values[at]!]!;
      if (ordinal !== gone) this.#lists.append(term, ordinal, this.#codes[at]!);
    }
  }
}
