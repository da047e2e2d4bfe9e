import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { GivenKeys } from '../config/config.ts';
import type { BridgeSettings } from '../contract/bridge.ts';
import { AppError, toAppError } from '../errors/app-error.ts';
import { settingsDefaults } from '../contract/settings-defaults.ts';
import {
  settings as settingsSchema,
  type Settings,
  type SettingsPatch,
} from '../contract/settings.ts';
import type { Log } from '../runtime/log.ts';
import { LogThrottle } from '../runtime/log-throttle.ts';
import { oneAtATime, shared } from '../runtime/one-at-a-time.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { Bridge } from './bridge.ts';
import {
  givenKey,
  isObject,
  mapSecrets,
  movedSecrets,
  recipientOf,
  valueAt,
  withGivenKeys,
  type Json,
  type Path,
} from './settings-secrets.ts';

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

/** Characters of a revision for each setting: two values look alike once in a thousand million. */
const digestLength = 5;

/** Returns the path of each setting, in the order of the contract. A list is one setting, as the colours are. */
function pathsOf(schema: z.ZodType, at: Path = []): Path[] {
  if (!(schema instanceof z.ZodObject)) return [at];
  return Object.entries<z.ZodType>(schema.shape).flatMap(([name, field]) =>
    pathsOf(field, [...at, name]),
  );
}

const paths = pathsOf(settingsSchema);

function digest(settings: Settings, path: Path): string {
  const text = JSON.stringify(valueAt(settings, path));
  return createHash('sha256').update(text).digest('base64url').slice(0, digestLength);
}

/** Returns a text that tells which settings differ from those of another revision. */
export const revisionOf = (settings: Settings): string =>
  paths.map((path) => digest(settings, path)).join('');

/** Returns the same sentence as the error of each of these settings. */
const fieldErrors = (wrong: readonly Path[], message: string) =>
  Object.fromEntries(wrong.map((path) => [path.join('.'), message]));

/**
 * Refuses a patch of settings that have changed since a revision; '' is compared with nothing. That of another
 * version of the program has other settings, so that all of them count as changed.
 *
 * @throws AppError `conflict` with the changed settings as fields
 */
export function requireUnchanged(patch: SettingsPatch, revision: string, now: Settings): void {
  const [known = ''] = revision.split('.', 1);
  if (known === '') return;
  const isOther = known.length !== paths.length * digestLength;
  const changed = paths.filter((path, index) => {
    if (valueAt(patch, path) === undefined) return false;
    const before = known.slice(index * digestLength, (index + 1) * digestLength);
    return isOther || before !== digest(now, path);
  });
  if (changed.length === 0) return;
  const message = 'Somebody else has changed this setting in the meantime.';
  throw new AppError('conflict', { message, fields: fieldErrors(changed, message) });
}

interface Known {
  /** With given keys. */
  settings: Settings;
  /** Secrets in clear, without given keys. */
  revealed: Settings;
  /** The option with every secret under the present key. */
  stored: Json;
  /** As WordPress described it last. */
  site: BridgeSettings['site'] | null;
  /** Keys of the configuration, else of WordPress' connectors. */
  keys: GivenKeys;
  /** Milliseconds. */
  at: number;
}

/**
 * Decrypts the secrets of an option. A secret that cannot be decrypted, or of an unknown setting, is empty. `isOld`:
 * WordPress has one under an older key.
 */
function openOption(option: Json, secrets: Secrets, log: Log) {
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

/** Applies `patch`, and lists the secrets that it would send to another recipient without naming them. */
function lay(patch: SettingsPatch, settings: Settings): { patched: Settings; moved: Path[] } {
  const patched = normaliseSettings(merge(settings, patch) as Json);
  return { patched, moved: movedSecrets(settings, patched, patch) };
}

/** Returns the option with a patch, its secrets encrypted. @throws AppError as `SettingsStore.update` does */
function optionWith(
  patch: SettingsPatch,
  { revealed, stored }: Known,
  secrets: Secrets,
  revision = '',
): Json {
  requireUnchanged(patch, revision, normaliseSettings(stored));
  const { patched, moved } = lay(patch, revealed);
  if (moved.length > 0) {
    const message = 'Enter the key again: it was stored for another address.';
    throw new AppError('invalid_request', { fields: fieldErrors(moved, message) });
  }
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

/** Milliseconds. */
const freshFor = 60_000;

/** The option `itih_settings` of WordPress, with its secrets in clear. */
export class SettingsStore {
  readonly #dependencies: Dependencies;
  readonly #ownLevel: string;
  readonly #throttle = new LogThrottle();
  // WordPress stores the option as a whole: of two updates at once the first would be lost.
  readonly #serially = oneAtATime();
  #known: Known | null = null;
  /** Number of invalidations: an answer to a request before the latest one may be old. */
  #invalidations = 0;
  #changed = false;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#ownLevel = dependencies.log.level;
  }

  /** Reads the settings from WordPress. @throws AppError when it does not answer */
  readonly fresh = shared(async (): Promise<Settings> => {
    const { bridge, givenKeys } = this.#dependencies;
    const before = this.#invalidations;
    const { settings: option, site, connectorKeys } = await bridge.settings();
    if (before === this.#invalidations) this.#changed = false;
    return this.#remember(option, { site, keys: { ...connectorKeys, ...givenKeys } });
  });

  /** Stores secrets of an older key under the present one. */
  readonly #renew = shared(async () => {
    await this.update({}).catch((error: unknown) =>
      this.#dependencies.log.warn(
        { err: error },
        'API keys could not be stored under the present key',
      ),
    );
  });

  /** @param from What WordPress said with the option; absent: as before. */
  #remember(option: Json, from?: Pick<Known, 'site' | 'keys'>): Settings {
    const { secrets, givenKeys, clock, log } = this.#dependencies;
    const { isOld, ...opened } = openOption(option, secrets, log);
    const { site, keys } = from ?? this.#known ?? { site: null, keys: givenKeys };
    const settings = withGivenKeys(opened.revealed, keys);
    this.#known = { ...opened, settings, site, keys, at: clock() };
    log.level = settings.general.debug_logging ? 'debug' : this.#ownLevel;
    if (from && isOld) void this.#renew();
    return settings;
  }

  async #current(): Promise<Known> {
    await this.get();
    if (!this.#known) throw new AppError('sidecar_unavailable');
    return this.#known;
  }

  /** Returns settings at most a minute old; older ones while WordPress does not answer. */
  async get(): Promise<Settings> {
    if (!this.#known) return this.fresh();
    const { settings, at } = this.#known;
    if (this.#changed) return this.fresh().catch(() => settings);
    const { clock, log } = this.#dependencies;
    if (clock() - at > freshFor) {
      // Refreshes in the background, so that the visitor does not wait for WordPress.
      this.fresh().catch((error: unknown) => {
        if (!this.#throttle.isFirst(log, toAppError(error).code, 'settings')) return;
        log.warn({ err: error }, 'settings could not be read again');
      });
    }
    return settings;
  }

  /** Returns the last known settings; null before the first `get`. */
  known(): Settings | null {
    return this.#known?.settings ?? null;
  }

  /** Returns what WordPress says of the site; null before the first `get`. */
  site(): BridgeSettings['site'] | null {
    return this.#known?.site ?? null;
  }

  /** Returns the last known keys that are not among the settings: the configuration's and WordPress' connectors'. */
  givenKeys(): GivenKeys {
    return this.#known?.keys ?? this.#dependencies.givenKeys;
  }

  /** Returns the settings with unsaved values. A stored key is left out for another address. */
  async patched(patch: SettingsPatch): Promise<Settings> {
    const { revealed, keys } = await this.#current();
    const { patched, moved } = lay(patch, revealed);
    const left = new Set(moved.map(String));
    const kept = mapSecrets(patched, (secret, path) => (left.has(String(path)) ? '' : secret));
    return withGivenKeys(kept as Settings, keys);
  }

  /**
   * Stores a patch in WordPress and returns all settings.
   *
   * @param revision of the settings that the patch was made from; without one nothing is compared
   * @throws AppError `invalid_request` when a stored key would be sent to another address; `conflict` when a
   *   setting that the patch names has changed since
   */
  update(patch: SettingsPatch, revision?: string): Promise<Settings> {
    const { bridge, secrets } = this.#dependencies;
    return this.#serially(async () => {
      await this.fresh();
      const option = optionWith(patch, await this.#current(), secrets, revision);
      await bridge.storeSettings(option);
      return this.#remember(option);
    });
  }

  /** Stores nothing. @throws AppError as `update` does for the same patch */
  async check(patch: SettingsPatch): Promise<void> {
    optionWith(patch, await this.#current(), this.#dependencies.secrets);
  }

  /**
   * Returns the revision of the last known settings; '' before the first `get`. It is that of the option, which
   * has keys as ciphertext: no digest of one in clear leaves the sidecar.
   */
  revision(): string {
    return this.#known ? revisionOf(normaliseSettings(this.#known.stored)) : '';
  }

  /** Uses an option that was sent with a call, when WordPress cannot be asked any more. */
  adopt(option: Json): Settings {
    return this.#remember(option);
  }

  /** Makes the next `get` ask WordPress. */
  invalidate(): void {
    this.#invalidations++;
    this.#changed = true;
  }
}
