import { inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { AppError, toAppError } from '../app-error.ts';
import type { ErrorCode } from '../contract/errors.ts';
import type { NewChunk } from '../storage/chunks.ts';
import { extract, type ChunkSizes, type Extraction, type Source } from './extract.ts';

/** What the thread is sent. */
export interface Task {
  source: Source;
  sizes: ChunkSizes;
}

/** What it answers when the chunks, in batches, wait at the port that it was started with. */
export interface Answer {
  result:
    | { about: Omit<Extraction, 'chunks'>; chunkCount: number }
    | { error: { code: ErrorCode; message: string; retryable: boolean; cause: string } };
  /** The thread holds more memory than it should, and cannot give it back. */
  spent: boolean;
}

/** Characters: the main thread takes in so many within a millisecond or two. */
const batchLength = 200_000;
/** Bytes that a thread may hold between two sources. */
const spentAt = 96 * 2 ** 20;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as NonNullable<typeof globalThis.gc>;

function* batches(chunks: readonly NewChunk[]): Generator<NewChunk[]> {
  let start = 0;
  let length = 0;
  for (const [index, { content, headingPath }] of chunks.entries()) {
    length += content.length + headingPath.length;
    if (length < batchLength && index < chunks.length - 1) continue;
    yield chunks.slice(start, index + 1);
    start = index + 1;
    length = 0;
  }
}

/** Deep nesting exhausts the stack, and vast texts the length that strings and arrays may have. */
function asAppError(error: unknown): AppError {
  if (!(error instanceof RangeError)) return toAppError(error);
  const message = 'This document is too large or too deeply nested to be read.';
  return new AppError('too_large', { message, cause: error });
}

async function resultOf({ source, sizes }: Task, chunkPort: MessagePort) {
  try {
    const { chunks, ...about } = await extract(source, sizes, new AbortController().signal);
    for (const batch of batches(chunks)) chunkPort.postMessage(batch);
    return { about, chunkCount: chunks.length };
  } catch (thrown) {
    const error = asAppError(thrown);
    const { code, message, retryable } = error;
    const cause = inspect(error.cause ?? error).slice(0, 4000);
    return { error: { code, message, retryable, cause } };
  }
}

function held(): number {
  const { heapTotal, external } = process.memoryUsage();
  return heapTotal + external;
}

/** What one source leaves behind would be held against the next one. */
function isSpent(): boolean {
  if (held() < spentAt) return false;
  collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  // WebAssembly never gives memory back.
  return held() >= spentAt;
}

parentPort?.on('message', (task: Task) => {
  void resultOf(task, workerData as MessagePort).then((result) =>
    parentPort?.postMessage({ result, spent: isSpent() } satisfies Answer),
  );
});
