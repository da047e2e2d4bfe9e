import { __, _n, sprintf } from '@wordpress/i18n';
import { formatNumber } from '../format.ts';
import type { BulkWish } from './use-bulk.ts';

/** The question before an action on many documents. */
export function bulkQuestion({ action, count }: BulkWish): string {
  const number = formatNumber(count);
  switch (action) {
    case 'process':
      return sprintf(
        /* translators: %s: number of documents. */
        _n('Process %s document again?', 'Process %s documents again?', count, 'itih-rag-chat'),
        number,
      );
    case 'delete':
      return sprintf(
        /* translators: %s: number of documents. */
        _n('Delete %s document?', 'Delete %s documents?', count, 'itih-rag-chat'),
        number,
      );
    case 'exclude':
      return sprintf(
        /* translators: %s: number of documents. */
        _n(
          'Exclude the posts among %s document?',
          'Exclude the posts among %s documents?',
          count,
          'itih-rag-chat',
        ),
        number,
      );
    default:
      return action satisfies never;
  }
}

/** The name of the button that runs it. */
export function bulkName({ action }: Pick<BulkWish, 'action'>): string {
  switch (action) {
    case 'process':
      return __('Process again', 'itih-rag-chat');
    case 'delete':
      return __('Delete', 'itih-rag-chat');
    case 'exclude':
      return __('Exclude posts', 'itih-rag-chat');
    default:
      return action satisfies never;
  }
}

/** The sentence on its outcome. */
export function bulkDone({ action }: BulkWish, affected: number): string {
  const number = formatNumber(affected);
  switch (action) {
    case 'process':
      return sprintf(
        /* translators: %s: number of documents. */
        _n(
          '%s document will be processed again.',
          '%s documents will be processed again.',
          affected,
          'itih-rag-chat',
        ),
        number,
      );
    case 'delete':
      return sprintf(
        /* translators: %s: number of documents. */
        _n('%s document was deleted.', '%s documents were deleted.', affected, 'itih-rag-chat'),
        number,
      );
    case 'exclude':
      return sprintf(
        /* translators: %s: number of posts. */
        _n('%s post was excluded.', '%s posts were excluded.', affected, 'itih-rag-chat'),
        number,
      );
    default:
      return action satisfies never;
  }
}
