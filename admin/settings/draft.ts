import type { OwnTraits, SettingsPatch } from '../../server/contract/settings.ts';
import type { MaskedSettings } from '../api.ts';

/** Path of a setting, as an error names it: `llm.openai.model`. */
export type SettingPath = string;
/** A list and the colours are one setting. */
export type SettingValue =
  | string
  | number
  | boolean
  | readonly string[]
  | readonly number[]
  | readonly OwnTraits[]
  | Readonly<Record<string, string>>;

/** Only what differs from the stored settings. A secret: replaced by a text, removed by "". */
export type Draft = Readonly<Record<SettingPath, SettingValue>>;

/** The settings that a form edits. `set` with `value` undefined returns to the stored value. */
export interface SettingsForm {
  /** While no sidecar answers, only those that the plugin owns. */
  settings: MaskedSettings;
  draft: Draft;
  /** Path of a setting → what the site's pages say, where that is known. */
  found: Readonly<Record<SettingPath, string>>;
  /** Path of a setting → what is wrong with it. */
  errors: Readonly<Record<SettingPath, string>>;
  set: (changes: Record<SettingPath, SettingValue | undefined>) => void;
}

export const storedValue = (settings: MaskedSettings, path: SettingPath): unknown =>
  path
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], settings);

export const settingValue = ({ settings, draft }: SettingsForm, path: SettingPath): unknown =>
  draft[path] ?? storedValue(settings, path);

/** Properties of a text field that edits a setting; the reason of a refusal stands in place of `help`. */
export function textProps(form: SettingsForm, path: SettingPath, help = '') {
  const error = form.errors[path];
  return {
    name: path,
    'data-path': path,
    help: error ?? help,
    'aria-invalid': error !== undefined,
    value: String(settingValue(form, path)),
  };
}

const sorted = (value: unknown) =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? [...Object.entries(value)].sort(([a], [b]) => a.localeCompare(b))
    : value;

/** Whether two values of a setting are equal; colours have no order. */
export const sameValue = (a: unknown, b: unknown) =>
  JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

export function withChanges(
  settings: MaskedSettings,
  draft: Draft,
  changes: Record<SettingPath, SettingValue | undefined>,
): Draft {
  const differing = Object.entries({ ...draft, ...changes }).filter(
    ([path, value]) => value !== undefined && !sameValue(value, storedValue(settings, path)),
  );
  return Object.fromEntries(differing) as Draft;
}

/** Returns the patch that a save or a test sends. */
export function toPatch(draft: Draft): SettingsPatch {
  const patch: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(draft)) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    let at = patch;
    for (const name of names) at = (at[name] ??= {}) as Record<string, unknown>;
    at[last] = value;
  }
  return patch;
}

/** The part of a draft that is about one group of settings. */
export const draftOf = (draft: Draft, group: string): Draft =>
  Object.fromEntries(Object.entries(draft).filter(([path]) => path.startsWith(`${group}.`)));
