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
export function createLeasedLoop(work: LeasedWork, dependencies: LoopDependencies) {
  const { state, lease, clock, log } = dependencies;
  const owner = randomUUID();
  /** Failures in a row; null: unknown, because the previous process may have failed. */
  let failures: number | null = null;

  async function succeeded(): Promise<void> {
    if (failures !== 0) await work.report(null);
    failures = 0;
  }

  async function runSteps({ signal, isWokenAgain }: Run): Promise<number | null> {
    await work.begin(signal);
    while (!isWokenAgain() && !signal.aborted) {
      const held = await state.lease(work.name, owner, clock(), clock() + lease);
      if (!held) return lease;
      if (!(await work.step(signal))) break;
      await succeeded();
      await work.rest(signal);
    }
    await state.replaceText(work.name, owner, null);
    await succeeded();
    return null;
  }

  async function failed(error: unknown): Promise<number> {
    const asked = error instanceof AppError ? (error.retryAfter ?? 0) * 1000 : 0;
    const delay = Math.min(minDelay * 2 ** (failures ?? 0), maxDelay);
    failures = (failures ?? 0) + 1;
    if (work.isWanted?.() ?? true) log.warn({ err: error }, work.failure);
    await work.report(error).catch((unreported: unknown) => {
      if (work.isWanted?.() ?? true) log.error({ err: unreported }, work.failure);
    });
    return Math.max(asked, delay);
  }

  const loop = new Loop((run) =>
    runSteps(run).catch((error: unknown) => (run.signal.aborted ? null : failed(error))),
  );

  return {
    look: () => loop.wake(),
    check: () => loop.check(),
    async stop(): Promise<void> {
      await loop.stop();
      await state.replaceText(work.name, owner, null).catch(() => false);
    },
  };
}
export type LeasedLoop = ReturnType<typeof createLeasedLoop>;
