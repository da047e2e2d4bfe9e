import type { LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { boundedFetch } from '../net/bounded-fetch.ts';
import { basicAuth } from '../net/site-auth.ts';
import { shared } from '../runtime/one-at-a-time.ts';
import { pinnedLookup } from '../net/send-request.ts';

type Fetch = typeof globalThis.fetch;

/** Milliseconds. A web server on this machine accepts at once. */
const connectMs = 1000;
/** Maximum bytes of an answer; the bridge reads less. */
const maxBytes = 64 * 1024 * 1024;
/** Milliseconds before the site is searched on this machine again. */
const rest = 5 * 60_000;

const loopback = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Makes a `fetch` over one address, with the URL's host in `Host`, SNI and the check of the certificate. */
function over(address: (typeof loopback)[number]): Fetch {
  const options = { keepAlive: true, timeout: 60_000, lookup: pinnedLookup([address]) };
  const [plain, tls] = [new http.Agent(options), new https.Agent(options)];
  const agentFor = ({ protocol }: URL) => (protocol === 'https:' ? tls : plain);
  return boundedFetch({ connectMs, maxBytes, agentFor });
}

/** Returns the https address of a redirect from http to https of the same host; null for other answers. */
function secured(url: URL, response: Response): URL | null {
  const location = response.headers.get('location') ?? '';
  const target = URL.parse(location, url);
  if (![301, 302, 307, 308].includes(response.status) || url.protocol !== 'http:') return null;
  if (target?.protocol !== 'https:' || target.hostname !== url.hostname) return null;
  const to = new URL(url);
  to.protocol = 'https:';
  to.port = target.port;
  return to;
}

/** Follows one redirect, from http to https of the same host, with the signed request unchanged. */
const followingToTls =
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    const url = secured(new URL(input as string), response);
    if (!url) return response;
    await response.body?.cancel();
    return fetch(url, init);
  };

/** Sends the credentials of the site's web server with each call. @param credentials `user:password`; may be empty */
export const authorized =
  (fetch: Fetch, credentials: string): Fetch =>
  (input, init) => {
    const headers = {
      ...Object.fromEntries(new Headers(init?.headers)),
      ...basicAuth(credentials),
    };
    return fetch(input, { ...init, headers });
  };

/** Whether a host name needs no resolving. */
const isAddress = (hostname: string) =>
  /^(.+\.)?localhost$/.test(hostname) || isIP(hostname.replace(/^\[|\]$/g, '')) > 0;

interface Options {
  siteUrl: string;
  /** False: only the address itself is used. */
  tryLoopback: boolean;
  /** Rejects when another program or site answers, or none does in time. */
  probe: (fetch: Fetch) => Promise<unknown>;
  now: () => number;
}

type SiteFetch = Fetch & {
  /** Returns the address on this machine where the site was found; none elsewhere. */
  local: () => LookupAddress[];
};

/**
 * Makes a `fetch` for calls to the site. It tries this machine first, because the public address often leads to a
 * proxy that refuses programs, or cannot be reached from inside; then it uses the public address.
 *
 * Without TLS nothing authenticates the answering server, on loopback or elsewhere; calls are signed and contain no
 * secret.
 */
export function connectToSite({ siteUrl, tryLoopback, probe, now }: Options): SiteFetch {
  const outside = followingToTls((input, init) =>
    globalThis.fetch(input, { ...init, redirect: 'manual' }),
  );
  if (!tryLoopback || isAddress(URL.parse(siteUrl)?.hostname ?? 'localhost')) {
    return Object.assign(outside, { local: () => [] });
  }
  const inside = loopback.map((address) => followingToTls(over(address)));
  let current: Fetch | null = null;
  let lookAgain = 0;

  const look = shared(async (): Promise<Fetch> => {
    for (const fetch of inside) {
      const isSite = await probe(fetch).then(
        () => true,
        () => false,
      );
      if (isSite) return (current = fetch);
    }
    lookAgain = now() + rest;
    return (current = outside);
  });

  const call: Fetch = async (input, init) => {
    const looking = !current || (current === outside && now() >= lookAgain) ? look() : null;
    // Only the first call waits for the search.
    const fetch = current ?? (await looking) ?? outside;
    if (fetch === outside) return outside(input, init);
    const leave = () => {
      current = outside;
      lookAgain = 0;
    };
    try {
      const response = await fetch(input, init);
      // Another site may answer there by now.
      if (!response.ok) leave();
      return response;
    } catch (error) {
      leave();
      if (init?.signal?.aborted) throw error;
      return outside(input, init);
    }
  };

  const local = () => loopback.filter((_, index) => inside[index] === current);
  return Object.assign(call, { local });
}
