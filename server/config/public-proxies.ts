import ipaddr from 'ipaddr.js';
import { ConfigError } from '../errors/config-error.ts';

const own = ['loopback', 'private', 'uniqueLocal'];

/** Returns the first and the last address of a block; null when it is not one. */
function ends(block: string): ipaddr.IPv4[] | ipaddr.IPv6[] | null {
  if (ipaddr.isValid(block)) return [ipaddr.parse(block)] as ipaddr.IPv4[];
  if (!ipaddr.isValidCIDR(block)) return null;
  const kind = block.includes(':') ? ipaddr.IPv6 : ipaddr.IPv4;
  return [
    kind.networkAddressFromCIDR(block),
    kind.broadcastAddressFromCIDR(block),
  ] as ipaddr.IPv4[];
}

/**
 * Reads the web servers that may call the public listener. They say who the visitor is, so none of the Internet may.
 *
 * @throws ConfigError
 */
export function readProxies(text: string): string[] {
  const proxies = text.split(',').map((one) => one.trim());
  for (const proxy of proxies) {
    const ranges = ends(proxy)?.map((address) => address.range()) ?? [''];
    const isOwn = ranges.every((range) => range === ranges[0] && own.includes(range));
    if (isOwn) continue;
    throw new ConfigError(
      `ITIH_PUBLIC_PROXIES: ${proxy} is not a loopback or private address or block.`,
    );
  }
  return proxies;
}
