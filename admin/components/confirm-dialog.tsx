import { Modal } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import { Button } from './controls.tsx';

interface Props {
  title: string;
  /** Names the action that cannot be undone. */
  action: string;
  onConfirm: () => void;
  onClose: () => void;
  /** Says which data will be lost. */
  children: ReactNode;
}

export const ConfirmDialog = ({ title, action, onConfirm, onClose, children }: Props) => (
  <Modal title={title} className="itih-dialog" onRequestClose={onClose}>
    {children}
    <div className="itih-dialog__buttons">
      <Button variant="tertiary" onClick={onClose}>
        {__('Cancel', 'itih-rag-chat')}
      </Button>
      <Button variant="primary" isDestructive onClick={onConfirm}>
        {action}
      </Button>
    </div>
  </Modal>
);
