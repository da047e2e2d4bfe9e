import { __ } from '@wordpress/i18n';
import { TextControl } from '../components/controls.tsx';
import { settingValue, type SettingsForm } from '../settings/draft.ts';
import { ProviderFields } from './provider-fields.tsx';

const path = 'rerank.candidates';

function CandidatesField({ form }: { form: SettingsForm }) {
  const error = form.errors[path];
  return (
    <TextControl
      name={path}
      className="itih-number"
      label={__('Passages to rerank', 'itih-rag-chat')}
      help={
        error ??
        __('More cost more and take longer. The best of them are the context.', 'itih-rag-chat')
      }
      aria-invalid={error !== undefined}
      type="number"
      min={2}
      max={100}
      required
      value={String(settingValue(form, path))}
      onChange={(text) => form.set({ [path]: Number(text) })}
    />
  );
}

/** Which model puts the passages that were found into a better order. */
export function RerankFields({ form }: { form: SettingsForm }) {
  const isOn = settingValue(form, 'rerank.provider') !== '';
  return (
    <ProviderFields
      form={form}
      scope="rerank"
      legend={__('Ranking model', 'itih-rag-chat')}
      label={__('Provider', 'itih-rag-chat')}
      help={
        isOn
          ? __(
              'Each question is sent there with the passages found for it. If there is no answer within 1.5 seconds, they stay in the order of the search.',
              'itih-rag-chat',
            )
          : __(
              'A model can read the passages found and put them into a better order. None: they stay in the order of the search.',
              'itih-rag-chat',
            )
      }
      testLabel={__('Test the reranking', 'itih-rag-chat')}
    >
      <CandidatesField form={form} />
    </ProviderFields>
  );
}
