import { useRef } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { MaskedSettings } from '../api.ts';
import { providerLabel } from '../labels.ts';
import {
  builtin,
  chosenProvider,
  offered,
  storedConnection,
  toPatch,
  withField,
  withProvider,
  type Draft,
  type Scope,
} from '../settings-draft.ts';
import { SelectControl, TextControl } from './controls.tsx';
import { SecretField } from './secret-field.tsx';
import { TestConnection } from './test-connection.tsx';

const words = (scope: Scope) =>
  scope === 'llm'
    ? {
        legend: __('Language model', 'itih-rag-chat'),
        hint: __('Writes the answers.', 'itih-rag-chat'),
        test: __('Test the language model', 'itih-rag-chat'),
        builtin: __(
          'Answers with passages from your pages. Needs no account and sends nothing elsewhere.',
          'itih-rag-chat',
        ),
      }
    : {
        legend: __('Embeddings', 'itih-rag-chat'),
        hint: __('Find the passages that fit a question.', 'itih-rag-chat'),
        test: __('Test the embeddings', 'itih-rag-chat'),
        builtin: __(
          'Compares words. Needs no account and sends nothing elsewhere.',
          'itih-rag-chat',
        ),
      };

interface Props {
  scope: Scope;
  settings: MaskedSettings;
  draft: Draft;
  /** Path of a setting → what is wrong with it. */
  errors: Record<string, string>;
  onChange: (draft: Draft) => void;
}

function ConnectionFields({ scope, settings, draft, errors, onChange }: Props) {
  const provider = chosenProvider(settings, scope, draft);
  const stored = storedConnection(settings, scope, provider);
  const changed = draft.connections[provider] ?? {};
  const set = (field: 'api_key' | 'base_url' | 'model', value: string | undefined) =>
    onChange(withField(settings, scope, draft, provider, field, value));
  const compatible = provider === 'openai_compatible';
  const field = (name: string) => ({
    name: `${scope}.${name}`,
    error: errors[`${scope}.${provider}.${name}`],
  });
  const [key, address, model] = [field('api_key'), field('base_url'), field('model')];

  return (
    <>
      <SecretField
        {...key}
        label={__('API key', 'itih-rag-chat')}
        stored={stored.api_key}
        value={changed.api_key}
        required={!compatible}
        onChange={(value) => set('api_key', value)}
      />
      <TextControl
        name={model.name}
        label={__('Model', 'itih-rag-chat')}
        help={model.error ?? __('The name that the provider gives it.', 'itih-rag-chat')}
        aria-invalid={model.error !== undefined}
        required={compatible}
        dir="ltr"
        spellCheck={false}
        value={changed.model ?? stored.model}
        onChange={(value) => set('model', value)}
      />
      <TextControl
        name={address.name}
        label={
          compatible ? __('Base URL', 'itih-rag-chat') : __('Base URL (optional)', 'itih-rag-chat')
        }
        help={
          address.error ??
          (compatible
            ? __('The address of the service, up to and including its version.', 'itih-rag-chat')
            : __("Empty: the provider's own address.", 'itih-rag-chat'))
        }
        aria-invalid={address.error !== undefined}
        type="url"
        required={compatible}
        dir="ltr"
        value={changed.base_url ?? stored.base_url}
        onChange={(value) => set('base_url', value)}
      />
    </>
  );
}

/** Chooses a provider and says how to reach it. */
export function ProviderFields(props: Props) {
  const { scope, settings, draft, onChange } = props;
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const text = words(scope);
  const provider = chosenProvider(settings, scope, draft);
  // What was chosen by other means, such as wp-config.php, stays visible.
  const choices = new Set([...offered[scope], settings[scope].provider]);
  const inputs = () => [...(fieldset.current?.querySelectorAll('input') ?? [])];

  return (
    <fieldset ref={fieldset} className="itih-provider" id={`itih-${scope}`}>
      <legend>{text.legend}</legend>
      <SelectControl
        name={`${scope}.provider`}
        label={__('Provider', 'itih-rag-chat')}
        help={provider === builtin ? text.builtin : text.hint}
        value={provider}
        options={[...choices].map((value) => ({ value, label: providerLabel(value) }))}
        onChange={(value: string) => onChange(withProvider(settings, scope, draft, value))}
      />
      {provider !== builtin && <ConnectionFields {...props} key={provider} />}
      <TestConnection
        label={text.test}
        ready={() => inputs().every((input) => input.reportValidity())}
        request={{
          scope: scope === 'llm' ? 'llm' : 'embedding',
          settings: toPatch({ [scope]: draft }),
        }}
      />
    </fieldset>
  );
}
