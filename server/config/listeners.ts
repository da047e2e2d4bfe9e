import ipaddr from 'ipaddr.js';
import { ConfigError } from '../errors/config-error.ts';
import { requireLong } from './key-material.ts';

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

/** A listener for Prometheus. */
export interface MetricsConfig {
  host: string;
  port: number;
  /** `Authorization: Bearer …` of each request; empty: nobody is asked. */
  token: string;
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || (ipaddr.isValid(host) && ipaddr.parse(host).range() === 'loopback');

/**
 * Returns the listener; null without a port. Figures tell strangers how much a site is used.
 *
 * @throws ConfigError for an address that others reach, without a token
 */
export function metricsConfig(
  port: number | undefined,
  host: string,
  token: string,
): MetricsConfig | null {
  if (port === undefined) return null;
  if (token) requireLong('ITIH_METRICS_TOKEN', token);
  if (!token && !isLoopback(host)) {
    throw new ConfigError(
      `ITIH_METRICS_HOST ${host} is reached from other machines: set ITIH_METRICS_TOKEN as well.`,
    );
  }
  return { host, port, token };
}
