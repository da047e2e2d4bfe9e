import { __ } from '@wordpress/i18n';
import { Button, Form, SaveButton } from '../components/controls.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Section } from '../components/section.tsx';
import { AnswerFields } from './answer-fields.tsx';
import { newKey, type Answers } from './use-answers.ts';

interface Props {
  answers: Answers;
  /** Key of the answer that is edited. */
  id: string;
  onSave: () => void;
  onClose: () => void;
}

/** Where an answer is written and saved. */
export function AnswerForm({ answers, id, onSave, onClose }: Props) {
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
      <Form className="itih-form" noValidate onSubmit={() => onSave()}>
        <AnswerFields
          draft={answers.draftOf(id)}
          problems={answers.problems(id)}
          onChange={(changes) => answers.change(id, changes)}
        />
        {answers.error && <ErrorNotice error={answers.error} />}
        <SaveButton busy={answers.busy} />
      </Form>
    </Section>
  );
}
