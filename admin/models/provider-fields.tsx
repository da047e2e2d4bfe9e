import { useRef } from '@wordpress/element';
import type { ReactNode } from 'react';
import { TestConnection } from '../components/test-connection.tsx';
import { ConnectionFields } from './connection-fields.tsx';
import { ProviderChoice } from './provider-choice.tsx';
import { builtin, offered, type Scope } from './providers.ts';
import {
  draftOf,
  settingValue,
  storedValue,
  toPatch,
  type SettingsForm,
} from '../settings/draft.ts';

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
