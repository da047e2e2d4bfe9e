import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { dirname, join } from 'node:path';
import { AppError } from '../../errors/app-error.ts';
import { MachineFault } from '../../errors/machine-fault.ts';
import { ownFile, programFolders } from '../../runtime/program-files.ts';
import { version } from '../../runtime/version.ts';
import type { NewChunk } from '../../storage/chunks.ts';
import { failure } from '../failures.ts';
import type { ChunkSizes, Extraction, Source, Extract } from './extract.ts';
import type { Ended, Order, Report } from './reader-program.ts';
import { oneAtATime } from '../../runtime/one-at-a-time.ts';

interface Task {
  source: Source;
  sizes: ChunkSizes;
  /** Bytes by which the source may enlarge the process. */
  memory: number;
}

/**
 * Megabytes. Never reached, because the watch kills the process long before; below V8's default, because a
 * lower limit makes the garbage collector run earlier.
 */
const heapLimit = 1536;
/** Bytes per message. */
const pieceSize = 2 ** 20;

/** Returns the reader's own compile cache: a compromised reader must not write code that the sidecar runs. */
function compileCache(): string | undefined {
  const own = getCompileCacheDir();
  return own && join(dirname(own), 'itih-reader');
}

/** Lets this process exit while the reader is idle. */
function unref(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

/** The machine has no room for a process, no device that it needs, or the program's files are being replaced. */
const notStarted = (cause: unknown) =>
  failure('reader_not_started', {
    cause: new MachineFault('The reader did not start.', { cause }),
  });

/**
 * Starts a process that has no secrets in its environment and may read no files but its own program.
 *
 * @throws AppError `sidecar_unavailable`
 */
function startProcess(program: URL): ChildProcess {
  const cache = compileCache();
  const readable = cache ? [...programFolders(), cache] : programFolders();
  try {
    return fork(program, [String(process.pid), version], {
      serialization: 'advanced',
      env: { MALLOC_ARENA_MAX: '2', ...(cache && { NODE_COMPILE_CACHE: cache }) },
      execArgv: [
        '--experimental-strip-types',
        `--max-old-space-size=${heapLimit}`,
        '--max-semi-space-size=16',
        '--permission',
        '--allow-worker',
        ...readable.map((path) => `--allow-fs-read=${path}`),
        ...(cache ? [`--allow-fs-write=${cache}`] : []),
      ],
      // Parsers print warnings about broken files, which would mix with the log's JSON lines.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
  } catch (error) {
    throw notStarted(error);
  }
}

/** The watch and the system kill for memory, and V8 aborts at its limit; other ends are crashes. */
function failureOf(code: number | null, signal: NodeJS.Signals | null, crash: string): AppError {
  const cause = new Error(crash || `The reader ended with ${signal ?? `code ${code}`}.`);
  const isMemory = signal === 'SIGKILL' || signal === 'SIGABRT';
  return failure(isMemory ? 'out_of_memory' : 'reader_crashed', { cause });
}

function extractionOf(result: Ended['result'], chunks: NewChunk[]): Extraction {
  if ('error' in result) {
    const { code, message, retryable, cause } = result.error;
    if (result.ofMachine) throw notStarted(new Error(cause));
    throw new AppError(code, { message, retryable, cause: new Error(cause) });
  }
  if (chunks.length !== result.chunkCount) {
    throw failure('reader_crashed', { cause: new Error('Some chunks were lost.') });
  }
  return { ...result.about, chunks };
}

/**
 * Starts a process that reads sources one after another, until it is too large or crashes.
 *
 * @throws AppError `sidecar_unavailable`, as `read` does, if it does not start
 */
function startReaderProcess(program = ownFile('server/ingestion/read/reader-program.ts')) {
  const child = startProcess(program);
  unref(child);
  const ended = Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
  let pending = Promise.withResolvers<Ended>();
  let chunks: NewChunk[] = [];
  let crash = '';
  let isReady = false;
  let usable = true;

  function end(error: unknown): Promise<unknown> {
    usable = false;
    pending.reject(error);
    // Without a source nobody handles the rejection.
    pending.promise.catch(() => {});
    child.ref();
    child.kill('SIGKILL');
    return ended.catch(() => {});
  }
  ended.then(
    ([[code, signal]]) => {
      const why = failureOf(code as null, signal as null, crash);
      void end(isReady ? why : notStarted(why.cause));
    },
    (cause: unknown) => void end(notStarted(cause)),
  );
  // Sending to a process that has ended fails; its end is reported above.
  child.on('error', () => {});
  child.on('message', (report: Report) => {
    if ('ready' in report) isReady = true;
    else if ('chunks' in report) chunks.push(...report.chunks);
    else if ('crash' in report) crash = report.crash;
    else pending.resolve(report);
  });

  /** Resolves when the message is written; rejects with `pending` if the process has ended. */
  const send = (order: Order) =>
    Promise.race([
      new Promise<void>((resolve) => child.send(order, () => resolve())),
      pending.promise,
    ]);

  /** Sends the bytes in pieces: fifty megabytes at once would block the event loop. */
  async function sendTask({ source, sizes, memory }: Task): Promise<void> {
    if (source.kind === 'post') {
      return void (await send({ task: { source, sizes }, byteLength: 0, memory }));
    }
    const { bytes, ...about } = source;
    const { byteLength } = bytes;
    await send({ task: { source: about, sizes }, byteLength, memory });
    for (let at = 0; at < byteLength; at += pieceSize) {
      await send({ piece: bytes.subarray(at, at + pieceSize) });
    }
  }

  return {
    /**
     * Reads one source; must not be called before the previous call has settled.
     *
     * @throws AppError of the loader; `sidecar_unavailable` if it did not start; `unsupported_type` (retryable) if the process crashes, `too_large`
     *   (retryable) if it takes too much memory; the argument of `end()`
     */
    async read(task: Task): Promise<Extraction> {
      pending = Promise.withResolvers<Ended>();
      chunks = [];
      child.ref();
      child.channel?.ref();
      try {
        await sendTask(task);
        const { result, spent } = await pending.promise;
        if (spent) usable = false;
        return extractionOf(result, chunks);
      } finally {
        if (usable) unref(child);
      }
    },
    /** Returns false if another process has to be started. */
    isUsable: () => usable,
    /** Fails the current source. Resolves when the process has ended. */
    end,
  };
}
type ReaderProcess = ReturnType<typeof startReaderProcess>;

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
