import { setTimeout as wait } from 'node:timers/promises';

/** Concurrent requests per host. */
const maxRunning = 2;

interface Lane {
  running: number;
  /** Earliest start of the next request, in milliseconds. */
  next: number;
  waiting: (() => void)[];
}

/** Limits the requests per host, so that crawling does not slow a site's visitors down. */
export function createHostGate(clock: () => number, sleep = wait) {
  const lanes = new Map<string, Lane>();

  async function enter(lane: Lane, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (lane.running < maxRunning) {
      lane.running++;
      return;
    }
    // `leave` hands its place over: `running` stays the same.
    await new Promise<void>((resolve, reject) => {
      const abort = () => {
        lane.waiting = lane.waiting.filter((other) => other !== start);
        reject(signal.reason as Error);
      };
      const start = () => {
        signal.removeEventListener('abort', abort);
        resolve();
      };
      signal.addEventListener('abort', abort, { once: true });
      lane.waiting.push(start);
    });
  }

  function leave(host: string, lane: Lane): void {
    const next = lane.waiting.shift();
    if (next) return next();
    lane.running--;
    if (lane.running === 0 && lane.next <= clock()) lanes.delete(host);
  }

  /** @param gap Milliseconds from the start of one request to that of the next. */
  return async function pass<T>(
    host: string,
    gap: number,
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T> {
    const lane = lanes.get(host) ?? { running: 0, next: 0, waiting: [] };
    lanes.set(host, lane);
    await enter(lane, signal);
    try {
      const now = clock();
      const at = Math.max(now, lane.next);
      lane.next = at + gap;
      if (at > now) await sleep(at - now, undefined, { signal });
      return await work();
    } finally {
      leave(host, lane);
    }
  };
}
export type HostGate = ReturnType<typeof createHostGate>;
