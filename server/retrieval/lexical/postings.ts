import { Numbering, arrayOf, bytesOf, withRoom } from './numbering.ts';

/** Stands for the document of a removed chunk, and for the new ordinal of one. */
export const gone = -1;
const maxWords = 0xffff;

/** The chunks by ordinal: their numbers from 0 in the order in which they came, which postings consist of. */
export class ChunkTable {
  #ids: Numbering;
  /** By ordinal; `gone` for a removed chunk. */
  documents: Int32Array = new Int32Array(256);
  /** By ordinal, in words; 0 for a removed chunk. */
  lengths: Uint16Array = new Uint16Array(256);
  #size = 0;
  #words = 0;

  constructor(dumped?: readonly Uint8Array[]) {
    this.#ids = new Numbering(dumped?.slice(2));
    if (!dumped) return;
    this.documents = arrayOf(dumped[0]!, Int32Array);
    this.lengths = arrayOf(dumped[1]!, Uint16Array);
    this.#size = this.#ids.size;
    for (const length of this.lengths) this.#words += length;
  }

  /** Chunks that are not removed. */
  get size(): number {
    return this.#size;
  }

  /** Ordinals in use, including those of removed chunks. */
  get ordinals(): number {
    return this.#ids.size;
  }

  get bytes(): number {
    return this.#ids.bytes + this.documents.byteLength + this.lengths.byteLength;
  }

  /** In words, of the chunks that are not removed. */
  get averageLength(): number {
    return this.#words / Math.max(1, this.#size) || 1;
  }

  idOf(ordinal: number): number {
    return this.#ids.keyOf(ordinal);
  }

  /** Returns the ordinal of a new chunk; one of the same id must have been removed. */
  add(id: number, document: number, length: number): number {
    const ordinal = this.#ids.append(id);
    this.documents = withRoom(this.documents, ordinal + 1);
    this.lengths = withRoom(this.lengths, ordinal + 1);
    this.documents[ordinal] = document;
    this.lengths[ordinal] = Math.min(maxWords, length);
    this.#words += this.lengths[ordinal];
    this.#size++;
    return ordinal;
  }

  /** Returns false if there is no such chunk. */
  remove(id: number): boolean {
    const ordinal = this.#ids.find(id);
    if (ordinal < 0 || this.documents[ordinal] === gone) return false;
    this.documents[ordinal] = gone;
    this.#words -= this.lengths[ordinal]!;
    this.lengths[ordinal] = 0;
    this.#size--;
    return true;
  }

  /** Numbers the chunks anew without the removed ones; returns the new ordinals by the old ones. */
  compact(): Int32Array {
    const moved = new Int32Array(this.ordinals).fill(gone);
    const ids = new Numbering();
    for (let ordinal = 0; ordinal < moved.length; ordinal++) {
      if (this.documents[ordinal] === gone) continue;
      const next = ids.append(this.idOf(ordinal));
      this.documents[next] = this.documents[ordinal]!;
      this.lengths[next] = this.lengths[ordinal]!;
      moved[ordinal] = next;
    }
    this.#ids = ids;
    return moved;
  }

  dump(): Uint8Array[] {
    const { ordinals } = this;
    return [
      bytesOf(this.documents.subarray(0, ordinals)),
      bytesOf(this.lengths.subarray(0, ordinals)),
      ...this.#ids.dump(),
    ];
  }
}

/** Fields of a list in `#lists`; `size` is an index into `sizes`, `last` the list's last value. */
const [start, size, used, count, last, fields] = [0, 1, 2, 3, 4, 5];
/** Bytes of a region: 8, 16, 24, 32, 48, 64, 96, … in steps of a third and a half. */
const sizes = Array.from({ length: 50 }, (_, at) => (at % 2 ? 16 : 12) * 2 ** (at >> 1)).with(0, 8);
/**
 * Lists of ascending integers below 2 ** 31, each as variable-byte deltas: 7 bits a byte, the lowest first,
 * the highest bit set where another byte follows. A list is contiguous: when its region of the shared bytes
 * is full, it moves to a larger one, and other lists use the one it leaves.
 */
export class PostingLists {
  #lists: Int32Array = new Int32Array(0);
  #bytes: Uint8Array = new Uint8Array(1024);
  /** By size the first free region, whose first four bytes have the next one; 0 is none. */
  #free = new Int32Array(sizes.length);
  /** Where bytes begin that no region ever had; address 0 is not used. */
  #end = 8;

  constructor(dumped?: readonly Uint8Array[]) {
    if (!dumped) return;
    this.#lists = arrayOf(dumped[0]!, Int32Array);
    this.#free = arrayOf(dumped[1]!, Int32Array);
    this.#bytes = arrayOf(dumped[2]!, Uint8Array);
    this.#end = this.#bytes.length;
  }

  get bytes(): number {
    return this.#lists.byteLength + this.#bytes.byteLength;
  }

  /** Returns the length of a list. */
  count(list: number): number {
    return this.#lists[list * fields + count] ?? 0;
  }

  /** Adds a value that is not below the last one of the list. */
  append(list: number, value: number): void {
    const at = list * fields;
    if (at + fields > this.#lists.length) this.#lists = withRoom(this.#lists, at + fields);
    const lists = this.#lists;
    const delta = value - lists[at + last]!;
    const end = lists[at + used]! + lengthOf(delta);
    if (lists[at + start] === 0 || end > sizes[lists[at + size]!]!) this.#move(at);
    write(this.#bytes, lists[at + start]! + lists[at + used]!, delta);
    lists[at + used] = end;
    lists[at + last] = value;
    lists[at + count]!++;
  }

  /** Writes the values of a list into an array, which has room for them, and returns their count. */
  read(list: number, values: Int32Array): number {
    const at = list * fields;
    const bytes = this.#bytes;
    let position = this.#lists[at + start] ?? 0;
    const end = position + (this.#lists[at + used] ?? 0);
    let found = 0;
    let value = 0;
    while (position < end) {
      let byte = bytes[position++]!;
      let delta = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[position++]!;
        delta |= (byte & 127) << shift;
      }
      value += delta;
      values[found++] = value;
    }
    return found;
  }

  /** Empties a list, which keeps its region. */
  clear(list: number): void {
    this.#lists.fill(0, list * fields + used, (list + 1) * fields);
  }

  dump(): Uint8Array[] {
    const bytes = this.#bytes.subarray(0, this.#end);
    return [bytesOf(this.#lists), bytesOf(this.#free), bytes];
  }

  /** Moves a list to a region of the next size, or to its first. */
  #move(at: number): void {
    const lists = this.#lists;
    const [from, before] = [lists[at + start]!, lists[at + size]!];
    const next = from === 0 ? 0 : before + 1;
    const to = this.#allocate(next);
    if (from !== 0) {
      this.#bytes.copyWithin(to, from, from + lists[at + used]!);
      new DataView(this.#bytes.buffer).setInt32(from, this.#free[before]!);
      this.#free[before] = from;
    }
    lists[at + start] = to;
    lists[at + size] = next;
  }

  #allocate(which: number): number {
    let region = this.#free[which]!;
    if (region === 0) {
      region = this.#end;
      this.#end += sizes[which]!;
      this.#bytes = withRoom(this.#bytes, this.#end);
    } else this.#free[which] = new DataView(this.#bytes.buffer).getInt32(region);
    return region;
  }
}

function write(bytes: Uint8Array, at: number, delta: number): void {
  while (delta > 127) {
    bytes[at++] = (delta & 127) | 128;
    delta >>>= 7;
  }
  bytes[at] = delta;
}

/** Returns how many bytes a delta takes. */
const lengthOf = (delta: number) => ((38 - Math.clz32(delta | 1)) / 7) | 0;

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
