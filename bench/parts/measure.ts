import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Returns the value below which this share of the values lies; 0 without any. */
export function quantile(values: readonly number[], of: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? 0;
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

export const share = <T>(all: readonly T[], isTrue: (each: T) => boolean): number =>
  all.filter(isTrue).length / all.length;

/** Returns numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
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
