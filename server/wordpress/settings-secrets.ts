import { secretFields, type Settings } from '../contract/settings.ts';
import { originOf } from '../secrets/vendor-addresses.ts';

type Json = Record<string, unknown>;
/** Names from the root of the settings: `['llm', 'openai', 'api_key']`. */
export type Path = readonly string[];

const isSecret = (name: string) => (secretFields as readonly string[]).includes(name);
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `value` with every secret in it replaced. */
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
 * The recipient of a secret of the settings: the origin of its connection and, where one address serves all of
 * a vendor's customers, the account. Undefined: there is no such setting.
 */
export function recipientOf(settings: Settings, path: Path): string | undefined {
  const connection = valueAt(settings, path.slice(0, -1));
  if (!isObject(connection)) return undefined;
  const { base_url = '', account_id = '' } = connection as Record<string, string>;
  // Vectorize is Cloudflare's, too; only the environment gives it another address.
  const owner = path.at(-2) ?? '';
  const provider = owner === 'vector_store' ? 'workers_ai' : owner;
  const origin = originOf(provider, base_url);
  return provider === 'workers_ai' ? `${origin} ${account_id.trim()}` : origin;
}

/** The secrets that `after` would send to somebody else than `before`, and that `patch` does not name. */
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
