import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { AppError } from '../errors/app-error.ts';
import type { Settings } from '../contract/settings.ts';
import type { State } from '../storage/state.ts';

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
  state: State;
  /** Hashes addresses, so that the database does not tell them. */
  key: Uint8Array;
  clock: () => number;
}

/**
 * Counts a visitor's messages in fixed windows; all sidecars share the counters. Messages that the gateway
 * passes on come back through PHP, so they are counted apart.
 */
export function createRateLimit({ state, key, clock }: RateLimitOptions) {
  return async function consume(
    ip: string,
    limits: Settings['limits'],
    counted: 'message' | 'passed on' = 'message',
  ): Promise<void> {
    const { per_ip_max: max, per_ip_window_s: window } = limits;
    if (max === 0) return;
    const now = clock();
    const current = Math.floor(now / 1000 / window);
    const name = counted === 'message' ? network(ip) : `${counted} ${network(ip)}`;
    const visitor = createHmac('sha256', key).update(name).digest('base64url');
    const endsAt = (current + 1) * window * 1000;
    const used = await state.add(`rate:${window}:${current}:${visitor}`, 1, endsAt);
    if (used > max) {
      throw new AppError('rate_limited', { retryAfter: Math.ceil((endsAt - now) / 1000) });
    }
  };
}
