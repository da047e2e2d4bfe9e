/** Milliseconds over which starts are counted. */
const window = 5000;
/** Milliseconds after which something is known of the rate. */
const enough = 1000;

/** Measures how fast waiting questions are started, and tells how long one more would wait. Times are in milliseconds. */
export class StartRate {
  #starts: number[] = [];
  #since: number | null = null;

  /** The first question waits. */
  begin(now: number): void {
    this.#since = now;
  }

  /** None waits any more. */
  end(): void {
    this.#starts = [];
    this.#since = null;
  }

  started(now: number): void {
    this.#starts.push(now);
    while (this.#starts[0]! < now - window) this.#starts.shift();
  }

  /** Returns how long a question waits that has so many `ahead`; 0 as long as nothing is known. */
  expected(ahead: number, now: number): number {
    if (this.#since === null) return 0;
    const from = Math.max(this.#since, now - window);
    const elapsed = now - from;
    if (elapsed < enough) return 0;
    // One more, because the next start may be near: none was counted while all places are taken.
    const starts = this.#starts.filter((at) => at >= from).length + 1;
    return (ahead * elapsed) / starts;
  }
}
