import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { AppError } from '../errors/app-error.ts';

/** Private hosts that the owner allows the sidecar to fetch. */
export interface Allowed {
  /** Lower case, `name` or `name:port`; for IPv6 `[::1]:8080`. */
  hosts: ReadonlySet<string>;
  ranges: readonly [ipaddr.IPv4 | ipaddr.IPv6, number][];
}

/**
 * Reads names, `name:port`, addresses and CIDR blocks, with commas or spaces between them.
 *
 * @throws Error that names the invalid entry
 */
export function parseAllowed(text: string): Allowed {
  const hosts = new Set<string>();
  const ranges: [ipaddr.IPv4 | ipaddr.IPv6, number][] = [];
  const entries = text.toLowerCase().split(/[\s,]+/);
  for (const entry of entries.filter(Boolean)) {
    if (ipaddr.isValidCIDR(entry)) {
      ranges.push(ipaddr.parseCIDR(entry));
    } else if (ipaddr.isValid(entry)) {
      const address = ipaddr.process(entry);
      ranges.push([address, address.kind() === 'ipv4' ? 32 : 128]);
    } else {
      const host = URL.parse(`http://${entry}`);
      if (!host || host.pathname !== '/' || host.username || !/[a-z\d\]]$/.test(entry)) {
        throw new Error(`${entry} is neither a host nor an address.`);
      }
      // The port is read from the text, because URL drops port 80.
      hosts.add(host.hostname + (/:\d+$/.exec(entry)?.[0] ?? ''));
    }
  }
  return { hosts, ranges };
}

/** @param more `name:port` */
export const withHosts = ({ hosts, ranges }: Allowed, more: readonly string[]): Allowed => ({
  hosts: new Set([...hosts, ...more]),
  ranges,
});

/** Allows the site itself, which may be on a private address. */
export function withSite(allowed: Allowed, siteUrl: string): Allowed {
  const site = URL.parse(siteUrl);
  return site ? withHosts(allowed, [`${site.hostname}:${portOf(site)}`]) : allowed;
}

const portOf = ({ protocol, port }: URL) => Number(port || (protocol === 'https:' ? 443 : 80));

/** Ports above 1023 of other protocols: https://fetch.spec.whatwg.org/#port-blocking */
const otherProtocols: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669,
  6679, 6697, 10_080,
]);

const isWebPort = (port: number) =>
  port === 80 || port === 443 || (port > 1023 && !otherProtocols.has(port));

/**
 * Addresses that are public, but lead into the provider's own network from a machine of its cloud. Those of the others
 * are link-local or private anyway.
 */
const clouds = [
  // https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
  '168.63.129.16/32',
  // https://cloud.ibm.com/docs/vpc?topic=vpc-service-endpoints-for-vpc
  '161.26.0.0/16',
  '166.8.0.0/14',
].map((block) => ipaddr.IPv4.parseCIDR(block));

/**
 * Tells whether an address is on the public Internet; of IPv6 only 2000::/3 is. An IPv6 address that embeds an
 * IPv4 address for a translator (RFC 4291, RFC 6052) counts as the IPv4 address.
 */
export function isPublic(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  const range = address.range();
  if (address instanceof ipaddr.IPv4) {
    return range === 'unicast' && !clouds.some((block) => address.match(block));
  }
  const bytes = address.toByteArray();
  if (range === 'rfc6052' && bytes[4] === 0 && bytes[5] === 0) {
    return isPublic(bytes.slice(12).join('.'));
  }
  return range === 'unicast' && ((bytes[0] ?? 0) & 0xe0) === 0x20;
}

/** Names that no public host has. https://www.rfc-editor.org/rfc/rfc6762#appendix-G */
const privateName = /\.(local|localhost|lan|internal|intranet|home|corp|private|home\.arpa)$/;

/**
 * Whether an address is that of a server of the owner's own: one without encryption, in a private network, or known by
 * a name of one's own. Nothing is looked up.
 */
export function isOwnServer(address: string): boolean {
  const { protocol, hostname } = URL.parse(address.trim()) ?? {};
  if (hostname === undefined) return false;
  if (protocol === 'http:') return true;
  const host = hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(host)) return !isPublic(host);
  return !host.includes('.') || privateName.test(host);
}

/** The message names no address, so that it reveals nothing about a private network. */
const blocked = (message = 'This address may not be fetched: it is not on the public Internet.') =>
  new AppError('blocked_address', { message });

/** The result of a check. */
export interface Checked {
  addresses: LookupAddress[];
  /** Whether one of them is private, but allowed. */
  inside: boolean;
}

/** Milliseconds: shorter than the time to live of most records, longer than a crowd's questions are apart. */
const fresh = 30_000;
const maxNames = 500;

export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/**
 * Returns a resolver that asks once for a name that several calls need, and remembers the addresses for a moment. The
 * system looks up two names at a time (libuv's threads): with a slow name server each further question would wait for
 * those before it. A failure is not remembered. Whoever connects still judges each address.
 */
export function sharedLookup(
  resolve: Resolve = (hostname) => lookup(hostname, { all: true }),
): Resolve {
  const known = new LRUCache<string, Promise<LookupAddress[]>>({
    max: maxNames,
    perf: { now: () => performance.now() },
  });
  return (hostname) => {
    const before = known.get(hostname);
    if (before) return before;
    const pending = resolve(hostname);
    // It has no end until there is an answer, from which it counts.
    known.set(hostname, pending);
    pending.then(
      () => known.get(hostname) === pending && known.set(hostname, pending, { ttl: fresh }),
      () => known.get(hostname) === pending && known.delete(hostname),
    );
    return pending;
  };
}

/** All guards of a process share what it has looked up. */
const sharedResolve = sharedLookup();

const nothing: Allowed = { hosts: new Set(), ranges: [] };

function passes(text: string, { ranges }: Allowed): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  const inRange = ([range, bits]: Allowed['ranges'][number]) =>
    address.kind() === range.kind() && address.match(range, bits);
  return isPublic(text) || ranges.some(inRange);
}

/** Names that always lead to this machine: https://www.rfc-editor.org/rfc/rfc6761#section-6.3 */
const isLocal = (hostname: string) => /^(.+\.)?localhost$/.test(hostname);

/** Returns whether all addresses of a URL are allowed; if not, they have to be resolved and checked. */
function inspect(url: URL, allowed: Allowed): boolean {
  const port = portOf(url);
  const hostname = url.hostname.replace(/\.$/, '');
  if (allowed.hosts.has(hostname) || allowed.hosts.has(`${hostname}:${port}`)) return true;
  if (!isWebPort(port)) {
    throw blocked('This address may not be fetched: its port is not for web pages.');
  }
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (isLocal(hostname) || (ipaddr.isValid(literal) && !passes(literal, allowed))) throw blocked();
  return false;
}

/** Checks URLs before they are fetched. */
export class AddressGuard {
  readonly #allowed: Allowed;
  readonly #resolve: Resolve;

  /** @param resolve Returns all addresses of a name. */
  constructor(allowed: Allowed, resolve: Resolve = sharedResolve) {
    this.#allowed = allowed;
    this.#resolve = resolve;
  }

  /** Checks a URL without resolving its name. @throws AppError `blocked_address` */
  check(url: URL): void {
    inspect(url, this.#allowed);
  }

  /**
   * Resolves and checks the name of a URL. Connect to these addresses only: a second look-up may give others
   * (DNS rebinding). One private address blocks all of them.
   *
   * @param named Whether the owner has named this host. Only then the allowed private hosts count: a page of
   *   the Internet may not lead there.
   * @throws AppError `blocked_address`; the resolver's error
   */
  async addressesOf(url: URL, named: boolean): Promise<Checked> {
    const allowed = named ? this.#allowed : nothing;
    const trusted = inspect(url, allowed);
    const addresses = await this.#resolve(url.hostname.replace(/^\[|\]$/g, ''));
    if (!trusted && !addresses.every(({ address }) => passes(address, allowed))) throw blocked();
    return { addresses, inside: !addresses.every(({ address }) => isPublic(address)) };
  }
}
