import { randomUUID } from 'node:crypto';
import { AppError } from '../errors/app-error.ts';
import type { Log } from '../runtime/log.ts';
import type { State } from '../storage/state.ts';

interface LeasedWork {
  /** Of the lease, in the state. */
  name: string;
  /** Before the first step of each look; every process does it. */
  begin: (signal: AbortSignal) => Promise<unknown>;
  /** False: nothing is left to do. */
  step: (signal: AbortSignal) => Promise<boolean>;
  /** Between two steps. */
  rest: (signal: AbortSignal) => Promise<unknown>;
  /** What owners are told; null: it goes on. */
  report: (error: unknown) => Promise<void>;
  /** For the log. */
  failure: string;
}

export interface LoopDependencies {
  state: State;
  /** Milliseconds. */
  lease: number;
  clock: () => number;
  log: Log;
}

const firstDelay = 2000;
const longestDelay = 300_000;

/** Work in the background, step by step, by one process at a time; what fails is tried again ever more seldom. */
export function createLeasedLoop(work: LeasedWork, dependencies: LoopDependencies) {
  const { state, lease, clock, log } = dependencies;
  const owner = randomUUID();
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<void> | null = null;
  let lookAgain = false;
  let timer: NodeJS.Timeout | undefined;
  /** Failures in a row; at the start it is not known how the process before has ended. */
  let failures: number | null = null;

  async function run(): Promise<void> {
    await work.begin(signal);
    while (!lookAgain && !signal.aborted) {
      const held = await state.lease(work.name, owner, clock(), clock() + lease);
      if (!held) return later(lease);
      if (!(await work.step(signal))) break;
      await succeeded();
      await work.rest(signal);
    }
    await state.replaceText(work.name, owner, null);
    await succeeded();
  }

  async function succeeded(): Promise<void> {
    if (failures !== 0) await work.report(null);
    failures = 0;
  }

  async function failed(error: unknown): Promise<void> {
    if (signal.aborted) return;
    const asked = error instanceof AppError ? (error.retryAfter ?? 0) * 1000 : 0;
    const delay = Math.min(firstDelay * 2 ** (failures ?? 0), longestDelay);
    failures = (failures ?? 0) + 1;
    log.warn({ err: error }, work.failure);
    later(Math.max(asked, delay));
    await work.report(error);
  }

  function later(delay: number): void {
    clearTimeout(timer);
    timer = setTimeout(look, delay);
  }

  /** Looks now for something to do; a call during a run leads to another. */
  function look(): void {
    if (signal.aborted) return;
    clearTimeout(timer);
    timer = undefined;
    lookAgain = running !== null;
    if (running) return;
    running = run()
      .catch(failed)
      .catch((error: unknown) => log.error({ err: error }, work.failure))
      .finally(() => {
        running = null;
        if (lookAgain) look();
      });
  }

  return {
    look,
    /** The same, but waits on when something is being waited for. */
    check: (): void => {
      if (timer === undefined) look();
    },
    async stop(): Promise<void> {
      clearTimeout(timer);
      stopping.abort(new Error('The sidecar is shutting down.'));
      await running;
      await state.replaceText(work.name, owner, null).catch(() => false);
    },
  };
}
export type LeasedLoop = ReturnType<typeof createLeasedLoop>;
