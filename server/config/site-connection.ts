import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { boundedFetch } from '../net/bounded-fetch.ts';
import { shared } from '../runtime/one-at-a-time.ts';
import { pinnedLookup } from '../net/pinned-lookup.ts';

type Fetch = typeof globalThis.fetch;

/** Milliseconds. On this machine a web server accepts at once. */
const connectMs = 1000;
/** Milliseconds for the answer that tells the site. */
const probeMs = 5000;
/** Bytes of one answer, more than the bridge reads of any. */
const maxBytes = 64 * 1024 * 1024;
/** Milliseconds before the site is looked for on this machine again. */
const rest = 5 * 60_000;

const loopback = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Over one address, with the URL's host in `Host`, SNI and the check of the certificate. */
function over(address: (typeof loopback)[number]): Fetch {
  const options = { keepAlive: true, timeout: 60_000, lookup: pinnedLookup([address]) };
  const [plain, tls] = [new http.Agent(options), new https.Agent(options)];
  const agentFor = ({ protocol }: URL) => (protocol === 'https:' ? tls : plain);
  return boundedFetch({ connectMs, maxBytes, agentFor });
}

/** The same request over https, where a web server answers http with nothing but the way there. */
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

/** Follows one redirect, from http to https of the same host; the request stays as it was signed. */
const followingToTls =
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    const url = secured(new URL(input as string), response);
    if (!url) return response;
    await response.body?.cancel();
    return fetch(url, init);
  };

const within =
  (fetch: Fetch, milliseconds: number): Fetch =>
  (input, init) => {
    const limit = AbortSignal.timeout(milliseconds);
    const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit;
    return fetch(input, { ...init, signal });
  };

/** An address says where to connect to. */
const isAddress = (hostname: string) =>
  /^(.+\.)?localhost$/.test(hostname) || isIP(hostname.replace(/^\[|\]$/g, '')) > 0;

interface Options {
  siteUrl: string;
  /** False: only the address itself is used. */
  tryLoopback: boolean;
  /** Rejects when the plugin of this site is not what answers. */
  probe: (fetch: Fetch) => Promise<unknown>;
  now: () => number;
}

/**
 * A `fetch` for calls to the site. It looks for the site on this machine first, because its public address
 * often leads to a proxy that lets no program pass, or cannot be reached from inside; then it uses that.
 *
 * Without TLS nothing proves who answers, on loopback as little as elsewhere: calls are signed, and
 * tell no secret.
 */
export function connectToSite({ siteUrl, tryLoopback, probe, now }: Options): Fetch {
  const outside = followingToTls((input, init) =>
    globalThis.fetch(input, { ...init, redirect: 'manual' }),
  );
  if (!tryLoopback || isAddress(URL.parse(siteUrl)?.hostname ?? 'localhost')) return outside;
  const inside = loopback.map((address) => followingToTls(over(address)));
  let current: Fetch | null = null;
  let lookAgain = 0;

  const look = shared(async (): Promise<Fetch> => {
    for (const fetch of inside) {
      const isSite = await probe(within(fetch, probeMs)).then(
        () => true,
        () => false,
      );
      if (isSite) return (current = fetch);
    }
    lookAgain = now() + rest;
    return (current = outside);
  });

  return async (input, init) => {
    const looking = !current || (current === outside && now() >= lookAgain) ? look() : null;
    // Only the first call waits for it.
    const fetch = current ?? (await looking) ?? outside;
    if (fetch === outside) return outside(input, init);
    const leave = () => {
      current = outside;
      lookAgain = 0;
    };
    try {
      const response = await fetch(input, init);
      // Perhaps another site answers there by now.
      if (!response.ok) leave();
      return response;
    } catch (error) {
      leave();
      if (init?.signal?.aborted) throw error;
      return outside(input, init);
    }
  };
}
