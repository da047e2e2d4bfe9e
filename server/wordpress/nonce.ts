import { createHmac, timingSafeEqual } from 'node:crypto';

/** Results of WordPress' filters `nonce_life` and `nonce_user_logged_out` for anonymous visitors. */
export interface NonceRules {
  /** Seconds. A nonce is valid in the half in which it was made and the next one. */
  life: number;
  user: string;
}

export const usualNonces: NonceRules = { life: 86_400, user: '0' };

/** Returns `wp_create_nonce('wp_rest')` of an anonymous visitor, who has no session token; wp-includes/pluggable.php. */
function nonceAt(tick: number, salt: string, user: string): string {
  const hash = createHmac('md5', salt).update(`${tick}|wp_rest|${user}|`).digest('hex');
  return hash.slice(-12, -2);
}

const tickAt = (now: number, life: number) => Math.ceil(now / (life / 2));

/** `now` in Unix seconds; `salt` is NONCE_KEY followed by NONCE_SALT. */
export const createAnonymousNonce = (salt: string, now: number, rules = usualNonces) =>
  nonceAt(tickAt(now, rules.life), salt, rules.user);

export function verifyAnonymousNonce(
  nonce: string,
  salt: string,
  now: number,
  rules = usualNonces,
): boolean {
  const tick = tickAt(now, rules.life);
  const given = Buffer.from(nonce);
  return [tick, tick - 1].some((candidate) => {
    const expected = Buffer.from(nonceAt(candidate, salt, rules.user));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
