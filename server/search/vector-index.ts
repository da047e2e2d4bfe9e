export interface Ranked {
  id: number;
  score: number;
}

const perBlock = 1024;

/** Exact nearest neighbours by dot product over vectors of one length, held in memory. */
export class VectorIndex {
  readonly dimensions: number;
  readonly #positions = new Map<number, number>();
  #ids: number[] = [];
  /** Of `perBlock` vectors each, so that growing copies nothing and leaves little unused. */
  readonly #blocks: Float32Array[] = [];

  constructor(dimensions: number) {
    this.dimensions = dimensions;
  }

  get size(): number {
    return this.#ids.length;
  }

  ids(): Iterable<number> {
    return this.#positions.keys();
  }

  add(id: number, vector: Float32Array): void {
    const position = this.#positions.get(id) ?? this.#ids.length;
    this.#vector(position).set(vector);
    this.#ids[position] = id;
    this.#positions.set(id, position);
  }

  /** The last vector moves into the gap. */
  remove(id: number): void {
    const position = this.#positions.get(id);
    if (position === undefined) return;
    const last = this.#ids.length - 1;
    const lastId = this.#ids[last];
    if (lastId !== undefined && position !== last) {
      this.#vector(position).set(this.#vector(last));
      this.#ids[position] = lastId;
      this.#positions.set(lastId, position);
    }
    this.#ids.length = last;
    this.#positions.delete(id);
    this.#blocks.length = Math.ceil(last / perBlock);
  }

  /** Best first; equal scores by id. */
  nearest(query: Float32Array, count: number, minScore: number): Ranked[] {
    const best: Ranked[] = [];
    for (let position = 0; position < this.#ids.length; position++) {
      const block = this.#blocks[Math.floor(position / perBlock)];
      const score = dot(query, block!, (position % perBlock) * this.dimensions);
      const id = this.#ids[position] ?? 0;
      const worst = best.length === count ? best.at(-1) : undefined;
      if (!(score >= minScore) || (worst && !precedes(score, id, worst))) continue;
      let place = best.length;
      while (place > 0 && precedes(score, id, best[place - 1])) place--;
      best.splice(place, 0, { id, score });
      if (best.length > count) best.pop();
    }
    return best;
  }

  #vector(position: number): Float32Array {
    const number = Math.floor(position / perBlock);
    const block = (this.#blocks[number] ??= new Float32Array(perBlock * this.dimensions));
    const start = (position % perBlock) * this.dimensions;
    return block.subarray(start, start + this.dimensions);
  }
}

/** Four sums at a time: none waits for the one before, which takes half the time. */
function dot(query: Float32Array, block: Float32Array, offset: number): number {
  const { length } = query;
  let [a, b, c, d] = [0, 0, 0, 0];
  let i = 0;
  for (; i + 3 < length; i += 4) {
    const at = offset + i;
    a += query[i]! * block[at]!;
    b += query[i + 1]! * block[at + 1]!;
    c += query[i + 2]! * block[at + 2]!;
    d += query[i + 3]! * block[at + 3]!;
  }
  for (; i < length; i++) a += query[i]! * block[offset + i]!;
  return a + b + c + d;
}

const precedes = (score: number, id: number, other: Ranked | undefined) =>
  other !== undefined && (score > other.score || (score === other.score && id < other.id));
