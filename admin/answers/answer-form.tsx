import { __ } from '@wordpress/i18n';
import { Button, TextareaControl, TextControl } from '../components/controls.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Section } from '../components/section.tsx';
import type { AnswerField } from './answer-draft.ts';
import { newKey, type Answers } from './use-answers.ts';

interface Props {
  answers: Answers;
  /** Key of the answer that is edited. */
  id: string;
  onSave: () => void;
  onClose: () => void;
}

/** The questions of an answer, what is answered, and the page that says more. */
export function AnswerForm({ answers, id, onSave, onClose }: Props) {
  const draft = answers.draftOf(id);
  const problems = answers.problems(id);
  const field = (name: AnswerField, help: string) => ({
    name,
    help: problems[name] ?? help,
    'aria-invalid': problems[name] !== undefined,
    value: draft[name],
    onChange: (text: string) => answers.change(id, { [name]: text }),
  });
  return (
    <Section
      id="answer"
      title={
        id === newKey
          ? __('Write an answer', 'itih-rag-chat')
          : __('Edit the answer', 'itih-rag-chat')
      }
      aside={
        <Button variant="tertiary" onClick={onClose}>
          {answers.hasDraft(id) ? __('Discard', 'itih-rag-chat') : __('Close', 'itih-rag-chat')}
        </Button>
      }
    >
      <form
        className="itih-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSave();
        }}
      >
        <TextareaControl
          {...field(
            'questions',
            __(
              'One on each line, as visitors put it. Two or three ways to ask it help.',
              'itih-rag-chat',
            ),
          )}
          label={__('Questions', 'itih-rag-chat')}
          placeholder={__('Can I bring my dog?\nAre dogs allowed?', 'itih-rag-chat')}
          dir="auto"
          rows={4}
        />
        <TextareaControl
          {...field(
            'answer',
            __('Said word for word. Markdown works: **bold**, lists and links.', 'itih-rag-chat'),
          )}
          label={__('Answer', 'itih-rag-chat')}
          dir="auto"
          rows={6}
        />
        <TextControl
          {...field(
            'url',
            __(
              'The page that says more, such as /tickets/. Without an answer, visitors are only pointed to it.',
              'itih-rag-chat',
            ),
          )}
          label={__('Address of a page (optional)', 'itih-rag-chat')}
          inputMode="url"
          dir="ltr"
          spellCheck={false}
          autoCapitalize="none"
        />
        {answers.error && <ErrorNotice error={answers.error} />}
        <Button type="submit" variant="primary" isBusy={answers.busy}>
          {answers.busy ? __('Saving…', 'itih-rag-chat') : __('Save', 'itih-rag-chat')}
        </Button>
      </form>
    </Section>
  );
}
