import { __, sprintf } from '@wordpress/i18n';
import {
  SelectControl,
  TextareaControl,
  TextControl,
  ToggleControl,
} from '../components/controls.tsx';
import { Section } from '../components/section.tsx';
import { providerLabel } from '../labels.ts';
import { dashboardUrl } from '../use-query.ts';
import type { Wording } from './use-wording.ts';
import type { TextName } from './wording-draft.ts';
import { WordingEnd } from './wording-end.tsx';

const builtin = 'builtin';

function textField({ values, problems, set }: Wording, name: TextName, help: string) {
  return {
    name,
    help: problems[name] ?? help,
    'aria-invalid': problems[name] !== undefined,
    dir: 'auto',
    value: values[name],
    onChange: (text: string) => set({ [name]: text }),
  };
}

/** Settings of the answer that found nothing. */
function UnknownFields({ wording }: { wording: Wording }) {
  return (
    <Section id="unknown" title={__('When nothing is found', 'itih-rag-chat')}>
      <div className="itih-form">
        <TextControl
          {...textField(
            wording,
            'contact',
            __('Shown below such an answer. Empty: nothing is shown.', 'itih-rag-chat'),
          )}
          label={__('Where a person can be reached', 'itih-rag-chat')}
          placeholder={__('Write to info@example.org or call 01234 5678.', 'itih-rag-chat')}
        />
        <TextareaControl
          {...textField(
            wording,
            'refusal_text',
            __(
              'Empty: one honest sentence in the language of the question. Your own text is said in every language.',
              'itih-rag-chat',
            ),
          )}
          label={__('What the chat then says', 'itih-rag-chat')}
          rows={3}
        />
      </div>
    </Section>
  );
}

/** Settings that only a language model follows. */
function ModelFields({ wording }: { wording: Wording }) {
  const { values, settings, set } = wording;
  const { fallback } = settings.llm;
  const other = fallback !== '' && fallback !== builtin ? fallback : undefined;
  return (
    <Section id="manner" title={__('With a language model', 'itih-rag-chat')}>
      <div className="itih-form">
        {settings.llm.provider === builtin && (
          <p className="itih-hint">
            {__(
              'None is chosen: answers are sentences of your pages, and the following has no effect yet.',
              'itih-rag-chat',
            )}{' '}
            <a href={`${dashboardUrl()}#itih-models`}>
              {__('Choose a language model', 'itih-rag-chat')}
            </a>
          </p>
        )}
        <TextareaControl
          {...textField(
            wording,
            'tone',
            __('In your own words. Empty: friendly and to the point.', 'itih-rag-chat'),
          )}
          label={__('How it should write', 'itih-rag-chat')}
          placeholder={__(
            'Write as our volunteers speak: warm, short, and without jargon.',
            'itih-rag-chat',
          )}
          rows={3}
        />
        <ToggleControl
          label={__('Answer only from this site', 'itih-rag-chat')}
          help={__(
            'Otherwise the model may add what it knows from elsewhere, without a source.',
            'itih-rag-chat',
          )}
          checked={values.strict}
          onChange={(strict: boolean) => set({ strict })}
        />
        <SelectControl
          name="fallback"
          label={__('When the model fails', 'itih-rag-chat')}
          help={wording.problems.fallback ?? ''}
          value={values.fallback}
          options={[
            { value: builtin, label: __('Answer with sentences of the site', 'itih-rag-chat') },
            ...(other
              ? [
                  {
                    value: other,
                    label: sprintf(
                      /* translators: %s: name of a vendor of language models. */
                      __('Ask %s', 'itih-rag-chat'),
                      providerLabel(other),
                    ),
                  },
                ]
              : []),
            { value: '', label: __('Say that something went wrong', 'itih-rag-chat') },
          ]}
          onChange={(value: string) => set({ fallback: value })}
        />
      </div>
    </Section>
  );
}

export const BehaviourFields = ({ wording }: { wording: Wording }) => (
  <div className="itih-settings">
    <UnknownFields wording={wording} />
    <ModelFields wording={wording} />
    <div className="itih-settings__end">
      <WordingEnd wording={wording} />
    </div>
  </div>
);
