import { randomUUID } from 'node:crypto';
import { AppError } from '../errors/app-error.ts';
import type { Log } from '../runtime/log.ts';
import { Loop, type Run } from '../runtime/one-at-a-time.ts';
import type { State } from '../storage/state.ts';

interface LeasedWork {
  /** Name of the lease. */
  name: string;
  /** Called before the first step of each run, in every process. */
  begin: (signal: AbortSignal) => Promise<unknown>;
  /** Returns false when nothing is left to do. */
  step: (signal: AbortSignal) => Promise<boolean>;
  /** Called between two steps. */
  rest: (signal: AbortSignal) => Promise<unknown>;
  /** Stores the problem that owners see; null after a success. */
  report: (error: unknown) => Promise<void>;
  /** Log message for a failed step. */
  failure: string;
  /** Absent: always. While nobody wants the work, a failed step is no news. */
  isWanted?: () => boolean;
}

export interface LoopDependencies {
  state: State;
  /** Milliseconds. */
  lease: number;
  clock: () => number;
  log: Log;
}

const minDelay = 2000;
const maxDelay = 300_000;

/**
 * Works in the background, step by step, in one process at a time. A failure is tried again after a delay
 * that doubles each time, or the one that the error names.
 */
export class LeasedLoop {
  readonly #work: LeasedWork;
  readonly #dependencies: LoopDependencies;
  readonly #owner = randomUUID();
  readonly #loop = new Loop((run) =>
    this.#runSteps(run).catch((error: unknown) =>
      run.signal.aborted ? null : this.#failed(error),
    ),
  );
  /** Failures in a row; null: unknown, because the previous process may have failed. */
  #failures: number | null = null;

  constructor(work: LeasedWork, dependencies: LoopDependencies) {
    this.#work = work;
    this.#dependencies = dependencies;
  }

  /** Works now, whatever delay there is. */
  wake(): void {
    this.#loop.wake();
  }

  /** Works now, unless the loop waits for its delay. */
  check(): void {
    this.#loop.check();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    await this.#release().catch(() => false);
  }

  async #runSteps({ signal, isWokenAgain }: Run): Promise<number | null> {
    const { state, lease, clock } = this.#dependencies;
    const { name, begin, step, rest } = this.#work;
    await begin(signal);
    while (!isWokenAgain() && !signal.aborted) {
      if (!(await state.lease(name, this.#owner, clock(), clock() + lease))) return lease;
      if (!(await step(signal))) break;
      await this.#succeeded();
      await rest(signal);
    }
    await this.#release();
    await this.#succeeded();
    return null;
  }

  #release(): Promise<boolean> {
    return this.#dependencies.state.replaceText(this.#work.name, this.#owner, null);
  }

  async #succeeded(): Promise<void> {
    if (this.#failures !== 0) await this.#work.report(null);
    this.#failures = 0;
  }

  async #failed(error: unknown): Promise<number> {
    const { log } = this.#dependencies;
    const { failure, report, isWanted = () => true } = this.#work;
    const requested = error instanceof AppError ? (error.retryAfter ?? 0) * 1000 : 0;
    const delay = Math.min(minDelay * 2 ** (this.#failures ?? 0), maxDelay);
    this.#failures = (this.#failures ?? 0) + 1;
    if (isWanted()) log.warn({ err: error }, failure);
    await report(error).catch((unreported: unknown) => {
      if (isWanted()) log.error({ err: unreported }, failure);
    });
    return Math.max(requested, delay);
  }
}
