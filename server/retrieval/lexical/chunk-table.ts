import { bytesOf, withRoom } from './posting-lists.ts';

/** Of a chunk that was removed, and of one that does not move to the next numbering. */
export const gone = -1;

/** Ordinals of chunks from 0, in the order of their coming, which postings are made of. */
export class ChunkTable {
  /** By ordinal, as the other two. */
  ids = new Float64Array(256);
  /** `gone` where the chunk was removed. */
  documents = new Int32Array(256);
  /** In words. */
  lengths = new Uint16Array(256);
  /**
   * Open addressing: ordinal + 1 by hash of the id, 0 where none is. Removed chunks keep their place
   * until `compact`, or until their id comes again.
   */
  #table = new Int32Array(512);
  #count = 0;
  #size = 0;
  #words = 0;

  constructor(dumped?: readonly Uint8Array[]) {
    if (!dumped) return;
    const [ids, documents, lengths] = dumped;
    this.ids = withRoom(ids!, Float64Array);
    this.documents = withRoom(documents!, Int32Array);
    this.lengths = withRoom(lengths!, Uint16Array);
    this.#count = this.#size = ids!.length / Float64Array.BYTES_PER_ELEMENT;
    for (const length of this.lengths) this.#words += length;
    this.#rehash();
  }

  get size(): number {
    return this.#size;
  }

  /** Ordinals that were given, those of removed chunks included. */
  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    const arrays = [this.ids, this.documents, this.lengths, this.#table];
    return arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** Of those that are not removed, in words. */
  get averageLength(): number {
    return this.#words / Math.max(1, this.size) || 1;
  }

  add(id: number, document: number, length: number): number {
    const ordinal = this.#count++;
    if (ordinal === this.ids.length) this.#grow();
    this.ids[ordinal] = id;
    this.documents[ordinal] = document;
    const words = Math.min(0xffff, length);
    this.lengths[ordinal] = words;
    this.#words += words;
    this.#size++;
    if (this.#count * 2 > this.#table.length) this.#rehash();
    else this.#table[this.#slot(id)] = ordinal + 1;
    return ordinal;
  }

  /** False when there is no such chunk. */
  remove(id: number): boolean {
    const ordinal = this.#table[this.#slot(id)]! - 1;
    if (ordinal < 0 || this.documents[ordinal] === gone) return false;
    this.documents[ordinal] = gone;
    this.#words -= this.lengths[ordinal]!;
    this.#size--;
    return true;
  }

  /** Numbers anew without the removed ones; returns the new ordinal of each old one. */
  compact(): Int32Array {
    const moved = new Int32Array(this.#count).fill(gone);
    let next = 0;
    for (let ordinal = 0; ordinal < this.#count; ordinal++) {
      if (this.documents[ordinal] === gone) continue;
      this.ids[next] = this.ids[ordinal]!;
      this.documents[next] = this.documents[ordinal]!;
      this.lengths[next] = this.lengths[ordinal]!;
      moved[ordinal] = next++;
    }
    this.#count = next;
    this.#rehash();
    return moved;
  }

  dump(): Uint8Array[] {
    return [
      bytesOf(this.ids.subarray(0, this.#count)),
      bytesOf(this.documents.subarray(0, this.#count)),
      bytesOf(this.lengths.subarray(0, this.#count)),
    ];
  }

  /** Of the chunk that last had the id, or where it belongs. */
  #slot(id: number): number {
    const mask = this.#table.length - 1;
    let slot = hashOf(id) & mask;
    while (this.#table[slot] !== 0 && this.ids[this.#table[slot]! - 1] !== id) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /** The last chunk of an id is the one that may be there. */
  #rehash(): void {
    let { length } = this.#table;
    while (length < this.#count * 2) length *= 2;
    if (length === this.#table.length) this.#table.fill(0);
    else this.#table = new Int32Array(length);
    for (let ordinal = 0; ordinal < this.#count; ordinal++) {
      this.#table[this.#slot(this.ids[ordinal]!)] = ordinal + 1;
    }
  }

  #grow(): void {
    const room = Math.ceil(this.ids.length * 1.5) + 256;
    const { ids, documents, lengths } = this;
    this.ids = new Float64Array(room);
    this.documents = new Int32Array(room);
    this.lengths = new Uint16Array(room);
    this.ids.set(ids);
    this.documents.set(documents);
    this.lengths.set(lengths);
  }
}

/** Ids that follow each other share a line of the processor's cache; ids may exceed 32 bits. */
function hashOf(id: number): number {
  const line = Math.imul((id / 16) | 0, 0x9e3779b1);
  return ((line ^ (line >>> 15)) << 4) | (id & 15);
}
