import { __ } from '@wordpress/i18n';
import { SelectControl } from '../components/controls.tsx';
import { embedderLabel, providerLabel } from '../labels.ts';
import type { SettingsForm } from '../settings/draft.ts';
import { compatible, presetChanges, presetOf, presets } from './presets.ts';
import type { Scope } from './providers.ts';

interface Props {
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
export function ProviderChoice({ form, scope, path, provider, choices, ...control }: Props) {
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
    form.set({ ...filled, [path]: chosen });
  }

  const option = (id: string) => (
    <option key={id} value={id}>
      {id === '' ? __('None', 'itih-rag-chat') : nameOf(id)}
    </option>
  );
  const native = choices.filter((id) => id !== compatible || offered.length === 0);
  return (
    <SelectControl {...control} value={isOffered ? mark + preset : provider} onChange={choose}>
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
