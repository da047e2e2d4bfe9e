import type { Trouble, TurnedAway, VendorFailure } from '../contract/trouble.ts';
import { dayName, later, localDate } from '../runtime/local-date.ts';
import type { Log } from '../runtime/log.ts';
import { oneAtATime } from '../runtime/one-at-a-time.ts';
import type { State } from '../storage/state.ts';
import type { SettingsStore } from '../wordpress/settings.ts';

/** Milliseconds for which counts gather before they are written: hundreds may be turned away in a second. */
const gather = 1000;
/** Milliseconds until counts that could not be written are tried again. */
const pause = 60_000;
/** Milliseconds: a year of figures, and the one before it for comparison. */
const kept = 800 * 86_400_000;
const prefix = 'count:';

interface Dependencies {
  state: Pick<State, 'add' | 'numbers'>;
  settings: Pick<SettingsStore, 'site'>;
  clock: () => number;
  log: Log;
}

/** Counts of one day by name: `waited`, `turned_away:<reason>`, `failed:<provider>:<failure>`, `took_over:<who>`. */
export type Counts = ReadonlyMap<string, number>;

/** Counts events by day, in the site's time zone, for all sidecars of the site together. */
export function createDayCounts({ state, settings, clock, log }: Dependencies) {
  const waiting = new Map<string, number>();
  const serially = oneAtATime();
  let timer: NodeJS.Timeout | undefined;

  const today = () => dayName(localDate(clock(), settings.site()?.time_zone ?? 'UTC'));

  const add = (name: string, by: number) => waiting.set(name, (waiting.get(name) ?? 0) + by);

  function settleIn(ms: number): void {
    timer ??= setTimeout(() => void settle(), ms).unref();
  }

  /** Writes what has been counted; what cannot be written is kept. */
  const settle = (): Promise<void> =>
    serially(async () => {
      clearTimeout(timer);
      timer = undefined;
      for (const name of [...waiting.keys()]) {
        // More may have been counted while the names before it were written.
        const by = waiting.get(name) ?? 0;
        waiting.delete(name);
        try {
          await state.add(name, by, clock() + kept);
        } catch (error) {
          add(name, by);
          log.debug({ err: error }, 'counts of the day could not be written');
          return settleIn(pause);
        }
      }
    });

  return {
    settle,
    today,

    count: (name: string, by = 1): void => {
      add(`${prefix}${today()}:${name}`, by);
      settleIn(gather);
    },

    /** Returns the counts of the days from `first` to `last`, both included. */
    async between(first: string, last: string): Promise<Map<string, Counts>> {
      await settle();
      const days = new Map<string, Map<string, number>>();
      const end = dayName(later(new Date(last), 1));
      const rows = await state.numbers(prefix + first, prefix + end);
      for (const [name, number] of rows) {
        const day = name.slice(prefix.length, name.indexOf(':', prefix.length));
        const counts = days.get(day) ?? new Map<string, number>();
        days.set(day, counts.set(name.slice(prefix.length + day.length + 1), number));
      }
      return days;
    },
  };
}
export type DayCounts = ReturnType<typeof createDayCounts>;

/** Returns the counts in the form of the contract, the most frequent first. */
export function troubleOf(given: Counts = new Map()): Trouble {
  // A refusal of yesterday may be taken back today.
  const counts = new Map([...given].filter(([, count]) => count > 0));
  const of = (name: string) => counts.get(name) ?? 0;
  const stood_in = { builtin: of('took_over:builtin'), other: of('took_over:other') };
  const trouble: Trouble = { waited: of('waited'), turned_away: [], failures: [], stood_in };
  for (const [name, count] of [...counts].sort(([, a], [, b]) => b - a)) {
    const [kind, who = '', failure = ''] = name.split(':');
    if (kind === 'turned_away') trouble.turned_away.push({ reason: who as TurnedAway, count });
    if (kind === 'failed') {
      trouble.failures.push({ provider: who, failure: failure as VendorFailure, count });
    }
  }
  return trouble;
}
