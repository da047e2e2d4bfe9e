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

/**
 * Why a call of a vendor failed: `key`: key or access refused · `credit`: none left · `limit`: so many requests ·
 * `model`: model or address not known · `request`: this request refused · `late`: no answer in time · `down`: not
 * reached, or its own failure · `reply`: an answer that cannot be used, or is without a word · `setup`: not called,
 * something has to be entered first.
 */
export const vendorFailure = z.enum([
  'key',
  'credit',
  'limit',
  'model',
  'request',
  'late',
  'down',
  'reply',
  'setup',
]);
export type VendorFailure = z.infer<typeof vendorFailure>;

const count = z.number().int();

/** Waits, refusals and failures that visitors met on one day. */
export const trouble = z.object({
  /** Questions that were answered after their visitor was told that they wait, or after they were sent again. */
  waited: count,
  /** A question that a widget repeats counts once, and not at all if it is answered then. */
  turned_away: z.array(z.object({ reason: turnedAway, count })),
  /** Calls that failed after all retries. */
  failures: z.array(z.object({ provider: z.string(), failure: vendorFailure, count })),
  /** Answers by another model than the first one, which had failed. */
  stood_in: z.object({ builtin: count, other: count }),
});
export type Trouble = z.infer<typeof trouble>;
