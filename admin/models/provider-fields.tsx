import { useEffect, useRef, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import type { ModelsReply } from '../../server/contract/admin.ts';
import type { Preset } from '../../server/contract/presets.ts';
import type { LlmProvider, Provider, RerankProvider } from '../../server/contract/providers.ts';
import { api, type ApiError, type MaskedSecret, type ModelsRequest, toApiError } from '../api.ts';
import { Combobox } from '../components/combobox.tsx';
import { SelectControl, TextControl } from '../components/controls.tsx';
import { More } from '../components/more.tsx';
import { SecretField } from '../components/secret-field.tsx';
import { TestConnection } from '../components/test-connection.tsx';
import { formatNumber, formatPrice } from '../format.ts';
import { embedderLabel, providerLabel } from '../labels.ts';
import { draftOf, type SettingsForm, settingValue, storedValue, textProps, toPatch, withChanges } from '../settings/draft.ts';
import { builtin, compatible, isReachable, offered, presetChanges, presetOf, presets, providers, type Scope, sharesKey, withRecommended, wordpress } from './providers.ts';

type Model = ModelsReply['models'][number];

function contextText(tokens: number): string {
  return sprintf(
    /* translators: %s: number of tokens that a model can read and write in one answer. */
    __('%s tokens of context', 'itih-rag-chat'),
    formatNumber(tokens),
  );
}

const priceText = ({ input, output }: NonNullable<Model['price']>) =>
  sprintf(
    /* translators: 1: price of what is sent to the model. 2: price of what it writes. */
    __('%1$s in, %2$s out per million tokens', 'itih-rag-chat'),
    formatPrice(input),
    formatPrice(output),
  );

/** Says what a model can and costs in a few words; empty if nothing is known. */
export function traitsText({ context, reasons, always_reasons, tools, price }: Model): string {
  const thinks = always_reasons
    ? __('always thinks', 'itih-rag-chat')
    : reasons && __('can think', 'itih-rag-chat');
  return [
    context && contextText(context),
    thinks,
    tools && __('calls tools', 'itih-rag-chat'),
    price && priceText(price),
  ]
    .filter(Boolean)
    .join(' · ');
}

interface State {
  /** The request that these models answer. */
  key: string;
  busy: boolean;
  models: ModelsReply['models'];
  error: ApiError | undefined;
}

const nothing: State = { key: '', busy: false, models: [], error: undefined };

/** The models of a provider, asked for when they are wanted, and again when the request differs. */
function useModels(request: ModelsRequest) {
  const key = JSON.stringify(request);
  const [state, setState] = useState(nothing);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function load() {
    if (state.key === key && !state.error) return;
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    setState({ ...nothing, key, busy: true });
    try {
      const { models } = await api.listModels(request, signal);
      if (!signal.aborted) setState({ ...nothing, key, models });
    } catch (cause) {
      if (!signal.aborted) setState({ ...nothing, key, error: toApiError(cause) });
    }
  }

  return { ...(state.key === key ? state : nothing), load };
}

interface ModelFieldProps {
  form: SettingsForm;
  scope: Scope;
  provider: string;
  name: string;
}

function noteOf(model: Model): string {
  const { id, label, dimensions } = model;
  const length =
    dimensions &&
    sprintf(
      /* translators: %s: number of dimensions of a vector. */
      __('%s dimensions', 'itih-rag-chat'),
      formatNumber(dimensions),
    );
  const own = label === id ? '' : label;
  return [own, length, traitsText(model)].filter(Boolean).join(' · ');
}

/** A model by its name: typed, or chosen among those that the provider offers with what is filled in. */
function ModelField({ form, scope, provider, name }: ModelFieldProps) {
  const path = `${scope}.${provider}.model`;
  const reachable = isReachable(form, scope, provider);
  const connection = draftOf(form.draft, `${scope}.${provider}`);
  // A reranker may have the key of the embeddings.
  const drafted =
    scope === 'rerank' ? { ...draftOf(form.draft, 'embeddings'), ...connection } : connection;
  const { models, busy, error, load } = useModels({
    scope: scope === 'embeddings' ? 'embedding' : scope,
    provider: provider as LlmProvider | RerankProvider,
    // Not the model itself: each letter of it would ask anew.
    settings: toPatch(withChanges(form.settings, drafted, { [path]: undefined })),
  });
  const problem = form.errors[path];

  function status(): string {
    if (busy) return __('Asking the provider for its models…', 'itih-rag-chat');
    if (error) {
      return sprintf(
        /* translators: %s: a sentence that says what is wrong. */
        __('There is no list to choose from, but a name can be typed. %s', 'itih-rag-chat'),
        error.message,
      );
    }
    if (models.length === 0) return '';
    return sprintf(
      /* translators: %s: number of models. */
      _n('%s model to choose from.', '%s models to choose from.', models.length, 'itih-rag-chat'),
      formatNumber(models.length),
    );
  }

  return (
    <Combobox
      name={name}
      path={path}
      label={__('Model', 'itih-rag-chat')}
      help={
        problem ??
        (reachable
          ? provider === 'azure'
            ? __('The name of the deployment.', 'itih-rag-chat')
            : __('The name that the provider gives it.', 'itih-rag-chat')
          : __('With the rest filled in, it can be chosen from a list.', 'itih-rag-chat'))
      }
      invalid={problem !== undefined}
      required={providers[provider]?.key === 'required' || scope !== 'rerank'}
      value={settingValue(form, path) as string}
      choices={models.map((model) => ({ value: model.id, note: noteOf(model) }))}
      status={status()}
      showLabel={__('Show the models', 'itih-rag-chat')}
      onChange={(value) => form.set({ [path]: value })}
      onOpen={() => reachable && void load()}
    />
  );
}

interface ConnectionFieldsProps {
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
    __('As the answer service sees it. Empty: %s', 'itih-rag-chat'),
    address,
  );
}

const presetAddressHelp = ({ key }: Preset) =>
  key === 'required'
    ? __('Where the provider is reached.', 'itih-rag-chat')
    : __('As the answer service sees it.', 'itih-rag-chat');

/** Where a vendor's key is made, or how a server of one's own is started. */
const KeyLink = ({
  vendor: { label, page, key },
}: {
  vendor: Pick<Provider, 'label' | 'page' | 'key'>;
}) => (
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

const ConnectorsHint = () => (
  <p className="itih-hint">
    {__(
      'WordPress asks the vendor that you have connected to it, from version 7.0 on, and chooses the model. Each answer comes in one piece.',
      'itih-rag-chat',
    )}{' '}
    <a href="options-connectors.php">{__('Settings → Connectors', 'itih-rag-chat')}</a>
  </p>
);

function keyLabel({ key, account }: Provider): string {
  if (account) return __('API token', 'itih-rag-chat');
  return key === 'required'
    ? __('API key', 'itih-rag-chat')
    : __('API key (optional)', 'itih-rag-chat');
}

/** How a provider is reached, and which of its models is meant. */
export function ConnectionFields({ form, scope, provider, prefix }: ConnectionFieldsProps) {
  const preset = presets[presetOf(form, scope, provider)];
  const needs = preset ? { ...providers[provider]!, ...preset } : providers[provider];
  if (provider === wordpress) return <ConnectorsHint />;
  if (!needs || needs.key === 'none') return null;
  // A preset is told by its address, which stays in its place while it is typed.
  const isOptional = needs.address !== '' && !preset;
  // A vendor's own address seldom changes, so that its field comes last.
  const isVendors = isOptional && needs.key === 'required';
  const path = (name: string) => `${scope}.${provider}.${name}`;
  const keyPath = path('api_key');

  const textField = (name: string, label: string, help: string, required: boolean) => (
    <TextControl
      {...textProps(form, path(name), help)}
      name={`${prefix}.${name}`}
      label={label}
      type={name === 'base_url' ? 'url' : 'text'}
      required={required}
      autoComplete="off"
      spellCheck={false}
      dir="ltr"
      onChange={(value) => form.set({ [path(name)]: value.trim() })}
    />
  );
  const address = textField(
    'base_url',
    isOptional ? __('Base URL (optional)', 'itih-rag-chat') : __('Base URL', 'itih-rag-chat'),
    preset ? presetAddressHelp(preset) : addressHelp(needs, provider, scope),
    !isOptional,
  );

  const shares = scope === 'rerank' && sharesKey(form, provider);
  const stored = storedValue(form.settings, keyPath) as MaskedSecret;

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
        path={keyPath}
        label={shares ? __('API key (optional)', 'itih-rag-chat') : keyLabel(needs)}
        stored={stored}
        value={form.draft[keyPath] as string | undefined}
        required={needs.key === 'required' && !shares}
        error={form.errors[keyPath]}
        onChange={(value) => form.set({ [keyPath]: value })}
      />
      {needs.page && !stored.given && <KeyLink vendor={needs} />}
      {shares && (
        <p className="itih-hint">
          {__('Without a key here, the one of “Find by meaning” is used.', 'itih-rag-chat')}
        </p>
      )}
      <ModelField form={form} scope={scope} provider={provider} name={`${prefix}.model`} />
      {isVendors && <More>{address}</More>}
    </>
  );
}

interface ProviderChoiceProps {
  form: SettingsForm;
  scope: Scope;
  /** The setting that names the provider. */
  path: string;
  name: string;
  label: string;
  help: string;
  /** '' for none. */
  provider: string;
  choices: readonly string[];
}

/** Tells a preset from a provider in the values of the choice. */
const mark = 'preset:';

/** A provider, or a preset of the one for servers of OpenAI's format, in one list. */
export function ProviderChoice({ form, scope, path, provider, choices, ...control }: ProviderChoiceProps) {
  const nameOf = scope === 'embeddings' ? embedderLabel : providerLabel;
  const offered = Object.entries(presets).filter(
    ([, { embeddings }]) =>
      choices.includes(compatible) && (scope === 'llm' || (scope === 'embeddings' && embeddings)),
  );
  const preset = presetOf(form, scope, provider);
  const isOffered = offered.some(([id]) => id === preset);

  function choose(value: string) {
    const isPreset = value.startsWith(mark);
    const chosen = isPreset ? compatible : value;
    const filled =
      chosen === compatible && offered.length > 0
        ? presetChanges(form, scope, isPreset ? value.slice(mark.length) : '')
        : {};
    const changes = { ...filled, [path]: chosen };
    form.set(scope === 'llm' ? withRecommended(form, chosen, changes) : changes);
  }

  const option = (id: string) => (
    <option key={id} value={id}>
      {id === '' ? __('None', 'itih-rag-chat') : nameOf(id)}
    </option>
  );
  const native = choices.filter((id) => id !== compatible || offered.length === 0);
  return (
    <SelectControl {...control} data-path={path} value={isOffered ? mark + preset : provider} onChange={choose}>
      {native.map(option)}
      {offered.length > 0 && (
        <optgroup label={__('Servers that speak like OpenAI', 'itih-rag-chat')}>
          {offered.map(([id, { label }]) => (
            <option key={id} value={mark + id}>
              {label}
            </option>
          ))}
          <option value={compatible}>{__('Another server', 'itih-rag-chat')}</option>
        </optgroup>
      )}
    </SelectControl>
  );
}

interface Props {
  form: SettingsForm;
  scope: Scope;
  /** The setting that names the provider. */
  role?: 'provider' | 'fallback';
  legend: string;
  label: string;
  help: string;
  testLabel: string;
  /** Further fields of a provider that is not built in. */
  children?: ReactNode;
}

const none = '';

/** How a test names the settings that it tries. */
const tested = { llm: 'llm', embeddings: 'embedding', rerank: 'rerank' } as const;

/** Chooses a provider, says how to reach it and tries it. */
export function ProviderFields(props: Props) {
  const { form, scope, role = 'provider', legend, label, help, testLabel, children } = props;
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const path = `${scope}.${role}`;
  const first = settingValue(form, `${scope}.provider`) as string;
  const chosen = settingValue(form, path) as string;
  const isFallback = role === 'fallback';
  const provider = isFallback && chosen === first ? none : chosen;
  const prefix = isFallback ? role : scope;

  // A value set elsewhere, such as in wp-config.php, stays visible.
  const all = new Set([...offered[scope], storedValue(form.settings, path) as string]);
  const canBeNone = isFallback || scope === 'rerank';
  const choices = canBeNone
    ? [none, ...[...all].filter((one) => one && !(isFallback && one === first))]
    : [...all];
  const inputs = () => [...(fieldset.current?.querySelectorAll('input') ?? [])];

  return (
    <fieldset ref={fieldset} className="itih-provider" id={`itih-${prefix}`}>
      <legend>{legend}</legend>
      <ProviderChoice
        form={form}
        scope={scope}
        path={path}
        name={`${prefix}.provider`}
        label={label}
        help={help}
        provider={provider}
        choices={choices}
      />
      <ConnectionFields
        key={provider}
        form={form}
        scope={scope}
        provider={provider}
        prefix={prefix}
      />
      {provider !== builtin && provider !== none && children}
      {provider !== none && !(scope === 'embeddings' && provider === builtin) && (
        <TestConnection
          label={testLabel}
          ready={() => inputs().every((input) => input.reportValidity())}
          request={{
            scope: tested[scope],
            settings: toPatch({
              ...draftOf(form.draft, scope),
              ...(scope === 'rerank' && draftOf(form.draft, 'embeddings')),
              ...(isFallback && { 'llm.provider': provider }),
            }),
          }}
        />
      )}
    </fieldset>
  );
}
