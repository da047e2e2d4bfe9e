import { type Preset, presets as presetTable } from '../../server/contract/presets.ts';
import { type Provider, providers as providerTable } from '../../server/contract/providers.ts';
import type { MaskedSecret } from '../api.ts';
import { type SettingsForm, settingValue, storedValue, withChanges } from '../settings/draft.ts';

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

type Changes = Parameters<SettingsForm['set']>[0];

/** Adds the model to begin with to changes that choose a provider for which none is chosen. */
export function withRecommended(form: SettingsForm, provider: string, changes: Changes): Changes {
  const changed = { ...form, draft: withChanges(form.settings, form.draft, changes) };
  const known = presets[presetOf(changed, 'llm', provider)] ?? providers[provider];
  const model = `llm.${provider}.model`;
  return known?.recommended && !settingValue(changed, model)
    ? { ...changes, [model]: known.recommended }
    : changes;
}

/** The groups of settings that name a provider. */
export type Scope = 'llm' | 'embeddings' | 'rerank';

/** Needs no account, no address and no choice of a model. */
export const builtin = 'builtin';
/** A model on the sidecar's machine. */
export const local = 'local';
/** WordPress' own AI client. */
export const wordpress = 'wordpress';

/** By id, in the order of a choice. */
export const providers: Readonly<Record<string, Provider>> = providerTable;

export const offered: Record<Scope, readonly string[]> = {
  llm: Object.keys(providers).filter((id) => providers[id]?.answers),
  embeddings: Object.keys(providers).filter((id) => providers[id]?.embeddings),
  rerank: Object.keys(providers).filter((id) => providers[id]?.reranks),
};

/** Providers that are reached over a connection of the settings. */
export const connected = (scope: Scope) =>
  offered[scope].filter((id) => providers[id]?.key !== 'none');

/** Whether the embeddings have a key for the address of a reranker, which is used if it has none of its own. */
export function sharesKey(form: SettingsForm, id: string): boolean {
  if (settingValue(form, 'embeddings.provider') !== id) return false;
  const address = (scope: Scope) => settingValue(form, `${scope}.${id}.base_url`);
  return address('embeddings') === address('rerank') && isReachable(form, 'embeddings', id);
}

/** Whether the form names everything that is needed to call a provider. */
export function isReachable(form: SettingsForm, scope: Scope, id: string): boolean {
  const provider = providers[id];
  if (!provider || provider.key === 'none') return true;
  const path = `${scope}.${id}`;
  const stored = storedValue(form.settings, `${path}.api_key`) as MaskedSecret | undefined;
  const hasKey =
    Boolean(form.draft[`${path}.api_key`] ?? stored?.set) ||
    (scope === 'rerank' && sharesKey(form, id));
  return (
    ((presets[presetOf(form, scope, id)] ?? provider).key !== 'required' || hasKey) &&
    (provider.address !== '' || settingValue(form, `${path}.base_url`) !== '') &&
    (!provider.account || settingValue(form, `${path}.account_id`) !== '')
  );
}

/** Whether a draft changes the embedding space, so that every vector has to be computed again. */
export function changesIndex(form: SettingsForm): boolean {
  const provider = settingValue(form, 'embeddings.provider') as string;
  const own = ['model', 'base_url', 'account_id'].map((name) => `embeddings.${provider}.${name}`);
  const paths = provider === builtin ? [] : [...own, 'embeddings.dimensions'];
  return ['embeddings.provider', ...paths].some((path) => path in form.draft);
}
