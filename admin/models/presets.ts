import { presets as presetTable, type Preset } from '../../server/contract/presets.ts';
import { settingValue, type SettingsForm } from '../settings/draft.ts';
import type { Scope } from './providers.ts';

/** The provider whose form a preset fills in. */
export const compatible = 'openai_compatible';

/** By id, in the order of a choice. */
export const presets: Readonly<Record<string, Preset>> = presetTable;

/** Returns the id of a base URL's preset, as `findPreset` of server/providers/model-traits.ts does; '' for another server. */
function presetAt(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const isAt = ({ address }: Preset) => {
    const own = new URL(address);
    return own.hostname === '127.0.0.1'
      ? url?.protocol === 'http:' && url.port === own.port
      : url?.host === own.host;
  };
  return Object.entries(presets).find(([, preset]) => isAt(preset))?.[0] ?? '';
}

/** Returns the id of the preset that the form of a provider has been filled in with; '' if none was. */
export const presetOf = (form: SettingsForm, scope: Scope, provider: string): string =>
  provider === compatible && scope !== 'rerank'
    ? presetAt(settingValue(form, `${scope}.${provider}.base_url`) as string)
    : '';

/**
 * Returns the changes that fill the form of a preset in, or empty it for another server. A key or a model that was
 * typed for another server is no use here.
 */
export function presetChanges(form: SettingsForm, scope: Scope, id: string) {
  if (id === presetOf(form, scope, compatible)) return {};
  const path = `${scope}.${compatible}`;
  return {
    [`${path}.base_url`]: presets[id]?.address ?? '',
    [`${path}.api_key`]: undefined,
    [`${path}.model`]: '',
  };
}
