export interface Ranked {
  id: number;
  score: number;
}

/** Exact nearest neighbours by dot product over vectors of one length, held in memory. */
export class VectorIndex {
  readonly dimensions: number;
  readonly #positions = new Map<number, number>();
  #ids: number[] = [];
  #values = new Float32Array(0);

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
    const end = (position + 1) * this.dimensions;
    if (end > this.#values.length) {
      const grown = new Float32Array(Math.max(end, this.#values.length * 1.5));
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values.set(vector, position * this.dimensions);
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
      const from = last * this.dimensions;
      this.#values.copyWithin(position * this.dimensions, from, from + this.dimensions);
      this.#ids[position] = lastId;
      this.#positions.set(lastId, position);
    }
    this.#ids.length = last;
    this.#positions.delete(id);
  }

  /** Best first; equal scores by id. */
  nearest(query: Float32Array, count: number, minScore: number): Ranked[] {
    const best: Ranked[] = [];
    for (let position = 0; position < this.#ids.length; position++) {
      const score = this.#dot(query, position * this.dimensions);
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

  #dot(query: Float32Array, offset: number): number {
    const values = this.#values;
    let sum = 0;
    for (let i = 0; i < this.dimensions; i++) sum += (query[i] ?? 0) * (values[offset + i] ?? 0);
    return sum;
  }
}

const precedes = (score: number, id: number, other: Ranked | undefined) =>
  other !== undefined && (score > other.score || (score === other.score && id < other.id));
