import { flushCompileCache } from 'node:module';
import type { ErrorCode } from '../../contract/errors.ts';
import { toAppError } from '../../errors/app-error.ts';
import { isMachineFault } from '../../errors/machine-fault.ts';
import { errorText } from '../../runtime/logged-error.ts';
import { version } from '../../runtime/version.ts';
import type { NewChunk } from '../../storage/chunks.ts';
import { failure } from '../failures.ts';
import { extract, type ChunkSizes, type Extraction, type Source } from './extract.ts';
import { startWatch } from './reader-watch.ts';

type Post = Extract<Source, { kind: 'post' }>;
type WithoutBytes<One> = One extends unknown ? Omit<One, 'bytes'> : never;

/** Message to the process: a task, followed by the pieces of its bytes. */
export type Order =
  | {
      task: { source: Post | WithoutBytes<Exclude<Source, Post>>; sizes: ChunkSizes };
      /** Length of the source. */
      byteLength: number;
      /** Bytes by which the process may exceed its size at the start. */
      memory: number;
    }
  | { piece: Uint8Array };

/** Message from the process after the chunks of a source. */
export interface Ended {
  result:
    | { about: Omit<Extraction, 'chunks'>; chunkCount: number }
    | {
        error: { code: ErrorCode; message: string; retryable: boolean; cause: string };
        /** A file of the program is missing, because an update replaces it. */
        ofMachine: boolean;
      };
  /** The process has become too large to read another source. */
  spent: boolean;
}

/** Message from the process; `ready` is the first, `crash` the error that is ending the process. */
export type Report = { ready: true } | { chunks: NewChunk[] } | Ended | { crash: string };

/** Characters: the sidecar receives as many within one or two milliseconds. */
const batchLength = 200_000;
/** Bytes of growth after which the process is replaced; the parsers of PDF and Word alone take 90 MB. */
const maxGrowth = 128 * 2 ** 20;
/** Characters. */
const maxCause = 4000;

// While an update replaces the files, a sidecar of the old program may start a reader of the new one.
if (process.argv[3] !== version) process.exit(1);

const initialSize = process.memoryUsage.rss();
const limit = startWatch();

const report = (message: Report) => process.send?.(message);

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

async function resultOf(source: Source, sizes: ChunkSizes) {
  try {
    const { chunks, ...about } = await extract(source, sizes, new AbortController().signal);
    for (const batch of batches(chunks)) report({ chunks: batch });
    return { about, chunkCount: chunks.length };
  } catch (thrown) {
    // RangeError: the stack or the maximum length of a string or an array is exhausted.
    const isRange = thrown instanceof RangeError;
    const error = isRange ? failure('too_deep', { cause: thrown }) : toAppError(thrown);
    const { code, message, retryable } = error;
    const cause = errorText(error.cause ?? error).slice(0, maxCause);
    return { error: { code, message, retryable, cause }, ofMachine: isMachineFault(thrown) };
  }
}

const isTooLarge = () => process.memoryUsage.rss() - initialSize > maxGrowth;

async function read(source: Source, sizes: ChunkSizes): Promise<void> {
  const result = await resultOf(source, sizes);
  limit[0] = Infinity;
  // Garbage of many small sources; a new process takes two seconds.
  if (isTooLarge()) globalThis.gc?.();
  report({ result, spent: isTooLarge() });
  // The process is going to be killed, so Node would not write its compile cache at exit.
  flushCompileCache();
}

let missing = 0;
let take: (piece: Uint8Array) => void = () => {};

function begin({ task, byteLength, memory }: Extract<Order, { task: unknown }>): void {
  limit[0] = initialSize + memory;
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

// Terminals and systemd signal all processes of a service; the sidecar ends this one when it is done.
process.on('SIGINT', () => {}).on('SIGTERM', () => {});
process.on('uncaughtExceptionMonitor', (error) => {
  report({ crash: errorText(error).slice(0, maxCause) });
});
process.on('message', (order: Order) => ('piece' in order ? take(order.piece) : begin(order)));
report({ ready: true });
