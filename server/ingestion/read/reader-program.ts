import { flushCompileCache } from 'node:module';
import { AppError, toAppError } from '../../errors/app-error.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { errorText } from '../../runtime/logged-error.ts';
import type { NewChunk } from '../../storage/chunks.ts';
import { extract, type ChunkSizes, type Extraction, type Source } from './extract.ts';
import { startWatch } from './reader-watch.ts';

type Post = Extract<Source, { kind: 'post' }>;
type File = Exclude<Source, Post>;
/** A union's members each without their bytes. */
type Bare<One> = One extends unknown ? Omit<One, 'bytes'> : never;

/** Message to the process. Bytes follow in pieces. */
export type Order =
  | {
      task: { source: Post | Bare<File>; sizes: ChunkSizes };
      /** Length of the source. */
      byteLength: number;
      /** Bytes by which the source may enlarge the process. */
      memory: number;
    }
  | { piece: Uint8Array };

/** Message from the process: chunks in batches, then how it ended; or why the process is about to end. */
export type Report =
  | { chunks: NewChunk[] }
  | {
      result:
        | { about: Omit<Extraction, 'chunks'>; chunkCount: number }
        | { error: { code: ErrorCode; message: string; retryable: boolean; cause: string } };
      /** The process holds more memory than it should: another one is to read the next source. */
      spent: boolean;
    }
  | { crash: string };

/** Characters: the main process takes in so many within a millisecond or two. */
const batchLength = 200_000;
/** Bytes that may have been added to the process by what it has read. */
const spentAt = 64 * 2 ** 20;
/** Characters of a cause. */
const longestCause = 4000;

const atStart = process.memoryUsage.rss();
const most = startWatch();

const report = (what: Report) => process.send?.(what);

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

async function resultOf(source: Source, sizes: ChunkSizes) {
  try {
    const { chunks, ...about } = await extract(source, sizes, new AbortController().signal);
    for (const batch of batches(chunks)) report({ chunks: batch });
    return { about, chunkCount: chunks.length };
  } catch (thrown) {
    const error = asAppError(thrown);
    const { code, message, retryable } = error;
    const cause = errorText(error.cause ?? error).slice(0, longestCause);
    return { error: { code, message, retryable, cause } };
  }
}

async function read(source: Source, sizes: ChunkSizes): Promise<void> {
  const result = await resultOf(source, sizes);
  most[0] = Infinity;
  report({ result, spent: process.memoryUsage.rss() - atStart > spentAt });
  // The process will be killed: it would not write at its end what makes the next one start faster.
  flushCompileCache();
}

let missing = 0;
let take: (piece: Uint8Array) => void = () => {};

function begin({ task, byteLength, memory }: Extract<Order, { task: unknown }>): void {
  most[0] = process.memoryUsage.rss() + memory;
  const { source, sizes } = task;
  if (source.kind === 'post') return void read(source, sizes);
  const bytes = new Uint8Array(byteLength);
  missing = byteLength;
  take = (piece) => {
    bytes.set(piece, byteLength - missing);
    missing -= piece.byteLength;
    if (missing === 0) void read({ ...source, bytes }, sizes);
  };
  if (missing === 0) take(new Uint8Array());
}

// A terminal and systemd signal to all processes of a service, and what is being read ends with the main one.
process.on('SIGINT', () => {}).on('SIGTERM', () => {});
process.on('uncaughtExceptionMonitor', (error) => {
  report({ crash: errorText(error).slice(0, longestCause) });
});
process.on('message', (order: Order) => ('piece' in order ? take(order.piece) : begin(order)));
