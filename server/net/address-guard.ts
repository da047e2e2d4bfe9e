import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import { AppError } from '../errors/app-error.ts';

/** What the owner lets the sidecar fetch although it is not public. */
export interface Allowed {
  /** Lower case, `name` or `name:port`; of IPv6 `[::1]:8080`. */
  hosts: ReadonlySet<string>;
  ranges: readonly [ipaddr.IPv4 | ipaddr.IPv6, number][];
}

/**
 * Names, `name:port`, addresses and CIDR blocks, with commas or spaces between them.
 *
 * @throws Error that names what cannot be read
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
      // The port is read from the text: 80 is no default here.
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

/** The site itself may be read wherever it is: it is the owner's, and it is what this program is for. */
export function withSite(allowed: Allowed, siteUrl: string): Allowed {
  const site = URL.parse(siteUrl);
  return site ? withHosts(allowed, [`${site.hostname}:${portOf(site)}`]) : allowed;
}

const portOf = ({ protocol, port }: URL) => Number(port || (protocol === 'https:' ? 443 : 80));

/** Above 1023 what speaks other protocols: https://fetch.spec.whatwg.org/#port-blocking */
const otherProtocols: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669,
  6679, 6697, 10_080,
]);

const isWebPort = (port: number) =>
  port === 80 || port === 443 || (port > 1023 && !otherProtocols.has(port));

/**
 * Whether an address is one of the public Internet. Of IPv6 that is only 2000::/3; an address that
 * carries one of IPv4 for a translator (RFC 4291, RFC 6052) is what it carries.
 */
export function isPublic(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  const range = address.range();
  if (address.kind() === 'ipv4') return range === 'unicast';
  const bytes = address.toByteArray();
  if (range === 'rfc6052' && bytes[4] === 0 && bytes[5] === 0) {
    return isPublic(bytes.slice(12).join('.'));
  }
  return range === 'unicast' && ((bytes[0] ?? 0) & 0xe0) === 0x20;
}

/** The message names no address: what a name resolves to inside a network is nobody's business. */
const blocked = (message = 'This address may not be fetched: it is not on the public Internet.') =>
  new AppError('blocked_address', { message });

/** Where to connect to. */
export interface Checked {
  addresses: LookupAddress[];
  /** One of them is not public, but let pass. */
  inside: boolean;
}

export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

const ask: Resolve = (hostname) => lookup(hostname, { all: true });

const nothing: Allowed = { hosts: new Set(), ranges: [] };

function passes(text: string, { ranges }: Allowed): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  const inRange = ([range, bits]: Allowed['ranges'][number]) =>
    address.kind() === range.kind() && address.match(range, bits);
  return isPublic(text) || ranges.some(inRange);
}

/** A name that is resolved by nobody else: https://www.rfc-editor.org/rfc/rfc6761#section-6.3 */
const isLocal = (hostname: string) => /^(.+\.)?localhost$/.test(hostname);

/**
 * Says where a URL may be fetched from.
 *
 * @param resolve All addresses of a name.
 */
export function createAddressGuard(allowed: Allowed, resolve = ask) {
  /** Whether all that a URL leads to is let pass; else its name has to be asked for. */
  function inspect(url: URL, what: Allowed): boolean {
    const port = portOf(url);
    const hostname = url.hostname.replace(/\.$/, '');
    if (what.hosts.has(hostname) || what.hosts.has(`${hostname}:${port}`)) return true;
    if (!isWebPort(port)) {
      throw blocked('This address may not be fetched: its port is not for web pages.');
    }
    const literal = hostname.replace(/^\[|\]$/g, '');
    if (isLocal(hostname) || (ipaddr.isValid(literal) && !passes(literal, what))) throw blocked();
    return false;
  }

  return {
    /** What a URL says by itself, without a question to anybody. @throws AppError `blocked_address` */
    check(url: URL): void {
      inspect(url, allowed);
    },

    /**
     * The addresses to connect to, and no others: asked for again, the name may have moved (DNS
     * rebinding). One that is not public makes all of them suspect.
     *
     * @param named Whether the owner has named this host. What they let pass is for what they name: a
     *   page of the Internet may not lead there.
     * @throws AppError `blocked_address`; the resolver's error
     */
    async addressesOf(url: URL, named: boolean): Promise<Checked> {
      const what = named ? allowed : nothing;
      const trusted = inspect(url, what);
      const addresses = await resolve(url.hostname.replace(/^\[|\]$/g, ''));
      if (!trusted && !addresses.every(({ address }) => passes(address, what))) throw blocked();
      return { addresses, inside: !addresses.every(({ address }) => isPublic(address)) };
    },
  };
}
export type AddressGuard = ReturnType<typeof createAddressGuard>;
