import type { State } from '../storage/state.ts';
import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { AppError } from '../errors/app-error.ts';
import type { Settings } from '../contract/settings.ts';
import type { TurnedAway } from '../contract/turned-away.ts';

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

/** Returns the network that counts as one visitor. An IPv6 subscriber has a /64: 2001:db8::1 → 2001:db8:0:0. */
export function network(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail = ''] = (ip.split('%')[0] ?? '').split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const zeros = ip.includes('::') ? Array<string>(8 - left.length - right.length).fill('0') : [];
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

export interface RateLimitOptions {
  state: WindowCounters;
  /** Hashes addresses and secrets, so that the database does not tell them. */
  key: Uint8Array;
  clock: () => number;
}

type Limits = Settings['limits'];
/** Returns the limit of a conversation, an address or the site. */
const limitOf = (limits: Limits, who: 'session' | 'ip' | 'site') => ({
  max: limits[`per_${who}_max`],
  seconds: limits[`per_${who}_window_s`],
});

/** Conversations that are mailed to the owner in an hour. */
const mailLimits = { session: 3, ip: 10, site: 100 };
const mailSeconds = 3600;

/** Requests for each question that an address may send. */
const requestsPerQuestion = 10;

/**
 * Limits the questions of a conversation strictly, those of an address widely, as many visitors may share it, and
 * those of the whole site. All sidecars share the counters of questions. 0: any number.
 */
export function createRateLimit({ state, key, clock }: RateLimitOptions) {
  const { take: takeShared, first } = createSlidingWindows(state, clock);
  const { take: takeHere } = createSlidingWindows(memoryCounters(clock), clock);

  const named = (name: string, limit: Omit<Window, 'name'>): Window => ({
    ...limit,
    name: createHmac('sha256', key).update(name).digest('base64url'),
  });

  /** @throws AppError `rate_limited` */
  async function require(
    take: typeof takeShared,
    turnedAway: TurnedAway,
    windows: readonly Window[],
  ): Promise<void> {
    const limited = windows.filter(({ max }) => max > 0);
    const wait = limited.length > 0 ? await take(limited) : 0;
    if (wait <= 0) return;
    throw new AppError('rate_limited', { retryAfter: Math.ceil(wait / 1000), turnedAway });
  }

  return {
    /** Counts a question. @param sessionSecret Empty for a new session. @throws AppError `rate_limited` */
    question: (ip: string, sessionSecret: string, limits: Limits): Promise<void> =>
      require(takeShared, 'rate_limit', [
        ...(sessionSecret ? [named(`session ${sessionSecret}`, limitOf(limits, 'session'))] : []),
        named(network(ip), limitOf(limits, 'ip')),
        named('site', limitOf(limits, 'site')),
      ]),

    /** Counts the question that has opened a session. It was admitted. */
    async opened(sessionSecret: string, limits: Limits): Promise<void> {
      const window = named(`session ${sessionSecret}`, limitOf(limits, 'session'));
      if (window.max > 0) await first(window);
    },

    /** Counts a conversation that is mailed to the owner. @throws AppError `rate_limited` */
    mail: (ip: string, sessionSecret: string): Promise<void> =>
      require(takeShared, 'requests', [
        named(`mail of session ${sessionSecret}`, {
          max: mailLimits.session,
          seconds: mailSeconds,
        }),
        named(`mail of ${network(ip)}`, { max: mailLimits.ip, seconds: mailSeconds }),
        named('mail of site', { max: mailLimits.site, seconds: mailSeconds }),
      ]),

    /** Counts a visitor's other request, in this process alone. @throws AppError `rate_limited` */
    request(ip: string, limits: Limits): Promise<void> {
      const { max, seconds } = limitOf(limits, 'ip');
      return require(takeHere, 'requests', [
        named(network(ip), { max: max * requestsPerQuestion, seconds }),
      ]);
    },
  };
}
export type RateLimit = ReturnType<typeof createRateLimit>;
