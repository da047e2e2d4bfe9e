import { forNoRequest } from './request-id.ts';

/** Returns a function that runs jobs in the order given, each after the end of the previous one. */
export function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve();
  return function run<T>(job: () => Promise<T>): Promise<T> {
    const running = last.then(job);
    last = running.catch(() => undefined);
    return running;
  };
}

/** Returns `work` so that calls during a run share that run and its result. */
export function shared<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => {
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  };
}

/** One run of a loop. */
export interface Run {
  /** Aborts when the loop is stopped. */
  signal: AbortSignal;
  /** Whether `wake()` was called during this run, so that another one follows. */
  isWokenAgain: () => boolean;
}

/**
 * Runs `work` whenever `wake()` is called, and again after the milliseconds that it returns; null: only when woken.
 * Runs never overlap: a `wake()` during a run leads to another run.
 */
export class Loop {
  readonly #work: (run: Run) => Promise<number | null>;
  readonly #stopping = new AbortController();
  #running: Promise<void> | null = null;
  #isWokenAgain = false;
  #timer: NodeJS.Timeout | undefined;

  /** @param work Must not reject. */
  constructor(work: (run: Run) => Promise<number | null>) {
    this.#work = work;
  }

  /** Aborts when the loop is stopped. */
  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  wake(): void {
    if (this.signal.aborted) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isWokenAgain = this.#running !== null;
    this.#running ??= forNoRequest(() => this.#run());
  }

  /** Calls `wake()` unless the loop waits for its delay. */
  check(): void {
    if (this.#timer === undefined) this.wake();
  }

  /** Aborts the signal and waits for the end of the present run. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#stopping.abort(new Error('The sidecar is shutting down.'));
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this;
    const delay = await this.#work({ signal, isWokenAgain: () => this.#isWokenAgain });
    this.#running = null;
    if (this.#isWokenAgain) this.wake();
    else if (delay !== null && !signal.aborted) this.#timer = setTimeout(() => this.wake(), delay);
  }
}
