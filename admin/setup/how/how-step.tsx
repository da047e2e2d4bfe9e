import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { SettingsPatch } from '../../../server/contract/settings.ts';
import { api, type MaskedSettings } from '../../api.ts';
import { Button, ErrorNotice, Form, Notice } from '../../components/controls.tsx';
import { AiOff } from '../../components/frame.tsx';
import { Section } from '../../components/section.tsx';
import { useEstimate } from '../../models/price-note.tsx';
import { builtin, withRecommended, wordpress } from '../../models/providers.ts';
import {
  type Draft,
  draftOf,
  type SettingsForm,
  settingValue,
  toPatch,
  withChanges,
} from '../../settings/draft.ts';
import type { Site } from '../../site.ts';
import { type Resource, useAction } from '../../use-resource.ts';
import { StepEnd } from '../steps.tsx';
import { AiFields, vendors } from './ai-fields.tsx';
import { type Answering, AnsweringCards } from './answering-cards.tsx';

interface Props {
  site: Pick<Site, 'aiOff' | 'ownAi'>;
  settings: Resource<MaskedSettings>;
  onNext: () => void;
}

const provider = 'llm.provider';
const [firstVendor = ''] = vendors;
/** Answers a day until the owner says another number. */
const usualCap = 500;

const answeringOf = (from: string): Answering =>
  from === builtin ? 'quote' : from === wordpress ? 'wordpress' : 'ai';

interface FormProps extends Props {
  stored: MaskedSettings;
}

function HowForm({ site, stored, settings, onNext }: FormProps) {
  const [answering, setAnswering] = useState(answeringOf(stored.llm.provider));
  const [cap, setCap] = useState<string>();
  const [refusal, setRefusal] = useState('');
  const { busy, error, run } = useAction();
  const [draft, setDraft] = useState<Draft>({});
  const form: SettingsForm = {
    ...{ settings: stored, draft, found: {}, errors: error?.fields ?? {} },
    set: (changes) => setDraft(withChanges(stored, draft, changes)),
  };
  const estimate = useEstimate(form);
  const tokens = estimate?.tokens ?? 0;
  const { daily_tokens } = stored.limits;
  const answers =
    cap ?? String(daily_tokens && tokens ? Math.round(daily_tokens / tokens) : usualCap);

  function choose(chosen: Answering) {
    setAnswering(chosen);
    setRefusal('');
    const current = settingValue(form, provider) as string;
    if (chosen === 'wordpress') form.set({ [provider]: wordpress });
    if (chosen === 'ai' && answeringOf(current) !== 'ai')
      form.set(withRecommended(form, firstVendor, { [provider]: firstVendor }));
  }
  const save = async (patch: SettingsPatch) => {
    settings.replace(await api.saveSettings(patch));
    onNext();
  };
  const quote = () =>
    run(async () =>
      stored.llm.provider === builtin ? onNext() : save({ llm: { provider: builtin } }),
    );
  const letWrite = () =>
    run(async () => {
      setRefusal('');
      const patch = toPatch(draftOf(form.draft, 'llm'));
      const test = await api.testConnection({ scope: 'llm', settings: patch });
      if (!test.ok) return setRefusal(test.message);
      const limits = tokens ? { limits: { daily_tokens: Number(answers) * tokens } } : {};
      return save({ ...patch, ...limits });
    });

  return (
    <>
      <AiOff site={site} />
      <AnsweringCards
        chosen={answering}
        ownAi={site.ownAi}
        price={answering === 'ai' ? (estimate?.price_usd ?? null) : null}
        onChoose={choose}
      />
      {!site.ownAi && !site.aiOff && (
        <p className="itih-hint">
          {__(
            'An AI that WordPress itself has can write, too: from WordPress 7.0 on, connect one under Settings → Connectors, and load this page again.',
            'itih-rag-chat',
          )}
        </p>
      )}
      {answering === 'quote' ? (
        <>
          {error && <ErrorNotice error={error} />}
          <StepEnd
            action={__('Continue', 'itih-rag-chat')}
            busy={busy}
            onAction={() => void quote()}
          />
        </>
      ) : (
        <Form className="itih-form" onSubmit={() => void letWrite()}>
          <AiFields {...{ form, estimate, answers, onAnswers: setCap }} />
          {refusal && (
            <Notice status="error">
              {refusal} {__('Nothing was saved.', 'itih-rag-chat')}
            </Notice>
          )}
          {error && <ErrorNotice error={error} />}
          <div className="itih-actions itih-setup__end">
            <Button variant="primary" type="submit" isBusy={busy}>
              {busy
                ? __('Asking the model a test question…', 'itih-rag-chat')
                : __('Save and continue', 'itih-rag-chat')}
            </Button>
            <Button variant="tertiary" onClick={() => void quote()}>
              {__('Quote my pages for now', 'itih-rag-chat')}
            </Button>
          </div>
        </Form>
      )}
    </>
  );
}

/** Whether the pages are quoted, or a vendor's model writes. */
export const HowStep = ({ site, settings, onNext }: Props) => (
  <Section id="how" title={__('How shall it answer?', 'itih-rag-chat')} of={settings}>
    {settings.data && <HowForm {...{ site, settings, onNext }} stored={settings.data} />}
  </Section>
);
