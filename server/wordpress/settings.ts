import { z } from 'zod';
import { AppError } from '../errors/app-error.ts';
import { settingsDefaults } from '../contract/settings-defaults.ts';
import {
  settings as settingsSchema,
  type Settings,
  type SettingsPatch,
} from '../contract/settings.ts';
import type { Log } from '../runtime/log.ts';
import { oneAtATime, shared } from '../runtime/one-at-a-time.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { Bridge } from './bridge.ts';
import { isGiven, withGivenKeys, type GivenKeys } from '../config/given-keys.ts';
import { isObject, mapSecrets, movedSecrets, recipientOf, type Path } from './settings-secrets.ts';

type Json = Record<string, unknown>;

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
  const marked = (group: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(group)
        .filter(([name, connection]) => isGiven(givenKeys, name, connection))
        .map(([provider]) => [provider, { api_key: { given: true } }]),
    );
  const { llm, embeddings } = settings;
  return merge(masked, { llm: marked(llm), embeddings: marked(embeddings) }) as Json;
}

/** `patch` over `settings`, and the secrets that it would send to somebody else without naming them. */
function lay(patch: SettingsPatch, settings: Settings): { patched: Settings; moved: Path[] } {
  const patched = normaliseSettings(merge(settings, patch) as Json);
  return { patched, moved: movedSecrets(settings, patched, patch) };
}

/** @throws AppError `invalid_request` that names these secrets */
function requireNone(moved: readonly Path[]): void {
  if (moved.length === 0) return;
  const message = 'Enter the key again: it was stored for another address.';
  throw new AppError('invalid_request', {
    fields: Object.fromEntries(moved.map((path) => [path.join('.'), message])),
  });
}

const freshFor = 60_000;

export interface SettingsStore {
  /** At most a minute old; older ones while WordPress does not answer. */
  get(): Promise<Settings>;
  /** As WordPress has them now. @throws AppError when it does not answer */
  fresh(): Promise<Settings>;
  /** The last ones that `get` had; null before the first. */
  known(): Settings | null;
  /** With unsaved values, for one use. A key goes nowhere but where it was entered for. */
  patched(patch: SettingsPatch): Promise<Settings>;
  /**
   * Stores in WordPress what the patch names and gives the whole.
   *
   * @throws AppError `invalid_request` when a stored key would go with another address
   */
  update(patch: SettingsPatch): Promise<Settings>;
  /** Takes the option as it was sent along, where WordPress cannot be asked any more. */
  adopt(stored: Json): Settings;
  /** The next `get` asks WordPress. */
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

export function createSettings(dependencies: {
  bridge: Bridge;
  secrets: Secrets;
  givenKeys: GivenKeys;
  clock: () => number;
  log: Log;
}): SettingsStore {
  const { bridge, secrets, givenKeys, clock, log } = dependencies;
  let known: Known | null = null;
  /** Counts invalidations: what was asked for before the latest may be old. */
  let invalidations = 0;
  let changed = false;
  const ownLevel = log.level;

  function remember(option: Json): Settings {
    const opened = openOption(option, secrets, log);
    const settings = withGivenKeys(opened.revealed, givenKeys);
    known = { ...opened, settings, at: clock() };
    log.level = settings.general.debug_logging ? 'debug' : ownLevel;
    return settings;
  }

  async function load(): Promise<Settings> {
    const before = invalidations;
    const { settings: stored } = await bridge.settings();
    if (before === invalidations) changed = false;
    const settings = remember(stored);
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

  async function change(patch: SettingsPatch): Promise<Settings> {
    await refresh();
    if (!known) throw new AppError('sidecar_unavailable');
    const { patched, moved } = lay(patch, known.revealed);
    requireNone(moved);
    const seal = (secret: string, path: Path) =>
      secret && secrets.seal(secret, recipientOf(patched, path) ?? '');
    const stored = merge(known.stored, mapSecrets(patch, seal)) as Json;
    await bridge.storeSettings(stored);
    return remember(stored);
  }

  // WordPress stores the option as a whole: of two updates at once the first would be lost.
  const serially = oneAtATime();
  const update = (patch: SettingsPatch) => serially(() => change(patch));

  async function get(): Promise<Settings> {
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
  }

  return {
    get,

    fresh: refresh,

    known: () => known?.settings ?? null,

    async patched(patch) {
      await get();
      if (!known) throw new AppError('sidecar_unavailable');
      const { patched, moved } = lay(patch, known.revealed);
      const left = new Set(moved.map(String));
      const kept = mapSecrets(patched, (secret, path) => (left.has(String(path)) ? '' : secret));
      return withGivenKeys(kept as Settings, givenKeys);
    },

    update,

    adopt: remember,

    invalidate() {
      invalidations++;
      changed = true;
    },
  };
}
