/** Callers of the access matrix with their cookies, and nonces in every state. */
import { login, runPhp, stack } from '../../stack.ts';
import type { Caller, NonceState } from './access-policy.ts';

/** A site with accounts; `accounts` holds passwords by login. */
export interface AccessSite {
  url: string;
  wpDir: string;
  accounts: Record<string, string>;
}

export interface Person {
  caller: Caller;
  cookie: string;
  /** Absent: the header is not sent. */
  nonces: Record<NonceState, string | undefined>;
}

/** Third part of a login cookie: `user|expiry|token|hash`. */
const tokenOf = (cookie: string): string => {
  const value = /wordpress_logged_in_\w+=([^;]+)/.exec(cookie)?.[1] ?? '';
  return decodeURIComponent(value).split('|')[2] ?? '';
};

/** Makes nonces of two half lives ago, as wp_verify_nonce() in wp-includes/pluggable.php computes them. */
const expiredNonces = (people: { login: string; token: string }[], site: AccessSite) =>
  runPhp<string[]>(
    `return array_map( function ( $one ) {
      $user = get_user_by( 'login', $one['login'] )->ID ?? 0;
      return substr( wp_hash( ( wp_nonce_tick( 'wp_rest' ) - 2 ) . '|wp_rest|' . $user . '|' . $one['token'], 'nonce' ), -12, 10 );
    }, json_decode( '${JSON.stringify(people)}', true ) );`,
    site,
  );

/** @param logins Login of each caller; '' for who is not logged in. */
export async function people(
  logins: Partial<Record<Caller, string>>,
  site: AccessSite = stack(),
): Promise<Person[]> {
  const found: { caller: Caller; login: string; cookie: string; nonce: string }[] = [];
  for (const [caller, name] of Object.entries(logins) as [Caller, string][]) {
    if (name) {
      const { cookie, nonce } = await login(name, site);
      found.push({ caller, login: name, cookie, nonce });
    } else {
      const response = await fetch(`${site.url}/wp-json/itih/v1/session`);
      const { nonce } = (await response.json()) as { nonce: string };
      found.push({ caller, login: '', cookie: '', nonce });
    }
  }
  const expired = await expiredNonces(
    found.map(({ login: name, cookie }) => ({ login: name, token: tokenOf(cookie) })),
    site,
  );
  return found.map(({ caller, cookie, nonce }, n) => ({
    caller,
    cookie,
    nonces: {
      valid: nonce,
      none: undefined,
      'another’s': found[(n + 1) % found.length]?.nonce,
      expired: expired[n],
      garbage: '0123456789',
    },
  }));
}
