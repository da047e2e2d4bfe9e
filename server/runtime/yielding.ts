import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds that work nobody waits for may hold up everybody else. */
const slice = 5;

/** To be awaited between two small pieces of work: lets others have their turn when it is time. */
export function createYielder() {
  let until = performance.now() + slice;
  return function yieldIfDue(): Promise<void> | undefined {
    if (performance.now() < until) return undefined;
    return nextTurn().then(() => {
      until = performance.now() + slice;
    });
  };
}
