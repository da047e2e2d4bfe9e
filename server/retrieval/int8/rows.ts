import { RowTable } from './row-table.ts';

/** Before the bytes of a vector: see scan.wat. */
const header = 24;
/** The kernel takes so many dimensions a step. */
const step = 32;
const page = 65_536;
const most = 65_536;
/** Pages at a time: growing moves nothing, but every thread is told. */
const growth = 16;
/** Left for the working memory of scans. */
const reserve = 64 * 2 ** 20;

export const paddedLength = (dimensions: number) => Math.ceil(dimensions / step) * step;

/** Bytes between the starts of two rows. */
export const rowLength = (dimensions: number) => header + paddedLength(dimensions);

/** Little-endian, wherever it lies. */
const wordAt = (bytes: Uint8Array, at: number) =>
  bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);

/** The rows of a vector index, one behind the other at the start of a memory that threads share. */
export class Rows {
  readonly dimensions: number;
  readonly stride: number;
  /** Rows that WebAssembly's 4 GB have room for. */
  readonly most: number;
  readonly memory: WebAssembly.Memory;
  readonly #table: RowTable;
  #count = 0;
  #bytes!: Uint8Array;
  #words!: Uint32Array;
  #floats!: Float64Array;

  constructor(dimensions: number) {
    this.dimensions = dimensions;
    this.stride = rowLength(dimensions);
    this.most = Math.floor((most * page - reserve) / this.stride);
    this.memory = new WebAssembly.Memory({ initial: 1, maximum: most, shared: true });
    this.#table = new RowTable((row) => this.idOf(row));
    this.#look();
  }

  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    return this.#bytes.length + this.#table.bytes;
  }

  /** The whole memory, until it grows. */
  get words(): Uint32Array {
    return this.#words;
  }

  /** The whole memory, until it grows. */
  get floats(): Float64Array {
    return this.#floats;
  }

  idOf(row: number): number {
    return this.#floats[(row * this.stride) / 8]!;
  }

  put(id: number, document: number, code: Uint8Array): void {
    const known = this.#table.find(id);
    const row = known ?? this.#count;
    if (known === undefined) this.room((row + 1) * this.stride);
    const at = row * this.stride;
    this.#floats[at / 8] = id;
    this.#words[at / 4 + 2] = document;
    this.#words[at / 4 + 3] = 0;
    this.#words[at / 4 + 4] = wordAt(code, this.dimensions);
    this.#words[at / 4 + 5] = wordAt(code, this.dimensions + 4);
    this.#bytes.set(code.subarray(0, this.dimensions), at + header);
    const end = at + header + this.dimensions;
    if (end < at + this.stride) this.#bytes.fill(0, end, at + this.stride);
    if (known !== undefined) return;
    this.#count++;
    this.#table.set(id, row);
  }

  /** The last row moves into the gap. */
  remove(id: number): void {
    const row = this.#table.find(id);
    if (row === undefined) return;
    this.#table.delete(id);
    const last = --this.#count;
    if (row === last) return;
    const from = last * this.stride;
    this.#table.set(this.idOf(last), row);
    this.#bytes.copyWithin(row * this.stride, from, from + this.stride);
  }

  /** Room for so many rows in all. @throws as `room` */
  reserve(count: number): void {
    this.room(count * this.stride);
    this.#table.reserve(count);
  }

  /** All rows, not copied. */
  view(count = this.#count): Uint8Array {
    return this.#bytes.subarray(0, count * this.stride);
  }

  /** @throws RangeError when the bytes in `view(count)` are not rows: a chunk comes twice. */
  adopt(count: number): void {
    for (let row = 0; row < count; row++) {
      const id = this.idOf(row);
      if (Number.isSafeInteger(id) && id >= 0 && this.#table.set(id, row)) continue;
      this.#table.clear();
      throw new RangeError(`Row ${row} is not the only one of a chunk`);
    }
    this.#count = count;
  }

  /**
   * Makes the memory so many bytes long. What lies behind the rows is anybody's until a row is put there.
   *
   * @throws RangeError when the machine has no more, or WebAssembly cannot address it.
   */
  room(bytes: number): void {
    const missing = Math.ceil((bytes - this.#bytes.length) / page);
    if (missing <= 0) return;
    this.memory.grow(Math.max(missing, Math.min(growth, most - this.#bytes.length / page)));
    this.#look();
  }

  /** The buffer of a memory that has grown is another object. */
  #look(): void {
    this.#bytes = new Uint8Array(this.memory.buffer);
    this.#words = new Uint32Array(this.memory.buffer);
    this.#floats = new Float64Array(this.memory.buffer);
  }
}

/** Bytes that each vector takes in memory, its place in the table of ids included. */
export const bytesPerVector = (dimensions: number) => rowLength(dimensions) + 8;
