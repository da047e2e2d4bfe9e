import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { AppError } from '../app-error.ts';
import { settingsDefaults } from '../contract/settings-defaults.ts';
import {
  groups,
  secretFields,
  type Settings,
  type SettingsGroup,
  type SettingsPatch,
} from '../contract/settings.ts';
import type { Log } from '../log.ts';
import type { Bridge } from './bridge.ts';

type Json = Record<string, unknown>;

const marker = 'enc:1:';
const isSecret = (name: string) => (secretFields as readonly string[]).includes(name);
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** AES-256-GCM; the text carries its nonce and tag. */
function encrypt(text: string, key: Uint8Array): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return marker + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

function decrypt(text: string, key: Uint8Array): string {
  const bytes = Buffer.from(text.slice(marker.length), 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

/** `value` with every secret in it replaced. */
function mapSecrets(value: unknown, replace: (secret: string) => unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isSecret(name) && typeof inner === 'string' ? replace(inner) : mapSecrets(inner, replace),
    ]),
  );
}

/** `over` laid over `base`, group by group; lists and colours are taken whole. */
function merge(base: unknown, over: unknown): unknown {
  if (!isObject(base) || !isObject(over)) return over === undefined ? base : over;
  const merged: Json = { ...base };
  for (const [name, value] of Object.entries(over)) {
    merged[name] = name === 'colors' ? value : merge(base[name], value);
  }
  return merged;
}

/**
 * The stored option over the defaults. A value that is not valid (an older version's, an
 * edited option) falls back to its default: a site must not lose its chat over one setting.
 */
export function normaliseSettings(stored: Json): Settings {
  const result: Json = {};
  for (const group of Object.keys(groups) as SettingsGroup[]) {
    const fields = groups[group].shape as Record<
      string,
      { safeParse(v: unknown): { success: boolean; data?: unknown } }
    >;
    const given = isObject(stored[group]) ? stored[group] : {};
    const defaults = settingsDefaults[group] as Json;
    result[group] = Object.fromEntries(
      Object.entries(fields).map(([name, schema]) => {
        const parsed = schema.safeParse(merge(defaults[name], given[name]));
        return [name, parsed.success ? parsed.data : defaults[name]];
      }),
    );
  }
  return result as unknown as Settings;
}

export function maskSettings(settings: Settings): Json {
  return mapSecrets(settings, (secret) => ({
    set: secret !== '',
    last4: secret.slice(-4),
  })) as Json;
}

/** `patch` over `settings`, for a test of unsaved values. */
export const withPatch = (settings: Settings, patch: SettingsPatch): Settings =>
  normaliseSettings(merge(settings, patch) as Json);

const freshFor = 60_000;

export interface SettingsStore {
  /** At most a minute old; older ones while WordPress does not answer. */
  get(): Promise<Settings>;
  /** The last ones that `get` had; null before the first. */
  known(): Settings | null;
  /** Stores in WordPress what the patch names and gives the whole. */
  update(patch: SettingsPatch): Promise<Settings>;
  /** The next `get` asks WordPress. */
  invalidate(): void;
}

export function createSettings(
  bridge: Bridge,
  encryptionKey: Uint8Array,
  clock: () => number,
  log: Log,
): SettingsStore {
  let known: { settings: Settings; stored: Json; at: number } | null = null;
  let loading: Promise<Settings> | null = null;
  let changed = false;
  const ownLevel = log.level;

  function reveal(secret: string): string {
    if (!secret.startsWith(marker)) return secret;
    try {
      return decrypt(secret, encryptionKey);
    } catch (error) {
      log.error({ err: error }, 'a stored API key cannot be decrypted; enter it again');
      return '';
    }
  }

  function remember(stored: Json): Settings {
    const settings = normaliseSettings(mapSecrets(stored, reveal) as Json);
    known = { settings, stored, at: clock() };
    changed = false;
    log.level = settings.general.debug_logging ? 'debug' : ownLevel;
    return settings;
  }

  async function load(): Promise<Settings> {
    return remember((await bridge.settings()).settings);
  }

  function refresh(): Promise<Settings> {
    loading ??= load().finally(() => {
      loading = null;
    });
    return loading;
  }

  return {
    async get() {
      if (!known) return refresh();
      const { settings } = known;
      if (changed) return refresh().catch(() => settings);
      if (clock() - known.at > freshFor) {
        // The visitor does not wait for WordPress: the next question has the new settings.
        refresh().catch((error: unknown) => {
          log.warn({ err: error }, 'settings could not be read again');
        });
      }
      return settings;
    },

    known: () => known?.settings ?? null,

    async update(patch) {
      await refresh();
      if (!known) throw new AppError('sidecar_unavailable');
      const sealed = mapSecrets(patch, (secret) => secret && encrypt(secret, encryptionKey));
      const stored = merge(known.stored, sealed) as Json;
      await bridge.storeSettings(stored);
      return remember(stored);
    },

    invalidate() {
      changed = true;
    },
  };
}
