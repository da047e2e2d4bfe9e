import { Notice } from '@wordpress/components';
import { __, _n, sprintf } from '@wordpress/i18n';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { formatNumber } from '../format.ts';
import type { ChatDeletion } from './use-chat-deletion.ts';

/** Asks before conversations are deleted. */
export const DeletionDialog = ({ deletion: { asked, ask, run } }: { deletion: ChatDeletion }) =>
  asked ? (
    <ConfirmDialog
      title={sprintf(
        /* translators: %s: number of conversations. */
        _n('Delete %s conversation?', 'Delete %s conversations?', asked.count, 'itih-rag-chat'),
        formatNumber(asked.count),
      )}
      action={__('Delete', 'itih-rag-chat')}
      onConfirm={() => void run()}
      onClose={() => ask(undefined)}
    >
      <p>
        {__(
          'Questions, answers and ratings are lost, for you and for the visitors who wrote them. This cannot be undone: export them first if you may need them.',
          'itih-rag-chat',
        )}
      </p>
    </ConfirmDialog>
  ) : null;

/** Tells how the last deletion ended. */
export function DeletionOutcome({
  deletion: { done, error, dismiss },
}: {
  deletion: ChatDeletion;
}) {
  if (error) return <ErrorNotice error={error} />;
  if (!done) return null;
  return (
    <Notice className="itih-notice" status="success" onRemove={dismiss}>
      {done}
    </Notice>
  );
}
