import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  isMarkedAsUntransferable,
  MessageChannel,
  receiveMessageOnPort,
  Worker,
  type MessagePort,
} from 'node:worker_threads';
import { AppError } from '../app-error.ts';
import type { NewChunk } from '../storage/chunks.ts';
import type { Extraction } from './extract.ts';
import type { Answer, Task } from './extract-worker.ts';

/**
 * Megabytes. Never to be reached: at its limit V8 may abort the whole process instead of the
 * thread (nodejs/node#47224). Whoever uses the thread watches its memory and ends it long before.
 * Still less than V8 would take, because the farther the limit, the lazier the garbage collection.
 */
const heapLimit = 1536;

function startWorker(program: URL, chunkPort: MessagePort): Worker {
  const worker = new Worker(program, {
    name: 'extract',
    workerData: chunkPort,
    transferList: [chunkPort],
    // What reads untrusted files needs to know nothing of the site.
    env: {},
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapLimit, maxYoungGenerationSizeMb: 16 },
  });
  // Parsers complain there of every broken file; our own output is a log of JSON lines.
  worker.stdout.resume();
  worker.stderr.resume();
  return worker;
}

/** Bytes that fill their buffer go over without a copy; here they are empty then. */
function post(worker: Worker, { source, sizes }: Task): void {
  if (source.kind === 'post') return worker.postMessage({ source, sizes });
  const { buffer, byteLength } = source.bytes;
  const whole = byteLength === buffer.byteLength && !isMarkedAsUntransferable(buffer);
  const bytes = whole ? source.bytes : new Uint8Array(source.bytes);
  worker.postMessage({ source: { ...source, bytes }, sizes }, [bytes.buffer as ArrayBuffer]);
}

/** Batch by batch: all chunks of a book at once would hold up everybody else. */
async function takeChunks(port: MessagePort): Promise<NewChunk[]> {
  const chunks: NewChunk[] = [];
  for (;;) {
    const received = receiveMessageOnPort(port) as { message: NewChunk[] } | undefined;
    if (!received) return chunks;
    chunks.push(...received.message);
    await nextTurn();
  }
}

/** May pass: what a parser left undone may fail only while the next source is being read. */
const crashed = (cause: unknown) =>
  new AppError('unsupported_type', {
    message: 'This document cannot be read; it may be damaged.',
    retryable: true,
    cause,
  });

async function extractionOf(result: Answer['result'], port: MessagePort): Promise<Extraction> {
  if ('error' in result) {
    const { code, message, retryable, cause } = result.error;
    throw new AppError(code, { message, retryable, cause: new Error(cause) });
  }
  const chunks = await takeChunks(port);
  if (chunks.length !== result.chunkCount) throw crashed(new Error('Some chunks were lost.'));
  return { ...result.about, chunks };
}

/** A thread that reads one source after another, until it is spent or one of them breaks it. */
export function startExtractThread(program = new URL('./extract-worker.ts', import.meta.url)) {
  const { port1, port2 } = new MessageChannel();
  const worker = startWorker(program, port2);
  let pending = Promise.withResolvers<Answer>();
  let usable = true;

  function end(error: unknown): Promise<unknown> {
    usable = false;
    pending.reject(error);
    // Nobody may be waiting.
    pending.promise.catch(() => {});
    return worker.terminate();
  }
  worker
    .on('message', (answer: Answer) => pending.resolve(answer))
    .on('error', (error) => void end(crashed(error)))
    .on('exit', (code) => void end(crashed(new Error(`The thread ended with code ${code}.`))))
    .unref();

  return {
    /**
     * One call at a time. The bytes of the source may be taken over.
     *
     * @throws AppError of the loader, or `unsupported_type` (retryable) when the thread breaks; what
     *   `end()` is given
     */
    async read(task: Task): Promise<Extraction> {
      pending = Promise.withResolvers<Answer>();
      worker.ref();
      try {
        post(worker, task);
        const { result, spent } = await pending.promise;
        if (spent) usable = false;
        return await extractionOf(result, port1);
      } finally {
        worker.unref();
      }
    },
    /** False: another one has to be started. */
    isUsable: () => usable,
    /** Fails the source in hand. Settles when the thread is gone. */
    end,
  };
}
export type ExtractThread = ReturnType<typeof startExtractThread>;
