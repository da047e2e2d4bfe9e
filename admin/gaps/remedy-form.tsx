import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import type { MaskedSettings } from '../api.ts';
import { Button, Form } from '../components/controls.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Section } from '../components/section.tsx';
import { focusWhenShown } from '../focus.ts';
import { NewAnswer } from './new-answer.tsx';
import { useRemedy, type OnSave, type PatchOf } from './use-remedy.ts';

export interface RemedyProps {
  question: string;
  settings: MaskedSettings;
  onSave: OnSave;
  onClose: () => void;
}

interface Props extends RemedyProps {
  title: string;
  patchOf: PatchOf;
  /** Name of the first field that is wrong. */
  wrong: string | undefined;
  /** @param tried Problems are shown from the first attempt on. */
  children: (tried: boolean) => ReactNode;
}

const focusField = (name: string) =>
  document.querySelector<HTMLElement>(`#itih-remedy [name="${name}"]`)?.focus();

/** A draft that is tried on the question before it is saved. */
export function RemedyForm({ title, patchOf, wrong, children, onClose, ...rest }: Props) {
  const { question, settings, onSave } = rest;
  const [attempted, setAttempted] = useState(false);
  const { busy, error, tried, ask, save } = useRemedy(question, settings, patchOf, onSave);

  async function attempt(): Promise<void> {
    setAttempted(true);
    if (wrong !== undefined) return focusField(wrong);
    await ask();
    focusWhenShown('itih-new-answer');
  }

  return (
    <Section
      id="remedy"
      title={title}
      aside={
        <Button variant="tertiary" onClick={onClose}>
          {__('Cancel', 'itih-rag-chat')}
        </Button>
      }
    >
      <Form className="itih-form" noValidate onSubmit={() => !busy && void attempt()}>
        {children(attempted)}
        <div role="status">
          {tried?.reply && <NewAnswer question={question} reply={tried.reply} />}
        </div>
        {tried?.error && <ErrorNotice error={tried.error} />}
        {error && <ErrorNotice error={error} />}
        <div className="itih-actions">
          {tried && (
            <Button
              variant="primary"
              isBusy={busy === 'saving'}
              onClick={() => !busy && void save()}
            >
              {__('Save, and mark as done', 'itih-rag-chat')}
            </Button>
          )}
          <Button
            type="submit"
            variant={tried ? 'secondary' : 'primary'}
            isBusy={busy === 'asking'}
          >
            {busy === 'asking'
              ? __('Asking…', 'itih-rag-chat')
              : tried
                ? __('Ask again', 'itih-rag-chat')
                : __('Show the new answer', 'itih-rag-chat')}
          </Button>
        </div>
        {!tried && (
          <p className="itih-hint">
            {__('Nothing is saved before you have seen it.', 'itih-rag-chat')}
          </p>
        )}
      </Form>
    </Section>
  );
}
