import { z } from 'zod';
import { AppError } from '../app-error.ts';
import { settingsDefaults } from '../contract/settings-defaults.ts';
import {
  secretFields,
  settings as settingsSchema,
  type Settings,
  type SettingsPatch,
} from '../contract/settings.ts';
import type { Log } from '../log.ts';
import { decryptSecret, encryptSecret } from '../secrets.ts';
import type { Bridge } from './bridge.ts';
import { withGivenKeys, type GivenKeys } from './given-keys.ts';

type Json = Record<string, unknown>;

const isSecret = (name: string) => (secretFields as readonly string[]).includes(name);
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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
export const normaliseSettings = (stored: Json): Settings =>
  normalise(settingsSchema, stored, settingsDefaults) as Settings;

function normalise(schema: unknown, given: unknown, fallback: unknown): unknown {
  if (schema instanceof z.ZodObject) {
    const values = isObject(given) ? given : {};
    const defaults = fallback as Json;
    return Object.fromEntries(
      Object.entries(schema.shape).map(([name, field]) => [
        name,
        normalise(field, values[name], defaults[name]),
      ]),
    );
  }
  const parsed = (schema as z.ZodType).safeParse(given);
  return parsed.success ? parsed.data : fallback;
}

/** Shorter ones have no end to be known by that is not most of them. */
const shortestToShow = 12;

export function maskSettings(settings: Settings, givenKeys: GivenKeys): Json {
  const masked = mapSecrets(settings, (secret) => ({
    set: secret !== '',
    last4: secret.length < shortestToShow ? '' : secret.slice(-4),
  }));
  const marked = (group: object) =>
    Object.fromEntries(
      Object.keys(givenKeys)
        .filter((provider) => provider in group)
        .map((provider) => [provider, { api_key: { given: true } }]),
    );
  const { llm, embeddings } = settings;
  return merge(masked, { llm: marked(llm), embeddings: marked(embeddings) }) as Json;
}

/** `patch` over `settings`, for a test of unsaved values. */
export const withPatch = (settings: Settings, patch: SettingsPatch): Settings =>
  normaliseSettings(merge(settings, patch) as Json);

const freshFor = 60_000;

export interface SettingsStore {
  /** At most a minute old; older ones while WordPress does not answer. */
  get(): Promise<Settings>;
  /** As WordPress has them now. @throws AppError when it does not answer */
  fresh(): Promise<Settings>;
  /** The last ones that `get` had; null before the first. */
  known(): Settings | null;
  /** Stores in WordPress what the patch names and gives the whole. */
  update(patch: SettingsPatch): Promise<Settings>;
  /** Takes the option as it was sent along, where WordPress cannot be asked any more. */
  adopt(stored: Json): Settings;
  /** The next `get` asks WordPress. */
  invalidate(): void;
}

export function createSettings(dependencies: {
  bridge: Bridge;
  encryptionKey: Uint8Array;
  givenKeys: GivenKeys;
  clock: () => number;
  log: Log;
}): SettingsStore {
  const { bridge, encryptionKey, givenKeys, clock, log } = dependencies;
  let known: { settings: Settings; stored: Json; at: number } | null = null;
  let loading: Promise<Settings> | null = null;
  let updating: Promise<unknown> = Promise.resolve();
  /** Counts invalidations: what was asked for before the latest may be old. */
  let invalidations = 0;
  let changed = false;
  const ownLevel = log.level;

  function reveal(secret: string): string {
    try {
      return decryptSecret(secret, encryptionKey);
    } catch (error) {
      log.error({ err: error }, 'a stored API key cannot be decrypted; enter it again');
      return '';
    }
  }

  function remember(stored: Json): Settings {
    const revealed = normaliseSettings(mapSecrets(stored, reveal) as Json);
    const settings = withGivenKeys(revealed, givenKeys);
    known = { settings, stored, at: clock() };
    log.level = settings.general.debug_logging ? 'debug' : ownLevel;
    return settings;
  }

  async function load(): Promise<Settings> {
    const before = invalidations;
    const { settings: stored } = await bridge.settings();
    if (before === invalidations) changed = false;
    return remember(stored);
  }

  function refresh(): Promise<Settings> {
    loading ??= load().finally(() => {
      loading = null;
    });
    return loading;
  }

  /** One at a time: WordPress takes the option whole, so of two at once the first would be lost. */
  async function change(patch: SettingsPatch): Promise<Settings> {
    await refresh();
    if (!known) throw new AppError('sidecar_unavailable');
    const sealed = mapSecrets(patch, (secret) => secret && encryptSecret(secret, encryptionKey));
    const stored = merge(known.stored, sealed) as Json;
    await bridge.storeSettings(stored);
    return remember(stored);
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

    fresh: refresh,

    known: () => known?.settings ?? null,

    update(patch) {
      const updated = updating.then(() => change(patch));
      updating = updated.catch(() => undefined);
      return updated;
    },

    adopt: remember,

    invalidate() {
      invalidations++;
      changed = true;
    },
  };
}
