import type { Vendor } from '../contract/providers.ts';
import type { Connection, Settings } from '../contract/settings.ts';
import { originOf } from '../secrets/vendor-addresses.ts';

/** An API key that is not among the settings. */
interface GivenKey {
  key: string;
  /** The environment or wp-config.php, or WordPress' own connectors. */
  by: 'config' | 'connectors';
  /** Address that the key is for; empty: the vendor's own. */
  baseUrl: string;
}

/** By provider. They take precedence over stored keys. */
export type GivenKeys = Partial<Record<Vendor, GivenKey>>;

const groups = ['llm', 'embeddings', 'rerank'] as const;

/** Returns the key that is given for the provider and the address of `connection`. */
export function givenKey(
  keys: GivenKeys,
  provider: string,
  connection: unknown,
): GivenKey | undefined {
  const given = (keys as Record<string, GivenKey | undefined>)[provider];
  if (!given) return undefined;
  const origin = originOf(provider, given.baseUrl);
  const isSame = origin === originOf(provider, (connection as Connection).base_url);
  return origin !== '' && isSame ? given : undefined;
}

/** Returns `settings` with the given keys in all connections that have the address of the key. */
export function withGivenKeys(settings: Settings, keys: GivenKeys): Settings {
  const given = { ...settings };
  for (const name of groups) {
    const group = { ...settings[name] } as Record<string, unknown>;
    for (const provider of Object.keys(keys)) {
      const connection = group[provider] as Connection | undefined;
      const key = connection && givenKey(keys, provider, connection)?.key;
      if (key) group[provider] = { ...connection, api_key: key };
    }
    Object.assign(given, { [name]: group });
  }
  return given;
}
