/** The highest of many scores, as a heap with the least on top. */
export class BestScores {
  readonly #heap: Float32Array;
  #count = 0;

  constructor(limit: number) {
    this.#heap = new Float32Array(limit);
  }

  /** What a score must exceed to belong to them: 0 while there is room for any. */
  get least(): number {
    return this.#count < this.#heap.length ? 0 : (this.#heap[0] ?? Infinity);
  }

  clear(): void {
    this.#count = 0;
  }

  /** Only a score above `least`. */
  add(score: number): void {
    const heap = this.#heap;
    if (this.#count < heap.length) {
      let at = this.#count++;
      while (at > 0 && heap[(at - 1) >> 1]! > score) {
        heap[at] = heap[(at - 1) >> 1]!;
        at = (at - 1) >> 1;
      }
      heap[at] = score;
      return;
    }
    let at = 0;
    for (let child = 1; child < heap.length; child = 2 * at + 1) {
      if (child + 1 < heap.length && heap[child + 1]! < heap[child]!) child++;
      if (heap[child]! >= score) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = score;
  }
}
