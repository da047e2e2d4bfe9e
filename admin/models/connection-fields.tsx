import { __, sprintf } from '@wordpress/i18n';
import type { Preset } from '../../server/contract/presets.ts';
import type { Provider } from '../../server/contract/providers.ts';
import type { MaskedSecret } from '../api.ts';
import { TextControl } from '../components/controls.tsx';
import { SecretField } from '../components/secret-field.tsx';
import { ModelField } from './model-field.tsx';
import { presetOf, presets } from './presets.ts';
import { builtin, local, providers, sharesKey, type Scope } from './providers.ts';
import { settingValue, storedValue, type SettingsForm } from '../settings/draft.ts';

interface Props {
  form: SettingsForm;
  scope: Scope;
  provider: string;
  /** Prefix of the field names: one provider may appear twice on a page. */
  prefix: string;
}

function addressHelp({ address, key }: Provider, provider: string, scope: Scope): string {
  if (!address && scope === 'rerank')
    return __('The address of the service, without “/rerank” at its end.', 'itih-rag-chat');
  if (provider === 'azure') {
    return __(
      'The address of the resource, or of a deployment, as Azure shows it.',
      'itih-rag-chat',
    );
  }
  if (!address)
    return __('The address of the service, up to and including its version.', 'itih-rag-chat');
  if (key === 'required') return __("Empty: the provider's own address.", 'itih-rag-chat');
  return sprintf(
    /* translators: %s: an address. */
    __('As the sidecar sees it. Empty: %s', 'itih-rag-chat'),
    address,
  );
}

const presetAddressHelp = ({ key }: Preset) =>
  key === 'required'
    ? __('Where the provider is reached.', 'itih-rag-chat')
    : __('As the sidecar sees it.', 'itih-rag-chat');

/** Where the key of a hosted server is made, or how a server of one's own is started. */
const PresetLink = ({ preset: { label, page, key } }: { preset: Preset }) => (
  <p className="itih-hint">
    <a href={page} target="_blank" rel="noreferrer">
      {key === 'required'
        ? sprintf(
            /* translators: %s: name of a vendor. */
            __('Make a key at %s (opens in a new tab)', 'itih-rag-chat'),
            label,
          )
        : sprintf(
            /* translators: %s: name of a program. */
            __('How %s is started as a server (opens in a new tab)', 'itih-rag-chat'),
            label,
          )}
    </a>
  </p>
);

function keyLabel({ key, account }: Provider): string {
  if (account) return __('API token', 'itih-rag-chat');
  return key === 'required'
    ? __('API key', 'itih-rag-chat')
    : __('API key (optional)', 'itih-rag-chat');
}

/** How a provider is reached, and which of its models is meant. */
export function ConnectionFields({ form, scope, provider, prefix }: Props) {
  const preset = presets[presetOf(form, scope, provider)];
  const needs = preset ? { ...providers[provider]!, ...preset } : providers[provider];
  if (!needs || provider === builtin || provider === local) return null;
  // A preset is told by its address, which stays in its place while it is typed.
  const isOptional = needs.address !== '' && !preset;
  // A vendor's own address seldom changes, so that its field comes last.
  const isVendors = isOptional && needs.key === 'required';
  const path = (name: string) => `${scope}.${provider}.${name}`;
  const keyPath = path('api_key');

  const textField = (name: string, label: string, help: string, required: boolean) => {
    const error = form.errors[path(name)];
    return (
      <TextControl
        name={`${prefix}.${name}`}
        label={label}
        help={error ?? help}
        aria-invalid={error !== undefined}
        type={name === 'base_url' ? 'url' : 'text'}
        required={required}
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        value={settingValue(form, path(name)) as string}
        onChange={(value) => form.set({ [path(name)]: value.trim() })}
      />
    );
  };
  const address = textField(
    'base_url',
    isOptional ? __('Base URL (optional)', 'itih-rag-chat') : __('Base URL', 'itih-rag-chat'),
    preset ? presetAddressHelp(preset) : addressHelp(needs, provider, scope),
    !isOptional,
  );

  const shares = scope === 'rerank' && sharesKey(form, provider);

  return (
    <>
      {!isVendors && address}
      {needs.account &&
        textField(
          'account_id',
          __('Account ID', 'itih-rag-chat'),
          __('Shown beside the token in the dashboard of the provider.', 'itih-rag-chat'),
          true,
        )}
      <SecretField
        name={`${prefix}.api_key`}
        label={shares ? __('API key (optional)', 'itih-rag-chat') : keyLabel(needs)}
        stored={storedValue(form.settings, keyPath) as MaskedSecret}
        value={form.draft[keyPath] as string | undefined}
        required={needs.key === 'required' && !shares}
        error={form.errors[keyPath]}
        onChange={(value) => form.set({ [keyPath]: value })}
      />
      {preset && <PresetLink preset={preset} />}
      {shares && (
        <p className="itih-hint">
          {__('Without a key here, the one of the embeddings is used.', 'itih-rag-chat')}
        </p>
      )}
      <ModelField form={form} scope={scope} provider={provider} name={`${prefix}.model`} />
      {isVendors && address}
    </>
  );
}
