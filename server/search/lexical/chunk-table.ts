import { bytesOf } from './posting-lists.ts';

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
  #ordinals = new Map<number, number>();
  #count = 0;
  #words = 0;

  constructor(dumped?: readonly Uint8Array[]) {
    if (!dumped) return;
    const [ids, documents, lengths] = dumped;
    this.ids = new Float64Array(new Uint8Array(ids!).buffer);
    this.documents = new Int32Array(new Uint8Array(documents!).buffer);
    this.lengths = new Uint16Array(new Uint8Array(lengths!).buffer);
    this.#count = this.ids.length;
    this.ids.forEach((id, ordinal) => this.#ordinals.set(id, ordinal));
    this.#words = this.lengths.reduce((sum, length) => sum + length, 0);
  }

  get size(): number {
    return this.#ordinals.size;
  }

  /** Ordinals that were given, those of removed chunks included. */
  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    /** Of an entry in V8's `Map`: key, value, chain and its share of the buckets. */
    const perEntry = 40;
    const { ids, documents, lengths } = this;
    const arrays = ids.byteLength + documents.byteLength + lengths.byteLength;
    return arrays + this.#ordinals.size * perEntry;
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
    this.#ordinals.set(id, ordinal);
    return ordinal;
  }

  /** False when there is no such chunk. */
  remove(id: number): boolean {
    const ordinal = this.#ordinals.get(id);
    if (ordinal === undefined) return false;
    this.documents[ordinal] = gone;
    this.#words -= this.lengths[ordinal]!;
    return this.#ordinals.delete(id);
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
      this.#ordinals.set(this.ids[next]!, next);
      moved[ordinal] = next++;
    }
    this.#count = next;
    return moved;
  }

  dump(): Uint8Array[] {
    return [
      bytesOf(this.ids.subarray(0, this.#count)),
      bytesOf(this.documents.subarray(0, this.#count)),
      bytesOf(this.lengths.subarray(0, this.#count)),
    ];
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
