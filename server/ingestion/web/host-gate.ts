import { setTimeout as wait } from 'node:timers/promises';

/** Requests to one host at a time. */
const atOnce = 2;

interface Line {
  running: number;
  /** When the next may begin, in milliseconds. */
  next: number;
  waiting: (() => void)[];
}

/** Lets few requests at a time through to each host: its visitors come first. */
export function createHostGate(clock: () => number, sleep = wait) {
  const lines = new Map<string, Line>();

  async function enter(line: Line, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (line.running < atOnce) {
      line.running++;
      return;
    }
    // Who leaves hands its place over.
    await new Promise<void>((resolve, reject) => {
      const abort = () => {
        line.waiting = line.waiting.filter((other) => other !== go);
        reject(signal.reason as Error);
      };
      const go = () => {
        signal.removeEventListener('abort', abort);
        resolve();
      };
      signal.addEventListener('abort', abort, { once: true });
      line.waiting.push(go);
    });
  }

  function leave(host: string, line: Line): void {
    const next = line.waiting.shift();
    if (next) return next();
    line.running--;
    if (line.running === 0 && line.next <= clock()) lines.delete(host);
  }

  /** @param gap Milliseconds from the beginning of one piece of work to that of the next. */
  return async function pass<T>(
    host: string,
    gap: number,
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T> {
    const line = lines.get(host) ?? { running: 0, next: 0, waiting: [] };
    lines.set(host, line);
    await enter(line, signal);
    try {
      const now = clock();
      const at = Math.max(now, line.next);
      line.next = at + gap;
      if (at > now) await sleep(at - now, undefined, { signal });
      return await work();
    } finally {
      leave(host, line);
    }
  };
}
export type HostGate = ReturnType<typeof createHostGate>;
