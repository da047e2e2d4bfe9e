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
  /** Bytes by which the process may exceed its size at the start. */
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
        '--expose-gc',
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

/** Process that reads sources one after another, until it is too large or crashes. */
class ReaderProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  #pending = Promise.withResolvers<Ended>();
  #chunks: NewChunk[] = [];
  #crash = '';
  #isReady = false;
  #usable = true;

  /** @throws AppError `sidecar_unavailable`, as `read` does, if it does not start */
  constructor(program = ownFile('server/ingestion/read/reader-program.ts')) {
    const child = startProcess(program);
    this.#child = child;
    unref(child);
    const ended = Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
    this.#ended = ended.then(
      ([[code, signal]]) => {
        const why = failureOf(code as null, signal as null, this.#crash);
        this.#fail(this.#isReady ? why : notStarted(why.cause));
      },
      (cause: unknown) => this.#fail(notStarted(cause)),
    );
    // Sending to a process that has ended fails; its end is reported above.
    child.on('error', () => {});
    child.on('message', (report: Report) => {
      if ('ready' in report) this.#isReady = true;
      else if ('chunks' in report) this.#chunks.push(...report.chunks);
      else if ('crash' in report) this.#crash = report.crash;
      else this.#pending.resolve(report);
    });
  }

  /** False if another process has to be started. */
  get usable(): boolean {
    return this.#usable;
  }

  /**
   * Reads one source; must not be called before the previous call has settled.
   *
   * @throws AppError of the loader; `sidecar_unavailable` if it did not start; `unsupported_type` (retryable) if the
   *   process crashes, `too_large` (retryable) if it takes too much memory; the argument of `end()`
   */
  async read(task: Task): Promise<Extraction> {
    this.#pending = Promise.withResolvers<Ended>();
    this.#chunks = [];
    this.#child.ref();
    this.#child.channel?.ref();
    try {
      await this.#sendTask(task);
      const { result, spent } = await this.#pending.promise;
      if (spent) this.#usable = false;
      return extractionOf(result, this.#chunks);
    } finally {
      if (this.#usable) unref(this.#child);
    }
  }

  /** Fails the current source. Resolves when the process has ended. */
  end(error: unknown): Promise<unknown> {
    this.#fail(error);
    return this.#ended;
  }

  #fail(error: unknown): void {
    this.#usable = false;
    this.#pending.reject(error);
    // Without a source nobody handles the rejection.
    this.#pending.promise.catch(() => {});
    this.#child.ref();
    this.#child.kill('SIGKILL');
  }

  /** Resolves when the message is written; rejects with `pending` if the process has ended. */
  #send(order: Order): Promise<unknown> {
    const written = new Promise<void>((resolve) => this.#child.send(order, () => resolve()));
    return Promise.race([written, this.#pending.promise]);
  }

  /** Sends the bytes in pieces: fifty megabytes at once would block the event loop. */
  async #sendTask({ source, sizes, memory }: Task): Promise<void> {
    if (source.kind === 'post') {
      return void (await this.#send({ task: { source, sizes }, byteLength: 0, memory }));
    }
    const { bytes, ...about } = source;
    const { byteLength } = bytes;
    await this.#send({ task: { source: about, sizes }, byteLength, memory });
    for (let at = 0; at < byteLength; at += pieceSize) {
      await this.#send({ piece: bytes.subarray(at, at + pieceSize) });
    }
  }
}

interface Limits {
  /** Milliseconds for one source. */
  time?: number;
  /** Bytes by which the reader's process may exceed its size at the start. */
  memory?: number;
  /** Milliseconds without a source after which the process ends. */
  idle?: number;
  /** Program of the process; speaks the protocol of reader-program.ts. */
  program?: URL;
}

const maxWaiting = 20;
const tooSlow = failure('too_slow');

/**
 * Reads sources in a separate process with limits of time and memory, so that a hostile source can neither block nor
 * crash this process. One source at a time: the other processors are left to visitors' questions.
 */
export class Reader {
  readonly #limits: Limits;
  readonly #closing = new AbortController();
  readonly #exclusive = oneAtATime();
  #process: ReaderProcess | null = null;
  #ended: Promise<unknown> = Promise.resolve();
  #idling: NodeJS.Timeout | undefined;
  #waiting = 0;

  constructor(limits: Limits = {}) {
    this.#limits = limits;
  }

  /**
   * Reads a source and divides its text. May transfer the source's bytes: they must not be used afterwards. The process
   * calls `extract()` of extract.ts.
   *
   * @throws AppError `no_text`, `unsupported_type`, `too_large`, `overloaded`; the reason of `signal`
   */
  async extract(source: Source, sizes: ChunkSizes, signal: AbortSignal): Promise<Extraction> {
    if (this.#waiting >= maxWaiting) throw new AppError('overloaded');
    this.#waiting++;
    clearTimeout(this.#idling);
    try {
      return await this.#exclusive(() =>
        this.#read(source, sizes, AbortSignal.any([signal, this.#closing.signal])),
      );
    } finally {
      this.#waiting--;
      const { idle = 30_000 } = this.#limits;
      if (this.#waiting === 0) this.#idling = setTimeout(() => this.#end(null), idle).unref();
    }
  }

  /** Fails the current and all waiting sources, and ends the process. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The sidecar is shutting down.'));
    await this.#exclusive(() => Promise.resolve());
    this.#end(null);
    await this.#ended;
  }

  #end(error: unknown): void {
    if (this.#process) this.#ended = this.#process.end(error);
    this.#process = null;
  }

  /** Reads a source that takes too much memory again in a new process: earlier ones may have left much. */
  async #read(...given: Parameters<Extract>): Promise<Extraction> {
    const isNew = !this.#process;
    try {
      return await this.#readOnce(...given);
    } catch (error) {
      const isTooLarge = error instanceof AppError && error.code === 'too_large' && error.retryable;
      if (isNew || !isTooLarge || error === tooSlow) throw error;
      return this.#readOnce(...given);
    }
  }

  async #readOnce(...[source, sizes, signal]: Parameters<Extract>): Promise<Extraction> {
    const { time = 18_000, memory = 192 * 2 ** 20, program } = this.#limits;
    // Two processes at once would take twice the memory.
    if (!this.#process) await this.#ended;
    signal.throwIfAborted();
    this.#process ??= new ReaderProcess(program);
    const onAbort = () => this.#end(signal.reason);
    signal.addEventListener('abort', onAbort);
    const overdue = setTimeout(() => this.#end(tooSlow), time);
    try {
      return await this.#process.read({ source, sizes, memory });
    } finally {
      clearTimeout(overdue);
      signal.removeEventListener('abort', onAbort);
      if (!this.#process?.usable) this.#end(null);
    }
  }
}
