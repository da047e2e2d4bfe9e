import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire, getCompileCacheDir } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../errors/app-error.ts';
import type { NewChunk } from '../../storage/chunks.ts';
import type { ChunkSizes, Extraction, Source } from './extract.ts';
import type { Order, Report } from './reader-program.ts';

type Ended = Extract<Report, { result: unknown }>;

/** One source, and by how many bytes it may enlarge the process. */
interface Task {
  source: Source;
  sizes: ChunkSizes;
  memory: number;
}

/**
 * Megabytes; never to be reached, because the process is ended long before. Still less than V8 would take,
 * because the farther the limit, the lazier the garbage collection.
 */
const heapLimit = 1536;
/** Bytes that are sent between two turns of the event loop. */
const piece = 2 ** 20;

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** Where packages lie: npm may have put them beside this one. */
const packages = createRequire(import.meta.url)
  .resolve('yaml')
  .replace(/(?<=[/\\]node_modules[/\\]).*/, '');

/** The reader's own compile cache: a file that has got hold of the reader must not choose what the main process runs. */
function compileCache(): string | undefined {
  const own = getCompileCacheDir();
  return own && join(dirname(own), 'itih-reader');
}

/** It does not keep this process alive while it has nothing to do. */
function unref(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

/** Options of a process that reads untrusted files: it knows nothing of the site, and reads no other files. */
function startProcess(program: URL): ChildProcess {
  const cache = compileCache();
  const child = fork(program, [String(process.pid)], {
    serialization: 'advanced',
    env: { MALLOC_ARENA_MAX: '2', ...(cache && { NODE_COMPILE_CACHE: cache }) },
    execArgv: [
      '--experimental-strip-types',
      `--max-old-space-size=${heapLimit}`,
      '--max-semi-space-size=16',
      '--permission',
      '--allow-worker',
      // pdf.js takes its matrices from one.
      '--allow-addons',
      ...[root, packages, ...(cache ? [cache] : [])].map((path) => `--allow-fs-read=${path}`),
      ...(cache ? [`--allow-fs-write=${cache}`] : []),
    ],
    // Parsers complain there of every broken file; our own output is a log of JSON lines.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  unref(child);
  return child;
}

/** May pass: what a parser left undone may fail only while the next source is being read. */
const crashed = (cause: unknown) =>
  new AppError('unsupported_type', {
    message: 'This document cannot be read; it may be damaged.',
    retryable: true,
    cause,
  });

/** May pass, too: the machine may have had no memory left. */
const tooHungry = (cause: unknown) =>
  new AppError('too_large', {
    message: 'This document takes too much memory to read. Please divide it into smaller ones.',
    retryable: true,
    cause,
  });

/** Killed by nobody here: by its own watch, or by the system for memory. V8 aborts at its limit. */
function failureOf(code: number | null, signal: NodeJS.Signals | null, crash: string): AppError {
  const cause = new Error(crash || `The reader ended with ${signal ?? `code ${code}`}.`);
  return signal === 'SIGKILL' || signal === 'SIGABRT' ? tooHungry(cause) : crashed(cause);
}

function extractionOf(result: Ended['result'], chunks: NewChunk[]): Extraction {
  if ('error' in result) {
    const { code, message, retryable, cause } = result.error;
    throw new AppError(code, { message, retryable, cause: new Error(cause) });
  }
  if (chunks.length !== result.chunkCount) throw crashed(new Error('Some chunks were lost.'));
  return { ...result.about, chunks };
}

/** A process that reads one source after another, until it is spent or one of them breaks it. */
export function startReaderProcess(program = new URL('./reader-program.ts', import.meta.url)) {
  const child = startProcess(program);
  const ended = Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
  let pending = Promise.withResolvers<Ended>();
  let chunks: NewChunk[] = [];
  let crash = '';
  let usable = true;

  function end(error: unknown): Promise<unknown> {
    usable = false;
    pending.reject(error);
    // Nobody may be waiting.
    pending.promise.catch(() => {});
    child.ref();
    child.kill('SIGKILL');
    return ended.catch(() => {});
  }
  ended.then(
    ([[code, signal]]) => void end(failureOf(code as null, signal as null, crash)),
    (error: unknown) => void end(crashed(error)),
  );
  // Sending to a process that has ended; its end is what counts.
  child.on('error', () => {});
  child.on('message', (report: Report) => {
    if ('chunks' in report) chunks.push(...report.chunks);
    else if ('crash' in report) crash = report.crash;
    else pending.resolve(report);
  });

  /** Settles when the process has it. One that has ended is told by `pending`. */
  const send = (order: Order) =>
    Promise.race([
      new Promise<void>((resolve) => child.send(order, () => resolve())),
      pending.promise,
    ]);

  /** Piece by piece: fifty megabytes at once would hold up everybody else. */
  async function sendTask({ source, sizes, memory }: Task): Promise<void> {
    if (source.kind === 'post') {
      return void (await send({ task: { source, sizes }, byteLength: 0, memory }));
    }
    const { bytes, ...about } = source;
    const { byteLength } = bytes;
    await send({ task: { source: about, sizes }, byteLength, memory });
    for (let at = 0; at < byteLength; at += piece) {
      await send({ piece: bytes.subarray(at, at + piece) });
    }
  }

  return {
    /**
     * One call at a time.
     *
     * @throws AppError of the loader; `unsupported_type` (retryable) when the process breaks, `too_large`
     *   (retryable) when it takes too much memory; what `end()` is given
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
    /** False: another one has to be started. */
    isUsable: () => usable,
    /** Fails the source in hand. Settles when the process is gone. */
    end,
  };
}
export type ReaderProcess = ReturnType<typeof startReaderProcess>;
