/** The sidecar's verdict about nonces against WordPress' own, on a thousand of them. */
import { randomBytes, randomInt } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { verifyAnonymousNonce } from '../../../server/wordpress/nonce.ts';
import { runPhp } from '../../stack.ts';
import { php } from './on-site.ts';

const cases = 1000;
const pick = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)] as Item;

/** A nonce of WordPress, and a way to spoil it. */
const recipe = () => ({
  /** Half lives before now. */
  age: pick([0, 0, 0, 1, 1, 1, 2, 3, -1, randomInt(1000)]),
  action: pick([...Array<string>(4).fill('wp_rest'), 'heartbeat-nonce', '-1', 'WP_REST', '']),
  user: pick([0, 0, 0, 0, 0, 1, randomInt(100)]),
  token: pick(['', '', '', '', randomBytes(20).toString('hex')]),
});
type Recipe = ReturnType<typeof recipe>;

const asItIs = (nonce: string) => nonce;
const spoil: ((nonce: string) => string)[] = [
  ...Array<typeof asItIs>(5).fill(asItIs),
  (nonce) => nonce.slice(0, randomInt(nonce.length)),
  (nonce) => `${nonce}0`,
  () => '',
  (nonce) => nonce.toUpperCase(),
  (nonce) => (nonce.startsWith('0') ? '1' : '0') + nonce.slice(1),
  () => randomBytes(5).toString('hex'),
];

interface Verdicts {
  now: number;
  salt: string;
  rules: { life: number; user: string };
  verdicts: boolean[];
}

const make = (recipes: Recipe[], filters: string) =>
  runPhp<string[]>(
    `${filters}
    return array_map( fn( $one ) => substr( wp_hash( ( wp_nonce_tick( $one['action'] ) - $one['age'] ) . '|' . $one['action'] . '|'
      . ( $one['user'] ?: apply_filters( 'nonce_user_logged_out', 0, $one['action'] ) ) . '|' . $one['token'], 'nonce' ), -12, 10 ), ${php(recipes)} );`,
  );

test.each([
  ['as WordPress makes them', ''],
  [
    'with filters for their life and their user',
    "add_filter( 'nonce_life', fn() => 7200 ); add_filter( 'nonce_user_logged_out', fn() => 'guest-7' );",
  ],
  ['with an odd life', "add_filter( 'nonce_life', fn() => 86399 );"],
])(`${cases} nonces %s get the same verdict of both`, async (_name, filters) => {
  const made = await make(Array.from({ length: cases }, recipe), filters);
  const nonces = made.map((nonce) => pick(spoil)(nonce));
  const { now, salt, rules, verdicts } = await runPhp<Verdicts>(
    `${filters}
    return array( 'now' => time(), 'salt' => wp_salt( 'nonce' ), 'rules' => \\Itih\\RagChat\\anonymous_nonce_rules(),
      'verdicts' => array_map( fn( $nonce ) => (bool) wp_verify_nonce( $nonce, 'wp_rest' ), ${php(nonces)} ) );`,
  );
  const ours = nonces.map((nonce) => verifyAnonymousNonce(nonce, salt, now, rules));
  expect(nonces.filter((_, n) => ours[n] !== verdicts[n])).toEqual([]);
  // Else the test would compare nothing.
  const accepted = verdicts.filter(Boolean).length;
  expect(accepted).toBeGreaterThan(cases / 20);
  expect(accepted).toBeLessThan(cases / 2);
});
