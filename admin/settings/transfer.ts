import { __ } from '@wordpress/i18n';
import type { MaskedSettings } from '../api.ts';
import {
  sameValue,
  storedValue,
  type Draft,
  type SettingPath,
  type SettingValue,
} from './draft.ts';
import { allFields } from './fields.ts';

/** Tells a file of settings from other JSON. */
const format = 'itih-rag-chat settings';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSecret = (path: SettingPath) => /\.api_(?:key|token)$/.test(path);

/** Returns the settings as a file holds them: all that are known, without secrets. */
export function exportText(settings: MaskedSettings): string {
  const nested: Json = {};
  for (const { path } of allFields()) {
    const value = storedValue(settings, path);
    if (value === undefined || isSecret(path)) continue;
    const names = path.split('.');
    const last = names.pop() ?? '';
    const group = names.reduce<Json>((at, name) => (at[name] ??= {}) as Json, nested);
    group[last] = value;
  }
  return JSON.stringify({ format, settings: nested }, null, 2) + '\n';
}

/** Returns a path and value for each setting of a file, unknown ones included: the server names them. */
function leavesOf(value: unknown, known: ReadonlySet<SettingPath>, at = ''): [string, unknown][] {
  if (!isObject(value) || known.has(at)) return [[at, value]];
  return Object.entries(value).flatMap(([name, inner]) =>
    leavesOf(inner, known, at === '' ? name : `${at}.${name}`),
  );
}

/**
 * Returns the settings of a file that differ from the stored ones; a secret is never taken from a file.
 *
 * @throws Error with a sentence for the owner
 */
export function importDraft(text: string, settings: MaskedSettings): Draft {
  const refusal = __('This is not a file of settings that was exported here.', 'itih-rag-chat');
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw new Error(refusal);
  }
  if (!isObject(file) || file['format'] !== format || !isObject(file['settings'])) {
    throw new Error(refusal);
  }
  const known = new Set(allFields().map(({ path }) => path));
  const differing = leavesOf(file['settings'], known).filter(
    ([path, value]) => !isSecret(path) && !sameValue(value, storedValue(settings, path)),
  );
  return Object.fromEntries(differing) as Record<SettingPath, SettingValue>;
}
