import { providers, type Provider } from '../contract/providers.ts';

/** Returns scheme, host and port of the address that calls of a provider go to; empty: there is none. */
export function originOf(provider: string, baseUrl: string): string {
  const usual = (providers as Readonly<Record<string, Provider>>)[provider]?.address ?? '';
  return URL.parse(baseUrl.trim() || usual)?.origin ?? '';
}
