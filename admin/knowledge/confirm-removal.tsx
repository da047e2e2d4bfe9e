import { Modal } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { Button, CheckboxControl } from '../components/controls.tsx';
import { formatNumber } from '../format.ts';
import { documentName } from '../labels.ts';
import type { DocumentActions } from './use-document-actions.ts';

function Dialog({ actions }: { actions: DocumentActions }) {
  const { removing, askToRemove, remove } = actions;
  const hasPosts = removing.some(({ post_id }) => post_id !== null);
  const hasTyped = removing.some(
    ({ kind, attachment_id }) => kind === 'txt' && attachment_id === null,
  );
  const [keepOut, setKeepOut] = useState(true);
  const close = () => askToRemove([]);
  const [only, ...more] = removing;
  const title =
    only && more.length === 0
      ? /* translators: %s: title of a document. */
        sprintf(__('Delete “%s”?', 'itih-rag-chat'), documentName(only))
      : sprintf(
          /* translators: %s: number of documents. */
          _n('Delete %s document?', 'Delete %s documents?', removing.length, 'itih-rag-chat'),
          formatNumber(removing.length),
        );
  return (
    <Modal title={title} className="itih-dialog" onRequestClose={close}>
      <p>
        {__(
          'The chat will no longer answer from what you delete. Pages and files themselves stay where they are.',
          'itih-rag-chat',
        )}
      </p>
      {hasTyped && (
        <p>
          {__('A text that was typed in here exists nowhere else: it is lost.', 'itih-rag-chat')}
        </p>
      )}
      {hasPosts && (
        <CheckboxControl
          label={__('Keep posts and pages out for good', 'itih-rag-chat')}
          help={__(
            'They are added to the excluded IDs. Otherwise, they are read again when they are saved, and when the knowledge base is compared with the site.',
            'itih-rag-chat',
          )}
          checked={keepOut}
          onChange={setKeepOut}
        />
      )}
      <div className="itih-dialog__buttons">
        <Button variant="tertiary" onClick={close}>
          {__('Cancel', 'itih-rag-chat')}
        </Button>
        <Button variant="primary" isDestructive onClick={() => void remove(hasPosts && keepOut)}>
          {__('Delete', 'itih-rag-chat')}
        </Button>
      </div>
    </Modal>
  );
}

export const ConfirmRemoval = ({ actions }: { actions: DocumentActions }) =>
  actions.removing.length > 0 ? <Dialog actions={actions} /> : null;
