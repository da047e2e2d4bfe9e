import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { AppError } from '../errors/app-error.ts';
import type { Settings } from '../contract/settings.ts';
import type { TurnedAway } from '../contract/turned-away.ts';
import {
  createSlidingWindows,
  memoryCounters,
  type Window,
  type WindowCounters,
} from './sliding-window.ts';

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

    /**
     * Counts a question that the gateway passes on. It comes back through PHP, so it is counted apart.
     *
     * @throws AppError `rate_limited`
     */
    passedOn: (ip: string, limits: Limits): Promise<void> =>
      require(takeShared, 'rate_limit', [named(`passed on ${network(ip)}`, limitOf(limits, 'ip'))]),

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
