import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds for which background work may block the event loop. */
const slice = 5;

/** Lets background work of small pieces yield to the event loop. */
export class Yielder {
  #until = performance.now() + slice;

  /** To be awaited between two pieces: yields when the time is up. */
  yieldIfDue(): Promise<void> | undefined {
    if (performance.now() < this.#until) return undefined;
    return nextTurn().then(() => {
      this.#until = performance.now() + slice;
    });
  }
}
