import { setTimeout as delay } from 'node:timers/promises';

export interface Patience {
  /** Name of the condition, for the error. */
  what: string;
  timeoutMs: number;
  everyMs?: number;
}

/** Asks `check` until it gives a value. */
export async function waitFor<T>(
  { what, timeoutMs, everyMs = 250 }: Patience,
  check: () => Promise<T | undefined>,
): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const value = await check();
    if (value !== undefined) return value;
    if (Date.now() > end) {
      throw new Error(`${what} did not happen within ${Math.round(timeoutMs / 1000)} s.`);
    }
    await delay(everyMs);
  }
}

/** True when `url` answers 2xx. */
export async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(20_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
