import { createHmac, randomBytes } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { Settings } from '../../contract/settings.ts';
import type { TurnedAway } from '../../contract/trouble.ts';
import { AppError } from '../../errors/app-error.ts';
import { unlessDiskFull } from '../../errors/database-failure.ts';
import type { State } from '../../storage/state.ts';

/**
 * Parts of a window that are counted apart. A part counts until all of it is older than the window, so that no time of
 * the window's length ever has more than `max`. The wait is a tenth longer than the window at most.
 */
const parts = 10;

type WindowCounters = Pick<State, 'readNumbers' | 'addUpTo' | 'add'>;

interface Window {
  /** Names what is counted. */
  name: string;
  max: number;
  seconds: number;
}

/** A window at one moment: the counters of its parts, oldest first, the current one last. */
function partsOf({ name, seconds }: Window, now: number) {
  const length = (seconds * 1000) / parts;
  const oldest = Math.floor(now / length) - parts;
  return {
    names: Array.from({ length: parts + 1 }, (_, at) => `rate:${seconds}:${name}:${oldest + at}`),
    /** Returns when a part no longer counts, in milliseconds. */
    endOf: (at: number) => Math.ceil((oldest + at + parts + 1) * length),
  };
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

/** Returns how many of the oldest parts must have ended for a window to have room. */
function partsUntilRoom({ max }: Window, counts: readonly number[]): number {
  let used = sum(counts);
  let ended = 0;
  while (used >= max && ended < counts.length) used -= counts[ended++]!;
  return ended;
}

/**
 * Counts one in each of sliding windows, or in none. Returns the milliseconds to wait if one is full; else 0. All who
 * share the counters share the windows; their clocks may differ by a part of the window without much harm. Two who count
 * at once may exceed a limit by one only at the border of two parts.
 */
async function take(
  counters: WindowCounters,
  windows: readonly Window[],
  now: number,
): Promise<number> {
  const all = windows.map((window) => ({ window, ...partsOf(window, now) }));
  const known = await counters.readNumbers(all.flatMap(({ names }) => names));
  const counted = all.map((each) => {
    const counts = each.names.map((name) => known.get(name) ?? 0);
    return { ...each, counts, full: partsUntilRoom(each.window, counts) };
  });
  const ends = counted.map(({ full, endOf }) => (full > 0 ? endOf(full - 1) : 0));
  const until = Math.max(...ends);
  if (until > 0) return until - now;
  const taken: { name: string; end: number }[] = [];
  for (const { window, names, counts, endOf } of counted) {
    const older = sum(counts.slice(0, parts));
    const current = { name: names[parts]!, end: endOf(parts) };
    if (await counters.addUpTo(current.name, 1, window.max - older, current.end)) {
      taken.push(current);
      continue;
    }
    // Others have taken the room meanwhile.
    for (const { name, end } of taken) await counters.add(name, -1, end);
    return (older >= window.max ? endOf(0) : current.end) - now;
  }
  return 0;
}

/** Names that are kept at most: some 30 MB while that many addresses ask within a window. */
const maxNames = 100_000;

/** Counters of this process alone, for what is not worth a write to the database. */
export class MemoryCounters implements WindowCounters {
  readonly #clock: () => number;
  /** In the order in which they end: all windows are of one length until the owner changes it. */
  readonly #numbers = new Map<string, { number: number; until: number }>();

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  async add(name: string, by: number, until: number | null = null): Promise<number> {
    // Forget those that have ended, and the oldest if there are too many.
    for (const [each, { until: end }] of this.#numbers) {
      if (end > this.#clock() && this.#numbers.size < maxNames) break;
      this.#numbers.delete(each);
    }
    const number = this.#numberOf(name) + by;
    this.#numbers.set(name, { number, until: until ?? Infinity });
    return Promise.resolve(number);
  }

  async addUpTo(name: string, by: number, max: number, until: number): Promise<boolean> {
    if (this.#numberOf(name) + by > max) return false;
    await this.add(name, by, until);
    return true;
  }

  async readNumbers(names: readonly string[]): Promise<Map<string, number>> {
    return Promise.resolve(new Map(names.map((name) => [name, this.#numberOf(name)])));
  }

  #numberOf = (name: string): number => this.#numbers.get(name)?.number ?? 0;
}

/** Returns the network that counts as one visitor. An IPv6 subscriber has a /64: 2001:db8::1 → 2001:db8:0:0. */
export function network(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}

type Limits = Settings['limits'];
/** Returns the limit of a conversation, an address or the site. */
const limitOf = (limits: Limits, who: 'session' | 'ip' | 'site') => ({
  max: limits[`per_${who}_max`],
  seconds: limits[`per_${who}_window_s`],
});

/** The limit of conversations that are mailed to the owner. */
const mails = (max: number) => ({ max, seconds: 3600 });

/** Requests for each question that an address may send. */
const requestsPerQuestion = 10;

interface RateLimitDependencies {
  state: WindowCounters;
  /** Hashes addresses and secrets, so that the database does not tell them. */
  key: Uint8Array;
  clock: () => number;
}

/**
 * Limits the questions of a conversation strictly, those of an address widely, as many visitors may share it, and
 * those of the whole site. All sidecars share the counters of questions. 0: any number.
 */
export class RateLimit {
  readonly #options: RateLimitDependencies;
  readonly #here: MemoryCounters;

  constructor(options: RateLimitDependencies) {
    this.#options = options;
    this.#here = new MemoryCounters(options.clock);
  }

  /** Counts a question. @param sessionSecret Empty for a new session. @throws AppError `rate_limited` */
  question(ip: string, sessionSecret: string, limits: Limits): Promise<void> {
    return this.#require(this.#options.state, 'rate_limit', [
      ...(sessionSecret ? [this.#ofSession(sessionSecret, limits)] : []),
      this.#named(network(ip), limitOf(limits, 'ip')),
      this.#named('site', limitOf(limits, 'site')),
    ]);
  }

  /** Counts the question that has opened a session. It was admitted. */
  opened(sessionSecret: string, limits: Limits): Promise<void> {
    const window = this.#ofSession(sessionSecret, limits);
    return this.#require(this.#options.state, 'rate_limit', [window]);
  }

  /** Counts a conversation that is mailed to the owner. @throws AppError `rate_limited` */
  mail(ip: string, sessionSecret: string): Promise<void> {
    return this.#require(this.#options.state, 'requests', [
      this.#named(`mail of session ${sessionSecret}`, mails(3)),
      this.#named(`mail of ${network(ip)}`, mails(10)),
      this.#named('mail of site', mails(100)),
    ]);
  }

  /** Counts a visitor's other request, in this process alone. @throws AppError `rate_limited` */
  request(ip: string, limits: Limits): Promise<void> {
    const { max, seconds } = limitOf(limits, 'ip');
    const window = this.#named(network(ip), { max: max * requestsPerQuestion, seconds });
    return this.#require(this.#here, 'requests', [window]);
  }

  #named(name: string, limit: Omit<Window, 'name'>): Window {
    const hashed = createHmac('sha256', this.#options.key).update(name).digest('base64url');
    return { ...limit, name: hashed };
  }

  #ofSession = (secret: string, limits: Limits): Window =>
    this.#named(`session ${secret}`, limitOf(limits, 'session'));

  /** @throws AppError `rate_limited` */
  async #require(
    counters: WindowCounters,
    turnedAway: TurnedAway,
    windows: readonly Window[],
  ): Promise<void> {
    const limited = windows.filter(({ max }) => max > 0);
    const wait = limited.length > 0 ? await take(counters, limited, this.#options.clock()) : 0;
    if (wait <= 0) return;
    throw new AppError('rate_limited', { retryAfter: Math.ceil(wait / 1000), turnedAway });
  }
}

const dayMs = 86_400_000;

interface AddressHashDependencies {
  state: Pick<State, 'writeMissing' | 'readText'>;
  key: Uint8Array;
  clock: () => number;
}

/**
 * Hashes visitors' addresses with the site's key and a salt that all its sidecars share for a day (UTC) and that is
 * deleted after it: sessions of one visitor are recognised for a day, and later nobody can try out addresses, not even
 * with the key.
 */
export class AddressHash {
  readonly #options: AddressHashDependencies;
  #known = { name: '', salt: '' };

  constructor(options: AddressHashDependencies) {
    this.#options = options;
  }

  async of(ip: string): Promise<string> {
    const { state, key, clock } = this.#options;
    const day = Math.floor(clock() / dayMs);
    const name = `address-salt:${day}`;
    if (this.#known.name !== name) {
      const made = randomBytes(32).toString('base64');
      // Kept for a minute more: the clocks of sidecars differ.
      // On a full disk no session is stored, so nothing has the salt but this process.
      await unlessDiskFull(
        () => state.writeMissing(name, made, (day + 1) * dayMs + 60_000),
        () => true,
      );
      this.#known = { name, salt: (await state.readText(name)) ?? made };
    }
    return createHmac('sha256', key)
      .update(`${this.#known.salt} ${network(ip)}`)
      .digest('hex');
  }
}
