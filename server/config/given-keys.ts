import type { Vendor } from '../contract/providers.ts';
import type { Connection, Settings } from '../contract/settings.ts';
import { originOf } from '../secrets/vendor-addresses.ts';

/** An API key from the environment or wp-config.php. */
interface GivenKey {
  key: string;
  /** Address that the key is for; empty: the vendor's own. */
  baseUrl: string;
}

/** By provider. They take precedence over stored keys. */
export type GivenKeys = Partial<Record<Vendor, GivenKey>>;

const groups = ['llm', 'embeddings', 'rerank'] as const;

/** Whether a key is given for the provider and the address of `connection`. */
export function isGiven(keys: GivenKeys, provider: string, connection: unknown): boolean {
  const given = (keys as Record<string, GivenKey | undefined>)[provider];
  if (!given) return false;
  const origin = originOf(provider, given.baseUrl);
  return origin !== '' && origin === originOf(provider, (connection as Connection).base_url);
}

/** Returns `settings` with the given keys in all connections that have the address of the key. */
export function withGivenKeys(settings: Settings, keys: GivenKeys): Settings {
  const given = { ...settings };
  for (const name of groups) {
    const group = { ...settings[name] } as Record<string, unknown>;
    for (const [provider, { key }] of Object.entries(keys)) {
      const connection = group[provider] as Connection | undefined;
      if (connection && isGiven(keys, provider, connection)) {
        group[provider] = { ...connection, api_key: key };
      }
    }
    Object.assign(given, { [name]: group });
  }
  return given;
}
