import { Modal } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { Button, CheckboxControl } from '../components/controls.tsx';
import { bulkName, bulkQuestion } from './bulk-texts.ts';
import type { Bulk, BulkWish } from './use-bulk.ts';

const explanations = (): Record<BulkWish['action'], string> => ({
  process: __(
    'They are read again one after another. The chat goes on answering from what it knows.',
    'itih-rag-chat',
  ),
  delete: __(
    'The chat will no longer answer from what you delete. Pages and files themselves stay where they are; texts that were typed in here are lost.',
    'itih-rag-chat',
  ),
  exclude: __(
    'The chat will no longer answer from these posts and pages. They are added to the excluded IDs, where you can let them in again. Other documents stay.',
    'itih-rag-chat',
  ),
});

function Dialog({ bulk, wish }: { bulk: Bulk; wish: BulkWish }) {
  const [keepOut, setKeepOut] = useState(false);
  const close = () => bulk.ask(undefined);
  return (
    <Modal title={bulkQuestion(wish)} className="itih-dialog" onRequestClose={close}>
      <p>{explanations()[wish.action]}</p>
      {wish.action === 'delete' && (
        <CheckboxControl
          label={__('Keep posts and pages out for good', 'itih-rag-chat')}
          help={__(
            'Otherwise, they are read again when they are saved, and when the knowledge base is compared with the site.',
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
        <Button
          variant="primary"
          isDestructive={wish.action !== 'process'}
          onClick={() => void bulk.run(keepOut)}
        >
          {bulkName(wish)}
        </Button>
      </div>
    </Modal>
  );
}

/** Asks before an action on many documents. */
export const ConfirmBulk = ({ bulk }: { bulk: Bulk }) =>
  bulk.wish ? <Dialog bulk={bulk} wish={bulk.wish} /> : null;
