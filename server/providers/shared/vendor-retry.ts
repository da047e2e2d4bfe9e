import { AppError } from '../../errors/app-error.ts';
import { unlessAborted } from '../../net/unless-aborted.ts';
import { VendorError, vendorTimedOut } from './vendor-error.ts';

/** Answers by which a server is judged. */
const kept = 8;
/** A question may be longer than those, or wait for another one. */
const factor = 3;

/**
 * Learns how long a server of the owner's own takes for the first word. A processor reads a thousand tokens in half a
 * minute, and one that answers one question after the other lets the next ones wait; a vendor takes a second.
 */
export class Patience {
  readonly #isOwn: boolean;
  readonly #usual: number;
  readonly #longest: number;
  #times: number[] = [];

  constructor(isOwn: boolean, { answerMs, ownMs }: Pick<VendorTimeouts, 'answerMs' | 'ownMs'>) {
    this.#isOwn = isOwn;
    this.#usual = answerMs;
    this.#longest = Math.max(answerMs, ownMs);
  }

  /** Returns the milliseconds for which the first word of an answer is waited for. */
  answerMs(): number {
    if (!this.#isOwn) return this.#usual;
    if (this.#times.length === 0) return this.#longest;
    return Math.min(this.#longest, Math.max(this.#usual, factor * Math.max(...this.#times)));
  }

  /** Learns that the first word took as many milliseconds. */
  took(ms: number): void {
    this.#times = [...this.#times, ms].slice(-kept);
  }

  /** Learns that it did not come in time. */
  late(): void {
    this.#times = [];
  }
}

/** All in milliseconds. */
export interface VendorTimeouts {
  /** Until the connection stands, with TLS. */
  connectMs: number;
  /**
   * From the call to the first token of the answer, or to the whole of an answer that is not streamed, or to the
   * vector of a question. A visitor waits for it: reasoning that they are not shown is no token.
   */
  answerMs: number;
  /** The same, for a server of the owner's own that has not shown yet how fast it is. */
  ownMs: number;
  /**
   * From the call to the first token of a model that was asked to reason: some send nothing meanwhile. Reasoning
   * is shown then, and is a sign of life; the answer itself has twice the time.
   */
  reasoningMs: number;
  /** For a call that no visitor waits for, such as a batch of passages to embed. */
  batchMs: number;
  /** Between two pieces of a stream. */
  idleMs: number;
  /** Before the first retry; doubled each time, with jitter. */
  retryDelayMs: number;
}

export const vendorTimeouts: VendorTimeouts = {
  connectMs: 10_000,
  answerMs: 20_000,
  ownMs: 60_000,
  reasoningMs: 60_000,
  batchMs: 60_000,
  idleMs: 30_000,
  retryDelayMs: 400,
};

const maxRetries = 2;
/** Seconds. */
const maxRetryAfter = 5;

/**
 * Repeats an attempt that failed for a passing reason: a connection error, 429, 500, 502, 503 or 504. Gives up
 * if the vendor asks for more than 5 s, because a visitor is waiting.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  options: { signal: AbortSignal; retryDelayMs: number },
): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await attempt();
    } catch (error) {
      if (options.signal.aborted) throw options.signal.reason;
      if (retries === maxRetries || !isPassing(error)) throw error;
      const backOff = options.retryDelayMs * 2 ** retries * (0.5 + Math.random() / 2);
      await sleep(Math.max(backOff, (error.retryAfter ?? 0) * 1000), options.signal);
    }
  }
}

function isPassing(error: unknown): error is AppError {
  return (
    error instanceof AppError &&
    error.cause instanceof VendorError &&
    error.cause.transient &&
    (error.retryAfter ?? 0) <= maxRetryAfter
  );
}

/** @throws the signal's reason */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await unlessAborted(promise, signal).finally(() => clearTimeout(timer));
}

/**
 * Runs a call that is not streamed, retries included, within a time limit.
 *
 * @param limits.ms For all attempts together.
 * @throws AppError `provider_timeout`; the reason of `signal`; what `use` throws
 */
export async function withinTime<T>(
  limits: { label: string; ms: number; retryDelayMs: number },
  signal: AbortSignal,
  use: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { label, ms, retryDelayMs } = limits;
  const call = new GuardedCall(signal);
  call.within(ms, () => vendorTimedOut(label, 'no answer came'));
  try {
    return await withRetries(() => use(call.signal), { retryDelayMs, signal: call.signal });
  } catch (error) {
    throw call.signal.aborted ? call.signal.reason : error;
  } finally {
    call.end();
  }
}

/**
 * The signal of one call: aborted by the caller's, with its reason, or by a time limit. `end` must be called, so that
 * a long-lived caller's signal does not keep the call in memory.
 */
export class GuardedCall {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal;
  readonly #follow = () => this.#controller.abort(this.#caller.reason);
  #timer: NodeJS.Timeout | undefined;
  /** Milliseconds of the timer, and the error it would abort with; undefined: the clock is stopped. */
  #limit = 0;
  #overdue: (() => Error) | undefined;
  #late = false;

  constructor(caller: AbortSignal) {
    this.#caller = caller;
    if (caller.aborted) this.#follow();
    else caller.addEventListener('abort', this.#follow, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether the time limit aborted the call. */
  get late(): boolean {
    return this.#late;
  }

  /** Starts a time limit in place of the running one. */
  within(ms: number, reason: () => Error): void {
    this.#overdue = reason;
    // Called for each token with the same limit: one timer is enough.
    if (this.#timer && ms === this.#limit) return void this.#timer.refresh();
    this.#limit = ms;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!this.#overdue) return;
      this.#late = !this.signal.aborted;
      this.#controller.abort(this.#overdue());
    }, ms);
  }

  /** Stops the clock. */
  arrived(): void {
    this.#overdue = undefined;
  }

  /** Closes the connection. */
  cancel(): void {
    this.#controller.abort();
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#caller.removeEventListener('abort', this.#follow);
  }
}
