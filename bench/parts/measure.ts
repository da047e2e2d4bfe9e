import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The share of the values that is not larger. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** Milliseconds that each of the calls takes, one after the other. */
export async function timeEach(count: number, call: (n: number) => unknown): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const started = performance.now();
    await call(n);
    times.push(performance.now() - started);
  }
  return times;
}

/** The same from `clients` who each wait for their answer before they ask again. */
export async function timeTogether(
  clients: number,
  each: number,
  call: (n: number) => Promise<unknown>,
): Promise<number[]> {
  const all = await Promise.all(
    Array.from({ length: clients }, (_, client) => timeEach(each, (n) => call(client * each + n))),
  );
  return all.flat();
}

/** Returns the longest time in milliseconds for which `work` blocked the event loop; resolution 1 ms. */
export async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  // Turns of the event loop that measure it would take a core from the scans.
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await work();
  delay.disable();
  return delay.max / 1e6;
}
