import { AppError } from '../../errors/app-error.ts';
import type { EmbedOptions } from '../embedder.ts';
import { ownFile } from '../../runtime/program-files.ts';
import { VendorError, vendorGarbled } from '../shared/vendor-error.ts';
import { Calls } from './calls.ts';
import { label, startModelWorker, type ModelWorker } from './model-worker.ts';
import type { Reply } from './thread-program.ts';

interface Options {
  /** Program of the thread; speaks the protocol of thread-program.ts. */
  program?: URL;
  /** Milliseconds for one piece of work, without and with loading the model before it. */
  embedMs?: number;
  loadMs?: number;
  /** Milliseconds without work after which the thread ends. */
  idleMs?: number;
}

type Piece = ReturnType<Calls['next']>;

/** A thread holds the active model and the one of the next index. */
const maxModels = 2;

/** @throws AppError `provider_error` */
function vectorsOf(reply: Reply, count: number): Float32Array[] {
  if ('error' in reply) {
    const cause = new VendorError(`${label} failed: ${reply.error}`);
    throw new AppError('provider_error', { retryable: false, cause });
  }
  const { values, dimensions } = reply;
  if (dimensions === 0 || values.length !== count * dimensions) {
    throw vendorGarbled(label, 'returned an invalid response');
  }
  return Array.from({ length: count }, (_, at) =>
    values.slice(at * dimensions, (at + 1) * dimensions),
  );
}

/**
 * Runs models in one thread, which starts with the first text. Questions go before documents, and documents
 * go in small pieces, so that a question waits for one piece at most.
 */
export function createModelThread(options: Options = {}) {
  const { program = ownFile('server/providers/local/thread-program.ts') } = options;
  const { embedMs = 20_000, loadMs = 120_000, idleMs = 10 * 60_000 } = options;
  const calls = new Calls();
  const models = new Set<string>();
  let worker: ModelWorker | null = null;
  let ended: Promise<unknown> = Promise.resolve();
  let working = false;
  let closing: Error | null = null;
  let idling: NodeJS.Timeout | undefined;

  function end(error: unknown): void {
    if (worker) ended = worker.end(error);
    worker = null;
    models.clear();
  }

  async function embedPiece(piece: Piece): Promise<void> {
    const { folder } = piece[0]!.call;
    // A thread's memory never shrinks: another model replaces the thread.
    if (!worker?.isUsable() || (models.size >= maxModels && !models.has(folder))) end(null);
    await ended;
    if (closing) throw closing;
    worker ??= startModelWorker(program);
    const texts = piece.map(({ text }) => text);
    const reply = await worker.run({ folder, texts }, models.has(folder) ? embedMs : loadMs);
    if ('error' in reply) models.delete(folder);
    else models.add(folder);
    for (const [at, vector] of vectorsOf(reply, texts.length).entries()) {
      calls.take(piece[at]!.call, vector);
    }
  }

  async function work(): Promise<void> {
    clearTimeout(idling);
    working = true;
    for (let piece = calls.next(); piece.length > 0; piece = calls.next()) {
      const present = piece;
      // An error ends the calls of this piece, not the others.
      await embedPiece(present).catch((error: unknown) => {
        for (const { call } of present) calls.fail(call, error);
      });
    }
    working = false;
    idling = setTimeout(() => end(null), idleMs).unref();
  }

  return {
    /**
     * @param folder The model's folder.
     * @throws AppError `provider_error`, `provider_timeout`, `overloaded`; the signal's reason
     */
    async embed(
      folder: string,
      texts: readonly string[],
      options: EmbedOptions,
    ): Promise<Float32Array[]> {
      options.signal.throwIfAborted();
      if (closing) throw closing;
      if (texts.length === 0) return [];
      const vectors = calls.add({ folder, texts }, options);
      if (!working) void work();
      return vectors;
    },

    /** Ends the thread after its present piece if it holds the model of a folder, whose files are to change. */
    async forget(folder: string): Promise<void> {
      if (!models.has(folder)) return;
      end(new AppError('provider_error'));
      await ended;
    },

    /** Fails all calls and ends the thread. */
    async close(): Promise<void> {
      closing = new Error('The sidecar is shutting down.');
      calls.failAll(closing);
      end(closing);
      clearTimeout(idling);
      await ended;
    },
  };
}
export type ModelThread = ReturnType<typeof createModelThread>;
