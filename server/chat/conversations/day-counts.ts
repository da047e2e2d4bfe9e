import type { Trouble, TurnedAway, VendorFailure } from '../../contract/trouble.ts';
import { dayName, later, localDate } from '../../runtime/local-date.ts';
import type { Log } from '../../runtime/log.ts';
import { oneAtATime } from '../../runtime/one-at-a-time.ts';
import type { State } from '../../storage/state.ts';
import type { SettingsStore } from '../../wordpress/settings.ts';

/** Milliseconds for which counts gather before they are written: hundreds may be turned away in a second. */
const gather = 1000;
/** Milliseconds until counts that could not be written are tried again. */
const pause = 60_000;
/** Milliseconds: a year of figures, and the one before it for comparison. */
const kept = 800 * 86_400_000;
const prefix = 'count:';

interface CountsDependencies {
  state: Pick<State, 'add' | 'numbers'>;
  settings: Pick<SettingsStore, 'site'>;
  clock: () => number;
  log: Log;
}

/** Counts of one day by name: `waited`, `turned_away:<reason>`, `failed:<provider>:<failure>`, `took_over:<who>`. */
export type Counts = ReadonlyMap<string, number>;

/** Counts events by day, in the site's time zone, for all sidecars of the site together. */
export class DayCounts {
  readonly #options: CountsDependencies;
  readonly #waiting = new Map<string, number>();
  readonly #serially = oneAtATime();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: CountsDependencies) {
    this.#options = options;
  }

  today(): string {
    const { settings, clock } = this.#options;
    return dayName(localDate(clock(), settings.site()?.time_zone ?? 'UTC'));
  }

  count = (name: string, by = 1): void => {
    this.#add(`${prefix}${this.today()}:${name}`, by);
    this.#settleIn(gather);
  };

  /** Returns the counts of the days from `first` to `last`, both included. */
  async between(first: string, last: string): Promise<Map<string, Counts>> {
    await this.settle();
    const days = new Map<string, Map<string, number>>();
    const end = dayName(later(new Date(last), 1));
    const rows = await this.#options.state.numbers(prefix + first, prefix + end);
    for (const [name, number] of rows) {
      const day = name.slice(prefix.length, name.indexOf(':', prefix.length));
      const counts = days.get(day) ?? new Map<string, number>();
      days.set(day, counts.set(name.slice(prefix.length + day.length + 1), number));
    }
    return days;
  }

  /** Writes what has been counted; what cannot be written is kept. */
  settle(): Promise<void> {
    const { state, clock, log } = this.#options;
    return this.#serially(async () => {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      for (const name of [...this.#waiting.keys()]) {
        // More may have been counted while the names before it were written.
        const by = this.#waiting.get(name) ?? 0;
        this.#waiting.delete(name);
        try {
          await state.add(name, by, clock() + kept);
        } catch (error) {
          this.#add(name, by);
          log.debug({ err: error }, 'counts of the day could not be written');
          return this.#settleIn(pause);
        }
      }
    });
  }

  #add(name: string, by: number): void {
    this.#waiting.set(name, (this.#waiting.get(name) ?? 0) + by);
  }

  #settleIn(ms: number): void {
    this.#timer ??= setTimeout(() => void this.settle(), ms).unref();
  }
}

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
