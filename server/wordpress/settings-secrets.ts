import { secretFields, type Settings } from '../contract/settings.ts';
import { originOf } from '../secrets/vendor-addresses.ts';

type Json = Record<string, unknown>;
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

const valueAt = (settings: unknown, path: Path): unknown =>
  path.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), settings);

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
