import { randomUUID } from 'node:crypto';
import type { Log } from '../runtime/log.ts';
import type { State } from '../storage/state.ts';
import type { Bridge } from '../wordpress/bridge.ts';
import type { BudgetPeriod } from './budget.ts';

/** Share of a cap at which the owner is told. */
const share = 0.8;
/** Milliseconds between attempts, of all sidecars, to send a message that could not be sent. */
const pause = 60_000;

interface Dependencies {
  state: Pick<State, 'lease'>;
  bridge: Pick<Bridge, 'tellBudget'>;
  clock: () => number;
  log: Log;
}

/** Has WordPress mail the owner once a day or month when most of its tokens are used. */
export function createBudgetNotice({ state, bridge, clock, log }: Dependencies) {
  /** Counters that need no further message of this process, and until when (ms). */
  const quiet = new Map<string, number>();

  async function tell({ unit, name, cap, endsAt }: BudgetPeriod, used: number): Promise<void> {
    const lease = `told:${name}`;
    const owner = randomUUID();
    if (!(await state.lease(lease, owner, clock(), clock() + pause))) return;
    const ends_at = new Date(endsAt).toISOString();
    const { sent } = await bridge.tellBudget({ unit, used, limit: cap, ends_at });
    if (!sent) log.warn({ unit }, 'the site cannot mail its owner that the tokens run out');
    await state.lease(lease, owner, clock(), endsAt);
    quiet.set(name, endsAt);
  }

  /**
   * Hears of a use.
   *
   * @param isFull Whether there was no room for an answer, whose reservation may be a good part of a small cap.
   */
  return function used(period: BudgetPeriod, tokens: number, isFull = false): void {
    const { name, cap } = period;
    if (!isFull && tokens < share * cap) return;
    const now = clock();
    for (const [known, until] of quiet) if (until <= now) quiet.delete(known);
    if (quiet.has(name)) return;
    quiet.set(name, now + pause);
    tell(period, tokens).catch((error: unknown) =>
      log.warn({ err: error }, 'the owner could not be told that the tokens run out'),
    );
  };
}
