import { z } from 'zod';

/**
 * Why a question was turned away: `starting`: it would have waited for its turn for too long · `total`: so many answers
 * were in progress · `relayed`: no PHP worker was free to wait for it · `address`, `session`: so many of one visitor ·
 * `rate_limit`: so many in a time, `requests` likewise of requests that ask nothing · `budget`: no tokens are left.
 */
export const turnedAway = z.enum([
  'starting',
  'total',
  'relayed',
  'address',
  'session',
  'rate_limit',
  'requests',
  'budget',
]);
export type TurnedAway = z.infer<typeof turnedAway>;
