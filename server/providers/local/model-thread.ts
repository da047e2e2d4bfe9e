import { AppError } from '../../errors/app-error.ts';
import type { EmbedOptions } from '../embedder.ts';
import { Worker } from 'node:worker_threads';
import { VendorError, vendorGarbled, vendorTimedOut } from '../shared/vendor-error.ts';
import type { Order, Reply } from './thread-program.ts';
import { ownFile } from '../../runtime/program-files.ts';

/** Texts that somebody waits for. */
interface Call {
  folder: string;
  texts: readonly string[];
  purpose: EmbedOptions['purpose'];
  /** Vectors of the first texts. */
  vectors: Float32Array[];
  resolve: (vectors: Float32Array[]) => void;
  reject: (error: unknown) => void;
}

/** One piece of work: a window of a document with the English model takes 56 ms, eight short questions at once 35. */
const maxTexts = 8;
const maxCharacters = 600;
/** Calls that may wait. A question for which many others come first is answered by its words, which is faster. */
const maxCalls = { query: 12, document: 200 };

/** A text that is embedded next. */
interface Next {
  call: Call;
  text: string;
}

/** Returns the first of the texts that fit one piece of work; at least one. */
function piece(texts: readonly Next[]): Next[] {
  let characters = 0;
  const tooMany = texts.findIndex(({ text }, at) => {
    characters += text.length;
    return at > 0 && (at === maxTexts || characters > maxCharacters);
  });
  return texts.slice(0, tooMany < 0 ? texts.length : tooMany);
}

/** The calls that wait. Questions go before documents. */
class Calls {
  readonly #waiting: Call[] = [];

  /** @throws AppError `overloaded` if no further call may wait */
  add(
    about: Pick<Call, 'folder' | 'texts'>,
    { purpose, signal }: EmbedOptions,
  ): Promise<Float32Array[]> {
    const before = this.#waiting.filter((call) => call.purpose === purpose);
    if (before.length >= maxCalls[purpose]) throw new AppError('overloaded', { retryAfter: 5 });
    const { promise, resolve, reject } = Promise.withResolvers<Float32Array[]>();
    const call: Call = { ...about, purpose, vectors: [], resolve, reject };
    const onAbort = () => this.fail(call, signal.reason);
    const release = () => signal.removeEventListener('abort', onAbort);
    promise.then(release, release);
    signal.addEventListener('abort', onAbort, { once: true });
    this.#waiting.push(call);
    return promise;
  }

  /** Returns the next piece of work: texts for one model, of several questions or of one call with documents. */
  next(): Next[] {
    const questions = this.#waiting.filter(({ purpose }) => purpose === 'query');
    const [first] = questions.length > 0 ? questions : this.#waiting;
    const together = questions.filter(({ folder }) => folder === first?.folder);
    const calls = together.length > 0 ? together : this.#waiting.slice(0, 1);
    return piece(
      calls.flatMap((call) =>
        call.texts
          .slice(call.vectors.length, call.vectors.length + maxTexts)
          .map((text) => ({ call, text })),
      ),
    );
  }

  /** Adds the vector of a call's next text. */
  take(call: Call, vector: Float32Array): void {
    call.vectors.push(vector);
    if (call.vectors.length < call.texts.length) return;
    this.#remove(call);
    call.resolve(call.vectors);
  }

  fail(call: Call, error: unknown): void {
    this.#remove(call);
    call.reject(error);
  }

  failAll(error: unknown): void {
    for (const call of [...this.#waiting]) this.fail(call, error);
  }

  #remove(call: Call): void {
    const at = this.#waiting.indexOf(call);
    if (at >= 0) this.#waiting.splice(at, 1);
  }
}

export const label = 'The local model';

/** A thread that does one order at a time, until it crashes or takes too long. */
class ModelWorker {
  readonly #worker: Worker;
  #pending: PromiseWithResolvers<Reply> | null = null;
  #isUsable = true;

  constructor(program: URL) {
    // Libraries print hints for developers, which would mix with the log's JSON lines.
    this.#worker = new Worker(program, { stdout: true, stderr: true });
    const crash = (words: string) => void this.end(vendorGarbled(label, words));
    this.#worker.on('message', (reply: Reply) => this.#pending?.resolve(reply));
    this.#worker.on('error', (error) => crash(`crashed: ${String(error).slice(0, 300)}`));
    this.#worker.on('exit', (code) => crash(`ended with code ${code}`));
    this.#worker.stdout.resume();
    this.#worker.stderr.resume();
  }

  /** False: another thread has to be started. */
  get isUsable(): boolean {
    return this.#isUsable;
  }

  /**
   * Does an order; must not be called before the previous call has settled.
   *
   * @param ms Time limit in milliseconds.
   * @throws AppError `provider_error` if the thread crashes, `provider_timeout`; the argument of `end`
   */
  async run(order: Order, ms: number): Promise<Reply> {
    const pending = Promise.withResolvers<Reply>();
    this.#pending = pending;
    const late = () => void this.end(vendorTimedOut(label, `no vectors after ${ms / 1000} s`));
    const overdue = setTimeout(late, ms);
    this.#worker.ref();
    this.#worker.postMessage(order);
    try {
      return await pending.promise;
    } finally {
      this.#pending = null;
      clearTimeout(overdue);
      if (this.#isUsable) this.#worker.unref();
    }
  }

  /** Fails the present order. Resolves when the thread has ended. */
  end(error: unknown): Promise<unknown> {
    this.#isUsable = false;
    // The process would end before those who wait for the thread's end do what is left to do.
    this.#worker.ref();
    this.#pending?.reject(error);
    return this.#worker.terminate().catch(() => undefined);
  }
}

interface Options {
  /** Program of the thread; speaks the protocol of thread-program.ts. */
  program?: URL;
  /** Milliseconds for one piece of work, without and with loading the model before it. */
  embedMs?: number;
  loadMs?: number;
  /** Milliseconds without work after which the thread ends. */
  idleMs?: number;
}

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

const usual = {
  program: ownFile('server/providers/local/thread-program.ts'),
  embedMs: 20_000,
  loadMs: 120_000,
  idleMs: 10 * 60_000,
};

/**
 * Runs models in one thread, which starts with the first text. Questions go before documents, and documents
 * go in small pieces, so that a question waits for one piece at most.
 */
export class ModelThread {
  readonly #options: Required<Options>;
  readonly #calls = new Calls();
  /** Folders of the models that the thread has loaded. */
  readonly #models = new Set<string>();
  #worker: ModelWorker | null = null;
  #ended: Promise<unknown> = Promise.resolve();
  #isWorking = false;
  #closing: Error | null = null;
  #idling: NodeJS.Timeout | undefined;

  constructor(options: Options = {}) {
    this.#options = { ...usual, ...options };
  }

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
    if (this.#closing) throw this.#closing;
    if (texts.length === 0) return [];
    const vectors = this.#calls.add({ folder, texts }, options);
    if (!this.#isWorking) void this.#work();
    return vectors;
  }

  /** Ends the thread after its present piece if it holds the model of a folder, whose files are to change. */
  async forget(folder: string): Promise<void> {
    if (!this.#models.has(folder)) return;
    this.#end(new AppError('provider_error'));
    await this.#ended;
  }

  /** Fails all calls and ends the thread. */
  async close(): Promise<void> {
    this.#closing = new Error('The sidecar is shutting down.');
    this.#calls.failAll(this.#closing);
    this.#end(this.#closing);
    clearTimeout(this.#idling);
    await this.#ended;
  }

  async #work(): Promise<void> {
    clearTimeout(this.#idling);
    this.#isWorking = true;
    for (let piece = this.#calls.next(); piece.length > 0; piece = this.#calls.next()) {
      const present = piece;
      // An error ends the calls of this piece, not the others.
      await this.#embedPiece(present).catch((error: unknown) => {
        for (const { call } of present) this.#calls.fail(call, error);
      });
    }
    this.#isWorking = false;
    this.#idling = setTimeout(() => this.#end(null), this.#options.idleMs).unref();
  }

  async #embedPiece(piece: readonly Next[]): Promise<void> {
    const { program, embedMs, loadMs } = this.#options;
    const { folder } = piece[0]!.call;
    const isLoaded = () => this.#models.has(folder);
    // A thread's memory never shrinks: another model replaces the thread.
    if (!this.#worker?.isUsable || (this.#models.size >= maxModels && !isLoaded())) this.#end(null);
    await this.#ended;
    if (this.#closing) throw this.#closing;
    this.#worker ??= new ModelWorker(program);
    const texts = piece.map(({ text }) => text);
    const reply = await this.#worker.run({ folder, texts }, isLoaded() ? embedMs : loadMs);
    if ('error' in reply) this.#models.delete(folder);
    else this.#models.add(folder);
    for (const [at, vector] of vectorsOf(reply, texts.length).entries()) {
      this.#calls.take(piece[at]!.call, vector);
    }
  }

  #end(error: unknown): void {
    if (this.#worker) this.#ended = this.#worker.end(error);
    this.#worker = null;
    this.#models.clear();
  }
}
