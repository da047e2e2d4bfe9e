import type { GivenKey, GivenKeys } from '../config/config.ts';
import { providers, type Provider, type Vendor } from '../contract/providers.ts';
import { secretFields, type Connection, type Settings } from '../contract/settings.ts';
import { Secrets } from '../secrets/secrets.ts';

export type Json = Record<string, unknown>;
/** Names from the root of the settings: `['llm', 'openai', 'api_key']`. */
export type Path = readonly string[];

const isSecret = (name: string) => (secretFields as readonly string[]).includes(name);
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns `value` with every secret replaced. */
export function mapSecrets(
  value: unknown,
  replace: (secret: string, path: Path) => unknown,
  at: Path = [],
): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const path = [...at, name];
      return [
        name,
        isSecret(name) && typeof inner === 'string'
          ? replace(inner, path)
          : mapSecrets(inner, replace, path),
      ];
    }),
  );
}

/** Returns the value at a path; undefined where there is none. */
export const valueAt = (settings: unknown, path: Path): unknown =>
  path.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), settings);

/** Returns scheme, host and port of the address that calls of a provider go to; empty: there is none. */
export function originOf(provider: string, baseUrl: string): string {
  const usual = (providers as Readonly<Record<string, Provider>>)[provider]?.address ?? '';
  return URL.parse(baseUrl.trim() || usual)?.origin ?? '';
}

/**
 * Returns the recipient of a secret: the origin of its connection and, where one address serves all of
 * a vendor's customers, the account. Undefined for an unknown setting.
 */
export function recipientOf(settings: Settings, path: Path): string | undefined {
  const connection = valueAt(settings, path.slice(0, -1));
  if (!isObject(connection)) return undefined;
  const { base_url = '', account_id = '' } = connection as Record<string, string>;
  // Vectorize has Cloudflare's address; only the environment can change it.
  const owner = path.at(-2) ?? '';
  const provider = owner === 'vector_store' ? 'workers_ai' : owner;
  const origin = originOf(provider, base_url);
  return provider === 'workers_ai' ? `${origin} ${account_id.trim()}` : origin;
}

/** Returns the secrets that `after` would send to another recipient than `before`, and that `patch` does not name. */
export function movedSecrets(before: Settings, after: Settings, patch: object): Path[] {
  const moved: Path[] = [];
  mapSecrets(before, (secret, path) => {
    const isNamed = valueAt(patch, path) !== undefined;
    if (secret && !isNamed && recipientOf(before, path) !== recipientOf(after, path)) {
      moved.push(path);
    }
  });
  return moved;
}

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

/** Providers by the id of their connector: wp-includes/connectors.php of WordPress 7.0. */
const providerOf: Readonly<Record<string, Vendor>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  google: 'gemini',
};

/**
 * Decrypts the keys of WordPress' connectors. Each is for its vendor's own address, whatever the settings name. One
 * that cannot be decrypted is left out: it was sent before the secret changed.
 *
 * @param secret The one that signs the calls.
 */
export function openConnectorKeys(
  sealed: Readonly<Record<string, string>>,
  secret: string,
): GivenKeys {
  const secrets = new Secrets(secret);
  const keys: GivenKeys = {};
  for (const [connector, text] of Object.entries(sealed)) {
    const provider = providerOf[connector];
    if (!provider) continue;
    try {
      const { secret: key } = secrets.open(text, `connector ${connector}`);
      keys[provider] = { key, baseUrl: '', by: 'connectors' };
    } catch {
      continue;
    }
  }
  return keys;
}
