import { __, _n, sprintf } from '@wordpress/i18n';
import type { DocumentsFilter, DocumentView } from '../../server/contract/knowledge.ts';
import { Button } from '../components/controls.tsx';
import { formatNumber } from '../format.ts';
import type { Bulk, BulkWish } from './use-bulk.ts';
import type { DocumentActions } from './use-document-actions.ts';

interface Props {
  /** The marked documents of this page. */
  documents: readonly DocumentView[];
  /** Documents of this page, and of all pages. */
  shown: number;
  total: number;
  filter: DocumentsFilter;
  /** All pages are chosen. */
  whole: boolean;
  onWhole: (whole: boolean) => void;
  actions: DocumentActions;
  bulk: Bulk;
}

function countText(count: number, chosen: boolean): string {
  const text = chosen
    ? /* translators: %s: number of documents. */
      _n('%s document selected', '%s documents selected', count, 'itih-rag-chat')
    : /* translators: %s: number of documents. */
      _n('%s document', '%s documents', count, 'itih-rag-chat');
  return sprintf(text, formatNumber(count));
}

/** Offers all pages of the list when all of one page are marked. */
function WholeChoice({ documents, shown, total, whole, onWhole }: Props) {
  if (documents.length < shown || total <= shown) return null;
  return (
    <Button variant="link" onClick={() => onWhole(!whole)}>
      {whole
        ? __('Only those of this page', 'itih-rag-chat')
        : sprintf(
            /* translators: %s: number of documents. */
            __('Select all %s documents', 'itih-rag-chat'),
            formatNumber(total),
          )}
    </Button>
  );
}

/** How many documents there are; with a selection, what can be done with it. */
export function Selection(props: Props) {
  const { documents, total, filter, whole, actions, bulk } = props;
  const count = whole ? total : documents.length;
  const hasPosts = whole || documents.some(({ post_id }) => post_id !== null);
  const wish = (action: BulkWish['action'], force = false) =>
    bulk.ask({
      action,
      force,
      count,
      target: whole ? { filter } : { ids: documents.map(({ id }) => id) },
    });
  const process = (force: boolean) =>
    whole ? wish('process', force) : void actions.process(documents, force);
  return (
    <div className="itih-selection">
      <span role="status">{countText(count > 0 ? count : total, count > 0)}</span>
      <WholeChoice {...props} />
      {count > 0 && !bulk.running && (
        <>
          <Button variant="secondary" isBusy={actions.busy.size > 0} onClick={() => process(false)}>
            {__('Process again', 'itih-rag-chat')}
          </Button>
          <Button variant="secondary" onClick={() => process(true)}>
            {__('Process again, even if unchanged', 'itih-rag-chat')}
          </Button>
          {hasPosts && (
            <Button variant="secondary" onClick={() => wish('exclude')}>
              {__('Exclude posts', 'itih-rag-chat')}
            </Button>
          )}
          <Button
            variant="secondary"
            isDestructive
            onClick={() => (whole ? wish('delete') : actions.askToRemove(documents))}
          >
            {__('Delete', 'itih-rag-chat')}
          </Button>
        </>
      )}
    </div>
  );
}
