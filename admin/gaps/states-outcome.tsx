import { Notice } from '@wordpress/components';
import { __, sprintf } from '@wordpress/i18n';
import { ErrorNotice } from '../components/error-notice.tsx';
import type { Changed, GapStates } from './use-gap-states.ts';

function changedText({ before: { question }, state, action }: Changed): string {
  if (state === 'ignored') {
    return sprintf(
      /* translators: %s: a question. */
      __('“%s” is ignored: it stays away, also when it is asked again.', 'itih-rag-chat'),
      question,
    );
  }
  if (state === 'open') {
    /* translators: %s: a question. */
    return sprintf(__('“%s” is open again.', 'itih-rag-chat'), question);
  }
  return action === '' || action === 'draft'
    ? sprintf(
        /* translators: %s: a question. */
        __('“%s” is done. It opens again if somebody asks it in vain.', 'itih-rag-chat'),
        question,
      )
    : sprintf(
        /* translators: %s: a question. */
        __(
          'Saved and in use. “%s” is done; it opens again if it is asked in vain.',
          'itih-rag-chat',
        ),
        question,
      );
}

/** Says what the last change did, and offers to take it back. */
export function StatesOutcome({ states }: { states: GapStates }) {
  const { changed, error, undo, dismiss } = states;
  if (error) return <ErrorNotice error={error} />;
  if (!changed) return null;
  // A saved answer is taken back where answers are edited.
  const canUndo = changed.action === changed.before.action || changed.action === 'draft';
  const action = { label: __('Undo', 'itih-rag-chat'), variant: 'link' as const };
  return (
    <Notice
      className="itih-notice"
      status="success"
      onRemove={dismiss}
      actions={canUndo ? [{ ...action, onClick: () => void undo() }] : []}
    >
      <bdi>{changedText(changed)}</bdi>
    </Notice>
  );
}
