import { Numbering } from './numbering.ts';
import { arrayOf, bytesOf, withRoom } from './arrays.ts';

/** Stands for the document of a removed chunk, and for the new ordinal of one. */
export const gone = -1;
const maxLength = 0xffff;

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
    this.lengths[ordinal] = Math.min(maxLength, length);
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
