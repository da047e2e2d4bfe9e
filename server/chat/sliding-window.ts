import type { State } from '../storage/state.ts';

/**
 * Parts of a window that are counted apart. A part counts until all of it is older than the window, so that no time of
 * the window's length ever has more than `max`. The wait is a tenth longer than the window at most.
 */
const parts = 10;

export type WindowCounters = Pick<State, 'readNumbers' | 'addUpTo' | 'add'>;

export interface Window {
  /** Names what is counted. */
  name: string;
  max: number;
  seconds: number;
}

/** A window at one moment: the counters of its parts, oldest first, the current one last. */
function partsOf({ name, seconds }: Window, now: number) {
  const length = (seconds * 1000) / parts;
  const current = Math.floor(now / length);
  const numbers = Array.from({ length: parts + 1 }, (_, at) => current - parts + at);
  return {
    names: numbers.map((number) => `rate:${seconds}:${name}:${number}`),
    /** Returns when a part no longer counts, in milliseconds. */
    endOf: (at: number) => Math.ceil((numbers[at]! + parts + 1) * length),
  };
}

/** Returns when a full window has room again, in milliseconds; 0 if it has room. */
function roomAt(
  { max }: Window,
  counts: readonly number[],
  { endOf }: ReturnType<typeof partsOf>,
): number {
  let sum = counts.reduce((total, count) => total + count, 0);
  let until = 0;
  for (let at = 0; sum >= max && at < counts.length; at++) {
    sum -= counts[at]!;
    until = endOf(at);
  }
  return until;
}

/**
 * Counts in sliding windows. All who share the counters share the windows; their clocks may differ by a part of the
 * window without much harm. Two who count at once may exceed a limit by one only at the border of two parts.
 */
export function createSlidingWindows(counters: WindowCounters, clock: () => number) {
  /** Counts one in each window, or in none. Returns the milliseconds to wait if one is full; else 0. */
  async function take(windows: readonly Window[]): Promise<number> {
    const now = clock();
    const all = windows.map((window) => ({ window, ...partsOf(window, now) }));
    const known = await counters.readNumbers(all.flatMap(({ names }) => names));
    const counted = all.map((each) => ({
      ...each,
      counts: each.names.map((name) => known.get(name) ?? 0),
    }));
    const until = Math.max(0, ...counted.map((each) => roomAt(each.window, each.counts, each)));
    if (until > 0) return until - now;
    const taken: { name: string; until: number }[] = [];
    for (const { window, names, counts, endOf } of counted) {
      const older = counts.slice(0, parts).reduce((total, count) => total + count, 0);
      const current = { name: names[parts]!, until: endOf(parts) };
      if (await counters.addUpTo(current.name, 1, window.max - older, current.until)) {
        taken.push(current);
        continue;
      }
      // Others have taken the room meanwhile.
      for (const { name, until: end } of taken) await counters.add(name, -1, end);
      return (older >= window.max ? endOf(0) : current.until) - now;
    }
    return 0;
  }

  /** Counts the first one in a window that is new. */
  async function first(window: Window): Promise<void> {
    const { names, endOf } = partsOf(window, clock());
    await counters.addUpTo(names[parts]!, 1, window.max, endOf(parts));
  }

  return { take, first };
}

/** Names that are kept at most: some 30 MB while that many addresses ask within a window. */
const maxNames = 100_000;

/** Counters of this process alone, for what is not worth a write to the database. */
export function memoryCounters(clock: () => number): WindowCounters {
  /** In the order in which they end: all windows are of one length until the owner changes it. */
  const numbers = new Map<string, { number: number; until: number }>();

  /** Forgets what has ended, and the oldest if there are too many. */
  function makeRoom(): void {
    const now = clock();
    for (const [name, { until }] of numbers) {
      if (until > now && numbers.size < maxNames) return;
      numbers.delete(name);
    }
  }

  const add = (name: string, by: number, until: number | null = null) => {
    makeRoom();
    const number = (numbers.get(name)?.number ?? 0) + by;
    numbers.set(name, { number, until: until ?? Infinity });
    return Promise.resolve(number);
  };
  return {
    add,
    async addUpTo(name, by, max, until) {
      if ((numbers.get(name)?.number ?? 0) + by > max) return false;
      await add(name, by, until);
      return true;
    },
    readNumbers: (names) =>
      Promise.resolve(new Map(names.map((name) => [name, numbers.get(name)?.number ?? 0]))),
  };
}
