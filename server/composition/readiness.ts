import { setTimeout as sleep } from 'node:timers/promises';
import { databaseFailure } from '../errors/database-failure.ts';
import type { State } from '../storage/state.ts';

/** Milliseconds for which a result is used again. */
const fresh = 1000;
/** Milliseconds for the database to answer. */
const patience = 2000;

/** Why the database cannot be written; null if it can. */
export type NotWritable = 'disk_full' | 'locked' | 'unreachable' | null;

/** Returns a function that tells whether the database takes what is written to it. */
export function createReadiness(state: Pick<State, 'probe'>, clock: () => number) {
  let last: { at: number; result: Promise<NotWritable> } | undefined;

  async function look(): Promise<NotWritable> {
    const late = new AbortController();
    try {
      const probe = state.probe(clock());
      probe.catch(() => undefined);
      const timeout = sleep(patience, 'late' as const, { signal: late.signal, ref: false });
      timeout.catch(() => undefined);
      return (await Promise.race([probe, timeout])) === 'late' ? 'unreachable' : null;
    } catch (error) {
      const failure = databaseFailure(error);
      return failure === 'full' ? 'disk_full' : (failure ?? 'unreachable');
    } finally {
      late.abort();
    }
  }

  return function readiness(): Promise<NotWritable> {
    if (!last || clock() - last.at >= fresh) last = { at: clock(), result: look() };
    return last.result;
  };
}
export type Readiness = ReturnType<typeof createReadiness>;
