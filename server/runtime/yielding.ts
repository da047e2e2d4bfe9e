import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds for which background work may block the event loop. */
const slice = 5;

/** Returns a function to await between small pieces of work, which yields to the event loop when the time is up. */
export function createYielder() {
  let until = performance.now() + slice;
  return function yieldIfDue(): Promise<void> | undefined {
    if (performance.now() < until) return undefined;
    return nextTurn().then(() => {
      until = performance.now() + slice;
    });
  };
}
