import { __, _n, sprintf } from '@wordpress/i18n';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { formatNumber } from '../format.ts';
import { isAtLeast, type ChatDeletion } from './use-chat-deletion.ts';

const titleOf = (count: number) =>
  isAtLeast(count)
    ? sprintf(
        /* translators: %s: number of conversations. */
        __('Delete %s conversations or more?', 'itih-rag-chat'),
        formatNumber(count),
      )
    : sprintf(
        /* translators: %s: number of conversations. */
        _n('Delete %s conversation?', 'Delete %s conversations?', count, 'itih-rag-chat'),
        formatNumber(count),
      );

/** Asks before conversations are deleted. */
export const DeletionDialog = ({ deletion: { asked, ask, run } }: { deletion: ChatDeletion }) =>
  asked ? (
    <ConfirmDialog
      title={titleOf(asked.count)}
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
