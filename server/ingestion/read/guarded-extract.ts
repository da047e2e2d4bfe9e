import { AppError } from '../../errors/app-error.ts';
import type { Extract } from './extract.ts';
import { startReaderProcess, type ReaderProcess } from './reader-process.ts';

interface Limits {
  /** Milliseconds for one source. */
  time?: number;
  /** Bytes by which one source may enlarge the reader's process. */
  memory?: number;
  /** Milliseconds without a source after which the process ends. */
  idle?: number;
  /** Program of the process; it speaks as reader-program.ts does. */
  program?: URL;
}

/** Sources that may wait. */
const longestQueue = 20;

/**
 * `Extract` in a process of its own, with limits: a hostile source can neither hold up this process nor fill its
 * memory nor end it, and nothing that this process does counts against a source. One source at a time: visitors'
 * questions have the other processors.
 */
export function createGuardedExtract(limits: Limits = {}) {
  const { time = 18_000, memory = 192 * 2 ** 20, idle = 30_000, program } = limits;
  const closing = new AbortController();
  let reader: ReaderProcess | null = null;
  let ended: Promise<unknown> = Promise.resolve();
  let idling: NodeJS.Timeout | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  function end(error: unknown): void {
    if (reader) ended = reader.end(error);
    reader = null;
  }

  const read: Extract = async (source, sizes, signal) => {
    // Two at once would take twice the memory.
    if (!reader) await ended;
    signal.throwIfAborted();
    reader ??= startReaderProcess(program);
    const onAbort = () => end(signal.reason);
    signal.addEventListener('abort', onAbort);
    const message = 'This document takes too long to read. Please divide it into smaller ones.';
    const overdue = setTimeout(() => end(new AppError('too_large', { message })), time);
    try {
      return await reader.read({ source, sizes, memory });
    } finally {
      clearTimeout(overdue);
      signal.removeEventListener('abort', onAbort);
      if (!reader?.isUsable()) end(null);
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
    /** Fails what is being read or waits for it, and ends the process. */
    async close(): Promise<void> {
      closing.abort(new Error('The sidecar is shutting down.'));
      await queue;
      end(null);
      await ended;
    },
  };
}
