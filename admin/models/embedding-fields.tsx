import { __ } from '@wordpress/i18n';
import { TextControl } from '../components/controls.tsx';
import { IndexChange } from './index-change.tsx';
import { ProviderFields } from './provider-fields.tsx';
import { LocalModelFields } from './local-model-fields.tsx';
import { builtin, changesIndex, local } from './providers.ts';
import { settingValue, type SettingsForm } from '../settings/draft.ts';

const path = 'embeddings.dimensions';

function DimensionsField({ form }: { form: SettingsForm }) {
  const value = settingValue(form, path) as number;
  const error = form.errors[path];
  return (
    <TextControl
      name={path}
      className="itih-number"
      label={__('Dimensions (optional)', 'itih-rag-chat')}
      help={error ?? __("Empty: the model's own number, which a test shows.", 'itih-rag-chat')}
      aria-invalid={error !== undefined}
      type="number"
      min={1}
      max={16_383}
      value={value === 0 ? '' : String(value)}
      onChange={(text) => form.set({ [path]: Number(text) })}
    />
  );
}

function helpOf(provider: string): string {
  if (provider === builtin) {
    return __('Compares words. Needs no account and sends nothing elsewhere.', 'itih-rag-chat');
  }
  if (provider === local) {
    return __(
      'Compares meaning on your own server. Needs no account and sends nothing elsewhere.',
      'itih-rag-chat',
    );
  }
  return __('Find the passages that fit a question.', 'itih-rag-chat');
}

/** Which model finds the passages, and what becomes of the index when another one is chosen. */
export function EmbeddingFields({ form }: { form: SettingsForm }) {
  const provider = settingValue(form, 'embeddings.provider') as string;
  return (
    <>
      <ProviderFields
        form={form}
        scope="embeddings"
        legend={__('Embeddings', 'itih-rag-chat')}
        label={__('Provider', 'itih-rag-chat')}
        help={helpOf(provider)}
        testLabel={__('Test the embeddings', 'itih-rag-chat')}
      >
        {provider === local ? <LocalModelFields form={form} /> : <DimensionsField form={form} />}
      </ProviderFields>
      {changesIndex(form) && <IndexChange form={form} />}
    </>
  );
}
