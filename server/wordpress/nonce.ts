import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds. A nonce is valid in the half in which it was made and the next one. */
export const nonceLife = 86_400;
const half = nonceLife / 2;

/** Returns `wp_create_nonce('wp_rest')` of an anonymous visitor (user 0, no session token); wp-includes/pluggable.php. */
function nonceAt(tick: number, salt: string): string {
  const hash = createHmac('md5', salt).update(`${tick}|wp_rest|0|`).digest('hex');
  return hash.slice(-12, -2);
}

/** `now` in Unix seconds; `salt` is NONCE_KEY followed by NONCE_SALT. */
export const createAnonymousNonce = (salt: string, now: number) =>
  nonceAt(Math.ceil(now / half), salt);

export function verifyAnonymousNonce(nonce: string, salt: string, now: number): boolean {
  const tick = Math.ceil(now / half);
  const given = Buffer.from(nonce);
  return [tick, tick - 1].some((candidate) => {
    const expected = Buffer.from(nonceAt(candidate, salt));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
