/** The sidecar's verdict about nonces against WordPress' own, on a thousand of them. */
import { randomBytes, randomInt } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { verifyAnonymousNonce } from '../../../server/wordpress/nonce.ts';
import { runPhp } from '../../stack.ts';

const cases = 1000;

/** A nonce of WordPress, and a way to spoil it. */
interface Recipe {
  /** Half lives before now. */
  age: number;
  action: string;
  user: number;
  token: string;
  spoil: 'no' | 'cut' | 'longer' | 'empty' | 'capitals' | 'digit' | 'random';
}

const pick = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)] as Item;

const recipe = (): Recipe => ({
  age: pick([0, 0, 0, 1, 1, 1, 2, 3, -1, randomInt(1000)]),
  action: pick([
    'wp_rest',
    'wp_rest',
    'wp_rest',
    'wp_rest',
    'heartbeat-nonce',
    '-1',
    'WP_REST',
    '',
  ]),
  user: pick([0, 0, 0, 0, 0, 1, randomInt(100)]),
  token: pick(['', '', '', '', randomBytes(20).toString('hex')]),
  spoil: pick([
    'no',
    'no',
    'no',
    'no',
    'no',
    'cut',
    'longer',
    'empty',
    'capitals',
    'digit',
    'random',
  ]),
});

function spoiled(nonce: string, how: Recipe['spoil']): string {
  const at = randomInt(nonce.length);
  const digit = nonce[at] === '0' ? '1' : '0';
  return {
    no: nonce,
    cut: nonce.slice(0, at),
    longer: nonce + digit,
    empty: '',
    capitals: nonce.toUpperCase(),
    digit: nonce.slice(0, at) + digit + nonce.slice(at + 1),
    random: randomBytes(5).toString('hex'),
  }[how];
}

/** Runs code in WordPress with what the test gives, as JSON. */
const withGiven = <T>(given: unknown, code: string) =>
  runPhp<T>(`$given = json_decode( base64_decode( '${Buffer.from(JSON.stringify(given)).toString('base64')}' ), true );
    ${code}`);

interface Verdicts {
  now: number;
  salt: string;
  rules: { life: number; user: string };
  verdicts: boolean[];
}

async function compare(filters: string): Promise<number> {
  const recipes = Array.from({ length: cases }, recipe);
  const made = await withGiven<string[]>(
    recipes,
    `${filters}
    return array_map( fn( $one ) => substr( wp_hash( ( wp_nonce_tick( $one['action'] ) - $one['age'] ) . '|' . $one['action'] . '|'
      . ( $one['user'] ?: apply_filters( 'nonce_user_logged_out', 0, $one['action'] ) ) . '|' . $one['token'], 'nonce' ), -12, 10 ), $given );`,
  );
  const nonces = made.map((nonce, n) => spoiled(nonce, recipes[n]?.spoil ?? 'no'));
  const { now, salt, rules, verdicts } = await withGiven<Verdicts>(
    nonces,
    `${filters}
    return array( 'now' => time(), 'salt' => wp_salt( 'nonce' ), 'rules' => \\Itih\\RagChat\\anonymous_nonce_rules(),
      'verdicts' => array_map( fn( $nonce ) => (bool) wp_verify_nonce( $nonce, 'wp_rest' ), $given ) );`,
  );
  const ours = nonces.map((nonce) => verifyAnonymousNonce(nonce, salt, now, rules));
  const differ = nonces.filter((_, n) => ours[n] !== verdicts[n]);
  expect(differ).toEqual([]);
  return verdicts.filter(Boolean).length;
}

test.each([
  ['as WordPress makes them', ''],
  [
    'with filters for their life and their user',
    "add_filter( 'nonce_life', fn() => 7200 ); add_filter( 'nonce_user_logged_out', fn() => 'guest-7' );",
  ],
  ['with an odd life', "add_filter( 'nonce_life', fn() => 86399 );"],
])(`${cases} nonces %s get the same verdict of both`, async (name, filters) => {
  const accepted = await compare(filters);
  console.info(`${name}: ${accepted} of ${cases} accepted by both`);
  // Else the test would compare nothing.
  expect(accepted).toBeGreaterThan(cases / 20);
  expect(accepted).toBeLessThan(cases / 2);
});
