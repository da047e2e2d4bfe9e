import type { LlmProvider } from '../contract/providers.ts';
import type { Connection, Settings } from '../contract/settings.ts';
import { originOf } from '../secrets/vendor-addresses.ts';

/** An API key of the environment or of wp-config.php. */
interface GivenKey {
  key: string;
  /** The address that it belongs to; empty: the vendor's own. */
  baseUrl: string;
}

/** By provider. They come before stored ones. */
export type GivenKeys = Partial<Record<LlmProvider, GivenKey>>;

const groups = ['llm', 'embeddings'] as const;

/** Whether the key of a provider is given for the address that `connection` names. */
export function isGiven(keys: GivenKeys, provider: string, connection: unknown): boolean {
  const given = (keys as Record<string, GivenKey | undefined>)[provider];
  if (!given) return false;
  const origin = originOf(provider, given.baseUrl);
  return origin !== '' && origin === originOf(provider, (connection as Connection).base_url);
}

/** `settings` with these keys, wherever their providers are named with the address of the key. */
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
