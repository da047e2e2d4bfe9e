import { AppError } from '../errors/app-error.ts';
import type { Settings } from '../contract/settings.ts';
import type { Log } from '../runtime/log.ts';
import type { State } from '../storage/state.ts';

/** A day or a month (UTC) with a cap; 0: none. */
export interface BudgetPeriod {
  unit: 'day' | 'month';
  /** The counter's name. */
  name: string;
  cap: number;
  /** Milliseconds. */
  endsAt: number;
}

/** Returns this day and this month. */
export function budgetPeriods(
  limits: Settings['limits'],
  now: number,
): [day: BudgetPeriod, month: BudgetPeriod] {
  const date = new Date(now);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const text = date.toISOString();
  return [
    {
      unit: 'day',
      name: `tokens:${text.slice(0, 10)}`,
      cap: limits.daily_tokens,
      endsAt: Date.UTC(year, month, day + 1),
    },
    {
      unit: 'month',
      name: `tokens:${text.slice(0, 7)}`,
      cap: limits.monthly_tokens,
      endsAt: Date.UTC(year, month + 1),
    },
  ];
}

interface Dependencies {
  state: Pick<State, 'add' | 'addUpTo' | 'readNumber'>;
  clock: () => number;
  log: Log;
  /** Hears how many tokens of a cap are used or reserved, after each answer, and if there is no room for one. */
  used: (period: BudgetPeriod, tokens: number, isFull?: boolean) => void;
}

/** Counts tokens in the database, which all sidecars share. */
export function createBudgetCounters({ state, clock, log, used }: Dependencies) {
  /**
   * Changes that the database did not take, summed up by counter. If the answer of the database was lost rather than
   * the change, it is counted twice.
   */
  const owed = new Map<string, { period: BudgetPeriod; by: number }>();

  async function change(period: BudgetPeriod, by: number): Promise<void> {
    const { name, endsAt } = period;
    const sum = by + (owed.get(name)?.by ?? 0);
    owed.delete(name);
    if (sum === 0 || endsAt <= clock()) return;
    try {
      used(period, await state.add(name, sum, endsAt));
    } catch (error) {
      owed.set(name, { period, by: sum + (owed.get(name)?.by ?? 0) });
      log.warn(
        { err: error, counter: name, tokens: sum },
        'used tokens could not be counted yet; it is tried again',
      );
    }
  }

  /** Repeats the changes that failed. */
  async function settle(): Promise<void> {
    for (const { period } of [...owed.values()]) await change(period, 0);
  }

  /** @throws AppError `budget_exhausted`; the database's error */
  async function reserve(limits: Settings['limits'], tokens: number) {
    await settle();
    const now = clock();
    const held: BudgetPeriod[] = [];
    const settleAt = async (actual: number) => {
      for (const period of held) await change(period, actual - tokens);
    };
    try {
      for (const period of budgetPeriods(limits, now)) {
        const { name, cap, endsAt } = period;
        if (cap === 0) continue;
        if (!(await state.addUpTo(name, tokens, cap, endsAt))) {
          used(period, await state.readNumber(name), true);
          const retryAfter = Math.ceil((endsAt - now) / 1000);
          throw new AppError('budget_exhausted', { retryAfter, turnedAway: 'budget' });
        }
        held.push(period);
      }
    } catch (error) {
      await settleAt(0);
      throw error;
    }
    /** Replaces the reservation by what was used. */
    return settleAt;
  }

  return { reserve, settle };
}
export type BudgetCounters = ReturnType<typeof createBudgetCounters>;
