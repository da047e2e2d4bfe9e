import { __ } from '@wordpress/i18n';
import { SelectControl, ToggleControl } from '../components/controls.tsx';
import { ModelTraits } from './model-traits.tsx';
import { OwnTraitsFields } from './own-traits.tsx';
import { ProviderFields } from './provider-fields.tsx';
import { builtin } from './providers.ts';
import { settingValue, type SettingsForm } from '../settings/draft.ts';

function ReasoningFields({ form }: { form: SettingsForm }) {
  const on = settingValue(form, 'chat.reasoning') === true;
  return (
    <>
      <ModelTraits form={form} />
      <ToggleControl
        label={__('Let it think first', 'itih-rag-chat')}
        help={__(
          'Answers are better thought out, but come later and cost more. Visitors can unfold what was thought. A model that cannot think answers at once.',
          'itih-rag-chat',
        )}
        checked={on}
        onChange={(value: boolean) => form.set({ 'chat.reasoning': value })}
      />
      {on && (
        <SelectControl
          name="chat.reasoning_effort"
          label={__('How much', 'itih-rag-chat')}
          value={settingValue(form, 'chat.reasoning_effort') as string}
          options={[
            { value: 'low', label: __('Little', 'itih-rag-chat') },
            { value: 'medium', label: __('Medium', 'itih-rag-chat') },
            { value: 'high', label: __('Much', 'itih-rag-chat') },
          ]}
          onChange={(value: string) => form.set({ 'chat.reasoning_effort': value })}
        />
      )}
    </>
  );
}

/** Which model answers, and which one when it does not. */
export function LanguageModelFields({ form }: { form: SettingsForm }) {
  // The built-in answerer needs no fallback.
  const ownModel = settingValue(form, 'llm.provider') !== builtin;
  return (
    <>
      <ProviderFields
        form={form}
        scope="llm"
        legend={__('Language model', 'itih-rag-chat')}
        label={__('Provider', 'itih-rag-chat')}
        help={
          ownModel
            ? __('Writes the answers.', 'itih-rag-chat')
            : __(
                'Answers with passages from your pages. Needs no account and sends nothing elsewhere.',
                'itih-rag-chat',
              )
        }
        testLabel={__('Test the language model', 'itih-rag-chat')}
      >
        <ReasoningFields form={form} />
      </ProviderFields>
      <OwnTraitsFields form={form} />
      {ownModel && (
        <ProviderFields
          form={form}
          scope="llm"
          role="fallback"
          legend={__('Another one in reserve', 'itih-rag-chat')}
          label={__('Provider in reserve', 'itih-rag-chat')}
          help={__('Asked when the first one does not answer.', 'itih-rag-chat')}
          testLabel={__('Test the language model in reserve', 'itih-rag-chat')}
        />
      )}
    </>
  );
}
