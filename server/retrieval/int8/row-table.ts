const empty = -1;

/**
 * Which row is whose, by open addressing: 4 bytes a place, where a Map takes about ten times as much of a
 * heap that is collected. The ids themselves are read from the rows.
 */
export class RowTable {
  #places = new Int32Array(16).fill(empty);
  #count = 0;
  readonly #idOf: (row: number) => number;

  constructor(idOf: (row: number) => number) {
    this.#idOf = idOf;
  }

  get bytes(): number {
    return this.#places.byteLength;
  }

  find(id: number): number | undefined {
    const row = this.#places[this.#place(id)]!;
    return row === empty ? undefined : row;
  }

  /** False when the id was there, whose row is another now. */
  set(id: number, row: number): boolean {
    const place = this.#place(id);
    const added = this.#places[place] === empty;
    this.#places[place] = row;
    if (added) this.#count++;
    // Above three quarters full, looking for what is not there takes long.
    if (this.#count * 4 > this.#places.length * 3) this.#resize(this.#places.length * 2);
    return added;
  }

  delete(id: number): void {
    let gap = this.#place(id);
    if (this.#places[gap] === empty) return;
    this.#count--;
    const mask = this.#places.length - 1;
    // Whoever stands behind the gap because its own place was taken moves up, else it is never found again.
    for (let at = (gap + 1) & mask; this.#places[at] !== empty; at = (at + 1) & mask) {
      const row = this.#places[at]!;
      const home = this.#home(this.#idOf(row));
      if (((at - home) & mask) < ((at - gap) & mask)) continue;
      this.#places[gap] = row;
      gap = at;
    }
    this.#places[gap] = empty;
  }

  /** Makes room for so many ids in all, which is faster than to grow with them. */
  reserve(count: number): void {
    let length = this.#places.length;
    while (count * 4 > length * 3) length *= 2;
    if (length > this.#places.length) this.#resize(length);
  }

  clear(): void {
    this.#places = new Int32Array(16).fill(empty);
    this.#count = 0;
  }

  /** Where the id is, or the empty place where it would be. */
  #place(id: number): number {
    const mask = this.#places.length - 1;
    let place = this.#home(id);
    for (; this.#places[place] !== empty; place = (place + 1) & mask) {
      if (this.#idOf(this.#places[place]!) === id) break;
    }
    return place;
  }

  /** Fibonacci hashing: ids in sequence are spread evenly. */
  #home(id: number): number {
    const folded = ((id % 2 ** 32) | 0) ^ Math.floor(id / 2 ** 32);
    return Math.imul(folded, 0x9e3779b1) >>> (Math.clz32(this.#places.length) + 1);
  }

  #resize(length: number): void {
    const before = this.#places;
    this.#places = new Int32Array(length).fill(empty);
    for (const row of before) {
      if (row !== empty) this.#places[this.#place(this.#idOf(row))] = row;
    }
  }
}
