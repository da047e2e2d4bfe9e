import { describe, expect, test } from '@jest/globals';
import { createAnonymousNonce, usualNonces, verifyAnonymousNonce } from './nonce.ts';

/** PHP: `substr( hash_hmac( 'md5', $tick . '|wp_rest|0|', $key . $salt ), -12, 10 )`. */
const vectors: [number, string, string][] = [
  [1_700_000_000, 'key one' + 'salt one', 'd384101c02'],
  [1_700_000_000, 'k!@#' + 's"\'\\', '67d102f9ed'],
];

test.each(vectors)('at %i with “%s” the nonce is WordPress’ own: %s', (now, salt, nonce) => {
  expect(createAnonymousNonce(salt, now)).toBe(nonce);
});

describe('a nonce', () => {
  const salt = 'key one' + 'salt one';
  const half = usualNonces.life / 2;
  /** The last second of a half day. */
  const made = 39_352 * half;
  const nonce = createAnonymousNonce(salt, made);

  test.each([
    ['in the second it was made', 0, true],
    ['in the first second of the next half day', 1, true],
    ['in the last second of the next half day', half, true],
    ['a second later', half + 1, false],
    ['in the half day before it was made', -half, false],
  ])('%s is accepted: %s', (_case, later, accepted) => {
    expect(verifyAnonymousNonce(nonce, salt, made + later)).toBe(accepted);
  });

  test.each([
    ['none', ''],
    ['part of one', nonce.slice(0, 9)],
    ['one that goes on', `${nonce}0`],
    ['one of letters with several bytes', 'éééééééééé'],
    ['one of another site', createAnonymousNonce('other', made)],
  ])('that is %s is refused', (_case, other) => {
    expect(verifyAnonymousNonce(other, salt, made)).toBe(false);
  });

  test('follows the filters of the site for its life and for the user of anonymous visitors', () => {
    const rules = { life: 7200, user: 'guest' };
    const short = createAnonymousNonce(salt, made, rules);
    expect(verifyAnonymousNonce(short, salt, made + 3600, rules)).toBe(true);
    expect(verifyAnonymousNonce(short, salt, made + 3601, rules)).toBe(false);
    expect(verifyAnonymousNonce(short, salt, made)).toBe(false);
  });
});
