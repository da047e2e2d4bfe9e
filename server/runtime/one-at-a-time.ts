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
  /** Whether `look()` was called during this run, so that another one follows. */
  isAskedAgain: () => boolean;
}

/**
 * Runs `work` whenever `look()` is called, and again after the milliseconds that it returns; null: only
 * when asked. Runs never overlap: a `look()` during a run leads to another run. `work` must not reject.
 */
export function createLoop(work: (run: Run) => Promise<number | null>) {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<void> | null = null;
  let isAskedAgain = false;
  let timer: NodeJS.Timeout | undefined;

  async function run(): Promise<void> {
    const delay = await work({ signal, isAskedAgain: () => isAskedAgain });
    running = null;
    if (isAskedAgain) look();
    else if (delay !== null && !signal.aborted) timer = setTimeout(look, delay);
  }

  function look(): void {
    if (signal.aborted) return;
    clearTimeout(timer);
    timer = undefined;
    isAskedAgain = running !== null;
    running ??= forNoRequest(run);
  }

  return {
    signal,
    look,
    /** Calls `look()` unless the loop waits for its delay. */
    check: (): void => {
      if (timer === undefined) look();
    },
    /** Aborts the signal and waits for the end of the present run. */
    async stop(): Promise<void> {
      clearTimeout(timer);
      stopping.abort(new Error('The sidecar is shutting down.'));
      await running;
    },
  };
}
