import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../app-error.ts';
import { startExtractThread, type ExtractThread } from './extract-thread.ts';
import type { Extract } from './extract.ts';

interface Limits {
  /** Milliseconds for one source. */
  time?: number;
  /** Bytes by which one source may enlarge the process. */
  memory?: number;
  /** Milliseconds without a source after which the thread ends. */
  idle?: number;
  /** What the thread runs; it speaks as extract-worker.ts does. */
  program?: URL;
}

/** Milliseconds between looks at the memory: a parser fills some 10 MB meanwhile. */
const watchInterval = 10;
/** Sources that may wait. */
const longestQueue = 20;
/** Milliseconds: V8 keeps the pages of an ended thread for eight seconds. */
const longestSettling = 9000;

const tooLarge = (reason: string) =>
  new AppError('too_large', { message: `${reason} Please divide it into smaller ones.` });

/** Bytes of the process that are not the main thread's heap and buffers. */
function besideMain(): number {
  const { rss, heapTotal, external } = process.memoryUsage();
  return rss - heapTotal - external;
}

/**
 * `Extract` in a thread, with limits: a hostile source can neither hold up the process nor fill its
 * memory nor end it. One thread, which reads one source at a time: visitors' questions have the
 * other processors, and it is plain whose fault it is when memory runs out.
 */
export function createGuardedExtract(limits: Limits = {}) {
  const { time = 18_000, memory = 192 * 2 ** 20, idle = 30_000, program } = limits;
  /** What may be left over each time, or have grown for other reasons. */
  const slack = memory / 8;
  const closing = new AbortController();
  let thread: ExtractThread | null = null;
  let ended: Promise<unknown> = Promise.resolve();
  let idling: NodeJS.Timeout | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  /** Of the process without a thread: now, and at its least. */
  let base = Infinity;
  let least = Infinity;

  function end(error: unknown): void {
    if (thread) ended = thread.end(error);
    thread = null;
  }

  /** Memory that an ended thread has left to be freed would be held against the next one. */
  async function settle(signal: AbortSignal): Promise<void> {
    await ended;
    const until = performance.now() + longestSettling;
    while (besideMain() - base > slack && performance.now() < until) {
      await sleep(200);
      signal.throwIfAborted();
    }
    base = Math.min(besideMain(), base + slack);
    least = Math.min(least, base);
  }

  /** The allocator keeps some of what ended threads had: all in all, that must not go on for ever. */
  function isTooMuch(): boolean {
    const most = Math.min(base + memory, least + 1.25 * memory);
    return besideMain() > Math.max(most, base + memory / 2);
  }

  const read: Extract = async (source, sizes, signal) => {
    if (!thread) await settle(signal);
    signal.throwIfAborted();
    thread ??= startExtractThread(program);
    const onAbort = () => end(signal.reason);
    signal.addEventListener('abort', onAbort);
    const overdue = setTimeout(() => end(tooLarge('This document takes too long to read.')), time);
    const watch = setInterval(() => {
      if (isTooMuch()) end(tooLarge('This document takes too much memory to read.'));
    }, watchInterval);
    try {
      return await thread.read({ source, sizes });
    } finally {
      clearTimeout(overdue);
      clearInterval(watch);
      signal.removeEventListener('abort', onAbort);
      if (!thread?.isUsable()) end(null);
    }
  };

  const extract: Extract = (source, sizes, signal) => {
    if (waiting >= longestQueue) return Promise.reject(new AppError('overloaded'));
    waiting++;
    clearTimeout(idling);
    const turn = queue.then(() => read(source, sizes, AbortSignal.any([signal, closing.signal])));
    queue = turn
      .catch(() => {})
      .finally(() => {
        waiting--;
        if (waiting === 0) idling = setTimeout(() => end(null), idle).unref();
      });
    return turn;
  };

  return {
    extract,
    /** Fails what is being read or waits for it, and ends the thread. */
    async close(): Promise<void> {
      closing.abort(new Error('The sidecar is shutting down.'));
      await queue;
      end(null);
      await ended;
    },
  };
}
