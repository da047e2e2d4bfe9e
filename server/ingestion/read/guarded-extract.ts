import { AppError } from '../../errors/app-error.ts';
import { oneAtATime } from '../../runtime/one-at-a-time.ts';
import { failure } from '../failures.ts';
import type { Extract } from './extract.ts';
import { startReaderProcess, type ReaderProcess } from './reader-process.ts';

interface Limits {
  /** Milliseconds for one source. */
  time?: number;
  /** Bytes by which one source may enlarge the reader's process. */
  memory?: number;
  /** Milliseconds without a source after which the process ends. */
  idle?: number;
  /** Program of the process; speaks the protocol of reader-program.ts. */
  program?: URL;
}

const maxWaiting = 20;

/**
 * Returns an `Extract` that reads in a separate process with limits of time and memory, so that a hostile
 * source can neither block nor crash this process. One source at a time: the other processors are left to
 * visitors' questions.
 */
export function createGuardedExtract(limits: Limits = {}) {
  const { time = 18_000, memory = 192 * 2 ** 20, idle = 30_000, program } = limits;
  const tooSlow = failure('too_slow');
  const closing = new AbortController();
  const runExclusive = oneAtATime();
  let reader: ReaderProcess | null = null;
  let ended: Promise<unknown> = Promise.resolve();
  let idling: NodeJS.Timeout | undefined;
  let waiting = 0;

  function end(error: unknown): void {
    if (reader) ended = reader.end(error);
    reader = null;
  }

  const readOnce: Extract = async (source, sizes, signal) => {
    // Two processes at once would take twice the memory.
    if (!reader) await ended;
    signal.throwIfAborted();
    reader ??= startReaderProcess(program);
    const onAbort = () => end(signal.reason);
    signal.addEventListener('abort', onAbort);
    const overdue = setTimeout(() => end(tooSlow), time);
    try {
      return await reader.read({ source, sizes, memory });
    } finally {
      clearTimeout(overdue);
      signal.removeEventListener('abort', onAbort);
      if (!reader?.isUsable()) end(null);
    }
  };

  /** Reads a source that takes too much memory again in a new process: earlier ones may have left much. */
  const read: Extract = async (source, sizes, signal) => {
    const isNew = !reader;
    try {
      return await readOnce(source, sizes, signal);
    } catch (error) {
      const isTooLarge = error instanceof AppError && error.code === 'too_large' && error.retryable;
      if (isNew || !isTooLarge || error === tooSlow) throw error;
      return readOnce(source, sizes, signal);
    }
  };

  const extract: Extract = async (source, sizes, signal) => {
    if (waiting >= maxWaiting) throw new AppError('overloaded');
    waiting++;
    clearTimeout(idling);
    try {
      return await runExclusive(() =>
        read(source, sizes, AbortSignal.any([signal, closing.signal])),
      );
    } finally {
      waiting--;
      if (waiting === 0) idling = setTimeout(() => end(null), idle).unref();
    }
  };

  return {
    extract,
    /** Fails the current and all waiting sources, and ends the process. */
    async close(): Promise<void> {
      closing.abort(new Error('The sidecar is shutting down.'));
      await runExclusive(() => Promise.resolve());
      end(null);
      await ended;
    },
  };
}
