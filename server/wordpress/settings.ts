import { z } from 'zod';
import type { BridgeSettings } from '../contract/bridge.ts';
import { AppError, toAppError } from '../errors/app-error.ts';
import { settingsDefaults } from '../contract/settings-defaults.ts';
import {
  settings as settingsSchema,
  type Settings,
  type SettingsPatch,
} from '../contract/settings.ts';
import type { Log } from '../runtime/log.ts';
import { createOften } from '../runtime/often.ts';
import { oneAtATime, shared } from '../runtime/one-at-a-time.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { Bridge } from './bridge.ts';
import { givenKey, withGivenKeys, type GivenKeys } from '../config/given-keys.ts';
import { requireUnchanged, revisionOf } from './settings-revision.ts';
import { isObject, mapSecrets, movedSecrets, recipientOf, type Path } from './settings-secrets.ts';

type Json = Record<string, unknown>;

/** Merges `over` into `base`, group by group; lists and colours are replaced. */
function merge(base: unknown, over: unknown): unknown {
  if (!isObject(base) || !isObject(over)) return over === undefined ? base : over;
  const merged: Json = { ...base };
  for (const [name, value] of Object.entries(over)) {
    merged[name] = name === 'colors' ? value : merge(base[name], value);
  }
  return merged;
}

/**
 * Returns the stored option over the defaults. An invalid value (an older version's, an
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

/** Minimum length of a secret whose last characters are shown. */
const minLengthToShow = 12;

export function maskSettings(settings: Settings, givenKeys: GivenKeys): Json {
  const masked = mapSecrets(settings, (secret) => ({
    set: secret !== '',
    last4: secret.length < minLengthToShow ? '' : secret.slice(-4),
  }));
  const marked = (group: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(group).flatMap(([provider, connection]) => {
        const by = givenKey(givenKeys, provider, connection)?.by;
        return by ? [[provider, { api_key: { given: by } }]] : [];
      }),
    );
  const { llm, embeddings, rerank } = settings;
  const given = { llm: marked(llm), embeddings: marked(embeddings), rerank: marked(rerank) };
  return merge(masked, given) as Json;
}

/** Applies `patch`, and lists the secrets that it would send to another recipient without naming them. */
function lay(patch: SettingsPatch, settings: Settings): { patched: Settings; moved: Path[] } {
  const patched = normaliseSettings(merge(settings, patch) as Json);
  return { patched, moved: movedSecrets(settings, patched, patch) };
}

/** @throws AppError `invalid_request` with the moved secrets as fields */
function requireNone(moved: readonly Path[]): void {
  if (moved.length === 0) return;
  const message = 'Enter the key again: it was stored for another address.';
  throw new AppError('invalid_request', {
    fields: Object.fromEntries(moved.map((path) => [path.join('.'), message])),
  });
}

const freshFor = 60_000;

export interface SettingsStore {
  /** Returns settings at most a minute old; older ones while WordPress does not answer. */
  get(): Promise<Settings>;
  /** Reads the settings from WordPress. @throws AppError when it does not answer */
  fresh(): Promise<Settings>;
  /** Returns the last known settings; null before the first `get`. */
  known(): Settings | null;
  /** Returns what WordPress says of the site; null before the first `get`. */
  site(): BridgeSettings['site'] | null;
  /** Returns the last known keys that are not among the settings: the configuration's and WordPress' connectors'. */
  givenKeys(): GivenKeys;
  /** Returns the settings with unsaved values. A stored key is left out for another address. */
  patched(patch: SettingsPatch): Promise<Settings>;
  /**
   * Stores a patch in WordPress and returns all settings.
   *
   * @param revision of the settings that the patch was made from; without one nothing is compared
   * @throws AppError `invalid_request` when a stored key would be sent to another address; `conflict` when a
   *   setting that the patch names has changed since
   */
  update(patch: SettingsPatch, revision?: string): Promise<Settings>;
  /** Stores nothing. @throws AppError as `update` does for the same patch */
  check(patch: SettingsPatch): Promise<void>;
  /**
   * Returns the revision of the last known settings; '' before the first `get`. It is that of the option, which
   * has keys as ciphertext: no digest of one in clear leaves the sidecar.
   */
  revision(): string;
  /** Uses an option that was sent with a call, when WordPress cannot be asked any more. */
  adopt(stored: Json): Settings;
  /** Makes the next `get` ask WordPress. */
  invalidate(): void;
}

interface OpenedOption {
  /** Secrets in clear, without given keys. */
  revealed: Settings;
  /** The option with every secret under the present key. */
  stored: Json;
  /** WordPress has a secret under an older key. */
  isOld: boolean;
}

interface Known extends OpenedOption {
  /** With given keys. */
  settings: Settings;
  /** As WordPress described it last. */
  site: BridgeSettings['site'] | null;
  /** Keys of the configuration, else of WordPress' connectors. */
  keys: GivenKeys;
  /** Milliseconds. */
  at: number;
}

/** Decrypts the secrets of an option. A secret that cannot be decrypted, or of an unknown setting, is empty. */
function openOption(option: Json, secrets: Secrets, log: Log): OpenedOption {
  const sealed = normaliseSettings(option);
  const renewed = new Map<string, string>();

  function open(text: string, path: Path): string {
    const recipient = recipientOf(sealed, path);
    if (recipient === undefined) return '';
    try {
      const { secret, isOld } = secrets.open(text, recipient);
      if (isOld) renewed.set(String(path), secrets.seal(secret, recipient));
      return secret;
    } catch (error) {
      log.error({ err: error }, 'a stored API key cannot be decrypted; enter it again');
      return '';
    }
  }

  const revealed = normaliseSettings(mapSecrets(option, open) as Json);
  const stored = mapSecrets(option, (text, path) => renewed.get(String(path)) ?? text) as Json;
  return { revealed, stored, isOld: renewed.size > 0 };
}

/** Returns the settings with a patch, without the secrets that it would send to another recipient. */
function unsaved(patch: SettingsPatch, settings: Settings): Settings {
  const { patched, moved } = lay(patch, settings);
  const left = new Set(moved.map(String));
  const kept = mapSecrets(patched, (secret, path) => (left.has(String(path)) ? '' : secret));
  return kept as Settings;
}

/**
 * Returns the option with a patch, its secrets encrypted.
 *
 * @throws AppError as `SettingsStore.update` does
 */
function optionWith(
  patch: SettingsPatch,
  { revealed, stored }: OpenedOption,
  secrets: Secrets,
  revision = '',
): Json {
  requireUnchanged(patch, revision, normaliseSettings(stored));
  const { patched, moved } = lay(patch, revealed);
  requireNone(moved);
  const seal = (secret: string, path: Path) =>
    secret && secrets.seal(secret, recipientOf(patched, path) ?? '');
  return merge(stored, mapSecrets(patch, seal)) as Json;
}

interface Dependencies {
  bridge: Bridge;
  secrets: Secrets;
  /** Those of the configuration. */
  givenKeys: GivenKeys;
  clock: () => number;
  log: Log;
}

/** Returns a function that logs, once a minute, that WordPress does not tell its settings. */
function createTellStale(log: Log) {
  const isFirst = createOften();
  return (error: unknown): void => {
    if (!isFirst(log, toAppError(error).code, 'settings')) return;
    log.warn({ err: error }, 'settings could not be read again');
  };
}

export function createSettings(dependencies: Dependencies): SettingsStore {
  const { bridge, secrets, givenKeys, clock, log } = dependencies;
  const tellStale = createTellStale(log);
  let known: Known | null = null;
  /** Number of invalidations: an answer to a request before the latest one may be old. */
  let invalidations = 0;
  let changed = false;
  const ownLevel = log.level;

  function remember(
    option: Json,
    { site, keys }: Pick<Known, 'site' | 'keys'> = known ?? { site: null, keys: givenKeys },
  ): Settings {
    const opened = openOption(option, secrets, log);
    const settings = withGivenKeys(opened.revealed, keys);
    known = { ...opened, settings, site, keys, at: clock() };
    log.level = settings.general.debug_logging ? 'debug' : ownLevel;
    return settings;
  }

  async function load(): Promise<Settings> {
    const before = invalidations;
    const { settings: stored, site, connectorKeys } = await bridge.settings();
    if (before === invalidations) changed = false;
    const settings = remember(stored, { site, keys: { ...connectorKeys, ...givenKeys } });
    if (known?.isOld) void renew();
    return settings;
  }

  /** Stores secrets of an older key under the present one. */
  const renew = shared(() =>
    update({}).then(
      () => undefined,
      (error: unknown) =>
        log.warn({ err: error }, 'API keys could not be stored under the present key'),
    ),
  );

  const refresh = shared(load);

  async function change(patch: SettingsPatch, revision?: string): Promise<Settings> {
    await refresh();
    if (!known) throw new AppError('sidecar_unavailable');
    const stored = optionWith(patch, known, secrets, revision);
    await bridge.storeSettings(stored);
    return remember(stored);
  }

  // WordPress stores the option as a whole: of two updates at once the first would be lost.
  const serially = oneAtATime();
  const update = (patch: SettingsPatch, revision?: string) =>
    serially(() => change(patch, revision));

  async function get(): Promise<Settings> {
    if (!known) return refresh();
    const { settings } = known;
    if (changed) return refresh().catch(() => settings);
    if (clock() - known.at > freshFor) {
      // Refreshes in the background, so that the visitor does not wait for WordPress.
      refresh().catch(tellStale);
    }
    return settings;
  }

  return {
    get,

    fresh: refresh,

    known: () => known?.settings ?? null,

    site: () => known?.site ?? null,

    givenKeys: () => known?.keys ?? givenKeys,

    async patched(patch) {
      await get();
      if (!known) throw new AppError('sidecar_unavailable');
      return withGivenKeys(unsaved(patch, known.revealed), known.keys);
    },

    update,
    async check(patch) {
      await get();
      if (!known) throw new AppError('sidecar_unavailable');
      optionWith(patch, known, secrets);
    },

    revision: () => (known ? revisionOf(normaliseSettings(known.stored)) : ''),

    adopt: (stored) => remember(stored),

    invalidate() {
      invalidations++;
      changed = true;
    },
  };
}
