import ipaddr from 'ipaddr.js';
import { ConfigError } from '../errors/config-error.ts';
import { requireLong } from './key-material.ts';

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
