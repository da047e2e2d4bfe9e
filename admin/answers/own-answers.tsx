import { useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Button, Notice } from '../components/controls.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Section } from '../components/section.tsx';
import { focusWhenShown } from '../focus.ts';
import { formatNumber } from '../format.ts';
import { limits } from './answer-draft.ts';
import { AnswerForm } from './answer-form.tsx';
import { AnswerTable, editId } from './answer-table.tsx';
import { newKey, type Answers } from './use-answers.ts';

const addId = 'itih-answer-add';

const Empty = () => (
  <div className="itih-empty">
    <p>
      {__(
        'There is none yet. Write the answers that matter most, or that no page gives: the chat says them word for word when a visitor asks one of their questions, before it looks anywhere else.',
        'itih-rag-chat',
      )}
    </p>
  </div>
);

const fullText = () =>
  sprintf(
    /* translators: %s: a number. */
    __('There may be %s answers at most.', 'itih-rag-chat'),
    formatNumber(limits.answers),
  );

interface RemovalProps {
  question: string;
  onConfirm: () => void;
  onClose: () => void;
}

const ConfirmRemoval = ({ question, ...actions }: RemovalProps) => (
  <ConfirmDialog
    title={sprintf(
      /* translators: %s: a question. */
      __('Remove the answer to “%s”?', 'itih-rag-chat'),
      question,
    )}
    action={__('Remove', 'itih-rag-chat')}
    {...actions}
  >
    <p>
      {__(
        'The chat will look for an answer on your pages again. Your text is lost.',
        'itih-rag-chat',
      )}
    </p>
  </ConfirmDialog>
);

interface Props {
  answers: Answers;
  /** Key of the answer whose form is open. */
  opened: string | undefined;
  onOpen: (key: string | undefined) => void;
}

/** The owner's own answers. */
export function OwnAnswers({ answers, opened, onOpen }: Props) {
  const [removing, setRemoving] = useState<string>();
  const { outcome, error } = answers;
  const isFull = answers.answers.length >= limits.answers;

  function close(): void {
    onOpen(undefined);
    focusWhenShown(opened ? editId(opened) : addId);
  }
  async function save(key: string): Promise<void> {
    const result = await answers.save(key);
    if ('problems' in result) {
      const [field] = Object.keys(result.problems);
      document.querySelector<HTMLElement>(`#itih-answer [name="${field}"]`)?.focus();
      return;
    }
    onOpen(undefined);
    focusWhenShown(editId(result.key));
  }
  async function remove(key: string): Promise<void> {
    setRemoving(undefined);
    if (opened === key) onOpen(undefined);
    await answers.remove(key);
    focusWhenShown('itih-answers-title');
  }

  return (
    <>
      {opened !== undefined && (
        <AnswerForm
          key={opened}
          answers={answers}
          id={opened}
          onSave={() => void save(opened)}
          onClose={() => {
            answers.forget(opened);
            close();
          }}
        />
      )}
      {outcome && (
        <Notice status="success" onRemove={answers.dismiss}>
          {outcome === 'saved'
            ? __('Saved. The chat answers with it from now on.', 'itih-rag-chat')
            : __('Removed.', 'itih-rag-chat')}
        </Notice>
      )}
      <Section
        id="answers"
        title={__('Your answers', 'itih-rag-chat')}
        aside={
          <Button
            id={addId}
            variant="primary"
            disabled={isFull}
            onClick={() => {
              onOpen(newKey);
              focusWhenShown('itih-answer-title');
            }}
          >
            {__('Write an answer', 'itih-rag-chat')}
          </Button>
        }
      >
        {isFull && <p className="itih-hint">{fullText()}</p>}
        {error && opened === undefined && <ErrorNotice error={error} />}
        {answers.answers.length === 0 ? (
          <Empty />
        ) : (
          <AnswerTable
            answers={answers}
            onEdit={(key) => {
              onOpen(key);
              focusWhenShown('itih-answer-title');
            }}
            onRemove={setRemoving}
          />
        )}
      </Section>
      {removing !== undefined && (
        <ConfirmRemoval
          question={removing}
          onConfirm={() => void remove(removing)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  );
}
