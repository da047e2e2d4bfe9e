import { __, sprintf } from '@wordpress/i18n';
import type { Gap } from '../../server/contract/gaps.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { formatDate } from '../format.ts';
import type { Changed, GapStates } from './use-gap-states.ts';
import { Notice } from '../components/controls.tsx';

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

/** Says what somebody else did. */
function overtakenText({ question, state, action, changed_at }: Gap): string {
  const at = formatDate(changed_at);
  if (state === 'ignored')
    return sprintf(
      /* translators: 1: a question. 2: a date. */
      __('Somebody else has ignored “%1$s” meanwhile (%2$s).', 'itih-rag-chat'),
      question,
      at,
    );
  if (state === 'open')
    /* translators: 1: a question. 2: a date. */
    return sprintf(__('“%1$s” was opened again meanwhile (%2$s).', 'itih-rag-chat'), question, at);
  const done = {
    /* translators: 1: a question. 2: a date. */
    '': __('Somebody else has marked “%1$s” as done meanwhile (%2$s).', 'itih-rag-chat'),
    /* translators: 1: a question. 2: a date. */
    answer: __('Somebody else has answered “%1$s” meanwhile (%2$s).', 'itih-rag-chat'),
    /* translators: 1: a question. 2: a date. */
    page: __('Somebody else has named a page for “%1$s” meanwhile (%2$s).', 'itih-rag-chat'),
    /* translators: 1: a question. 2: a date. */
    synonym: __('Somebody else has added a synonym for “%1$s” meanwhile (%2$s).', 'itih-rag-chat'),
    /* translators: 1: a question. 2: a date. */
    draft: __('Somebody else has begun a post about “%1$s” meanwhile (%2$s).', 'itih-rag-chat'),
  } satisfies Record<Gap['action'], string>;
  return sprintf(done[action], question, at);
}

/** Says what the last change did, and offers to take it back. */
export function StatesOutcome({ states }: { states: GapStates }) {
  const { changed, overtaken, error, undo, dismiss } = states;
  if (error) return <ErrorNotice error={error} />;
  if (overtaken)
    return (
      <Notice status="warning" onRemove={dismiss}>
        <bdi>{overtakenText(overtaken)}</bdi>{' '}
        {__(
          'Nothing was changed, and what you have written is still here. You can go on all the same.',
          'itih-rag-chat',
        )}
      </Notice>
    );
  if (!changed) return null;
  // A saved answer is taken back where answers are edited.
  const canUndo = changed.action === changed.before.action || changed.action === 'draft';
  const action = { label: __('Undo', 'itih-rag-chat'), variant: 'link' as const };
  return (
    <Notice
      status="success"
      onRemove={dismiss}
      actions={canUndo ? [{ ...action, onClick: () => void undo() }] : []}
    >
      <bdi>{changedText(changed)}</bdi>
    </Notice>
  );
}
