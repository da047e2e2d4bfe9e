/** Maximal length of a vector for which errors are bounded: 1 but for rounding. */
const maxLength = 1.001;
/** Relative rounding errors of sums that are taken in float32, or in another order. */
const rounding = 1e-6;
/** The kernel takes so many dimensions a step. */
const kernelStep = 32;

export const paddedLength = (dimensions: number) => Math.ceil(dimensions / kernelStep) * kernelStep;

/** A vector as int8: `scale` times `values`, plus a rest of length `error` at most. */
export interface Quantized {
  values: Int8Array;
  /** Float32, as `error`. */
  scale: number;
  /** Infinity for a vector that is longer than 1 or not finite: its score is unknown. */
  error: number;
}

/** Returns the nearest int8 vector. */
export function quantize(vector: Float32Array): Quantized {
  let max = 0;
  let squares = 0;
  for (const value of vector) {
    squares += value * value;
    if (value > max) max = value;
    else if (-value > max) max = -value;
  }
  const values = new Int8Array(vector.length);
  if (!(squares <= maxLength * maxLength)) return { values, scale: 0, error: Infinity };
  const scale = Math.fround(max / 127);
  let rest = 0;
  for (let i = 0; scale > 0 && i < vector.length; i++) {
    const value = Math.round(vector[i]! / scale);
    values[i] = value;
    rest += (vector[i]! - value * scale) ** 2;
  }
  // Rounding to float32 must not make the error too small.
  const error = scale > 0 ? Math.sqrt(rest) * (1 + 2 ** -22) : Math.sqrt(squares);
  return { values, scale, error };
}

/** A query as int16: `step` times `values`. */
export interface QuantizedQuery {
  /** Padded as rows are. */
  values: Int16Array;
  step: number;
  /** The error of a score is at most `norm` times the error of the row, plus `slack`. */
  norm: number;
  slack: number;
}

/** Returns the query in 16 bits; null if it is zero or not finite. */
export function quantizeQuery(query: Float32Array): QuantizedQuery | null {
  let max = 0;
  let squares = 0;
  for (const value of query) {
    squares += value * value;
    max = Math.max(max, Math.abs(value));
  }
  if (!(squares > 0 && squares < Infinity)) return null;
  const values = new Int16Array(paddedLength(query.length));
  // As fine as the sum of all products, each at most 127 times the largest value, fits into 32 bits.
  const maxValue = Math.min(32_767, Math.floor((2 ** 31 - 1) / (127 * values.length)));
  const step = max / maxValue;
  let missed = 0;
  for (let i = 0; i < query.length; i++) {
    values[i] = Math.round(query[i]! / step);
    missed += (query[i]! - values[i]! * step) ** 2;
  }
  // Row = known + unknown and query = quantized + missed. The error of the score is
  // row * query - known * quantized = unknown * query + known * missed, and |known| <= |row| + |unknown|.
  const length = Math.sqrt(squares);
  const rest = Math.sqrt(missed);
  return { values, step, norm: length + rest, slack: maxLength * rest + rounding * length };
}

/** Bytes before the values of a vector: see scan.wat. */
const header = 24;
const page = 65_536;
const maxPages = 65_536;
/** Pages that the memory grows by at least. */
const growth = 16;
/** Bytes that rows leave to the working memory of scans. */
const scanReserve = 64 * 2 ** 20;

/** Bytes from one row to the next. */
const rowLength = (dimensions: number) => header + paddedLength(dimensions);

/** Bytes of memory for each vector, its entry in the map of ids included. */
export const bytesPerVector = (dimensions: number) => rowLength(dimensions) + 40;

/** Vectors that fit into WebAssembly's 4 GB. */
export const maxVectors = (dimensions: number) =>
  Math.floor((maxPages * page - scanReserve) / rowLength(dimensions));

/** The rows of an index, one after the other at the start of a memory that threads share. */
export class Rows {
  readonly dimensions: number;
  readonly stride: number;
  readonly max: number;
  readonly memory: WebAssembly.Memory;
  readonly #rowOf = new Map<number, number>();
  #bytes!: Uint8Array;
  #words!: Uint32Array;
  #singles!: Float32Array;
  #floats!: Float64Array;

  constructor(dimensions: number) {
    this.dimensions = dimensions;
    this.stride = rowLength(dimensions);
    this.max = maxVectors(dimensions);
    this.memory = new WebAssembly.Memory({ initial: 1, maximum: maxPages, shared: true });
    this.#renewViews();
  }

  get count(): number {
    return this.#rowOf.size;
  }

  get bytes(): number {
    return this.#bytes.length + this.count * 40;
  }

  /** The whole memory; another object after it has grown. */
  get words(): Uint32Array {
    return this.#words;
  }

  /** The whole memory; another object after it has grown. */
  get floats(): Float64Array {
    return this.#floats;
  }

  idOf(row: number): number {
    return this.#floats[(row * this.stride) / 8]!;
  }

  put(id: number, document: number, { values, scale, error }: Quantized): void {
    const row = this.#rowOf.get(id) ?? this.count;
    const at = row * this.stride;
    if (row === this.count) this.reserve(row + 1);
    this.#floats[at / 8] = id;
    this.#words[at / 4 + 2] = document;
    this.#words[at / 4 + 3] = 0;
    this.#singles[at / 4 + 4] = scale;
    this.#singles[at / 4 + 5] = error;
    this.#bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.length), at + header);
    this.#bytes.fill(0, at + header + values.length, at + this.stride);
    this.#rowOf.set(id, row);
  }

  /** Removes a row; the last one takes its place. */
  remove(id: number): void {
    const row = this.#rowOf.get(id);
    if (row === undefined) return;
    this.#rowOf.delete(id);
    const last = this.count;
    if (row === last) return;
    const from = last * this.stride;
    this.#rowOf.set(this.idOf(last), row);
    this.#bytes.copyWithin(row * this.stride, from, from + this.stride);
  }

  /** Makes room for so many rows in all. @throws as `grow` */
  reserve(count: number): void {
    this.grow(count * this.stride);
  }

  /** Returns the bytes of the rows, not copied. */
  view(count = this.count): Uint8Array {
    return this.#bytes.subarray(0, count * this.stride);
  }

  /** Takes over the rows in `view(count)`. @throws RangeError if a chunk comes twice */
  adopt(count: number): void {
    for (let row = 0; row < count; row++) {
      const id = this.idOf(row);
      if (Number.isSafeInteger(id) && id >= 0 && !this.#rowOf.has(id)) {
        this.#rowOf.set(id, row);
        continue;
      }
      this.#rowOf.clear();
      throw new RangeError(`Row ${row} is invalid, or repeats a chunk`);
    }
  }

  /**
   * Makes the memory at least so many bytes long. Bytes behind the rows may be used until a row is added.
   *
   * @throws RangeError when the machine has no more, or WebAssembly cannot address it.
   */
  grow(bytes: number): void {
    const missing = Math.ceil((bytes - this.#bytes.length) / page);
    if (missing <= 0) return;
    this.memory.grow(Math.max(missing, Math.min(growth, maxPages - this.#bytes.length / page)));
    this.#renewViews();
  }

  /** A memory that has grown has another buffer. */
  #renewViews(): void {
    this.#bytes = new Uint8Array(this.memory.buffer);
    this.#words = new Uint32Array(this.memory.buffer);
    this.#singles = new Float32Array(this.memory.buffer);
    this.#floats = new Float64Array(this.memory.buffer);
  }
}
