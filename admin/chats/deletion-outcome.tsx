import { __, sprintf } from '@wordpress/i18n';
import type { ChatDeletion as ManyDeleted } from '../../server/contract/chats.ts';
import { Button, Notice } from '../components/controls.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Progress } from '../components/progress.tsx';
import { formatNumber } from '../format.ts';
import { doneText, type ChatDeletion } from './use-chat-deletion.ts';

interface Props {
  deletion: ChatDeletion;
  canManage: boolean;
}

const progressText = ({ state, total, deleted }: ManyDeleted) =>
  state === 'counting'
    ? sprintf(
        /* translators: %s: number of conversations. */
        __('Counting the conversations to delete… %s so far', 'itih-rag-chat'),
        formatNumber(total),
      )
    : sprintf(
        /* translators: 1: conversations that are deleted. 2: all conversations to delete. */
        __('Deleting conversations… %1$s of %2$s done', 'itih-rag-chat'),
        formatNumber(deleted),
        formatNumber(total),
      );

interface RunningProps {
  many: ManyDeleted;
  end: () => Promise<void>;
  canManage: boolean;
}

/** How far a deletion in the background is. */
const Running = ({ many, end, canManage }: RunningProps) => (
  <>
    {many.error && (
      <Notice status="warning">
        {many.error.message} {__('It is tried again by itself.', 'itih-rag-chat')}
      </Notice>
    )}
    <div className="itih-bulk">
      <Progress
        label={__('Deleting conversations', 'itih-rag-chat')}
        text={progressText(many)}
        done={many.deleted}
        total={many.state === 'counting' ? 0 : many.total}
      />
      {canManage && (
        <Button variant="secondary" onClick={() => void end()}>
          {__('Stop', 'itih-rag-chat')}
        </Button>
      )}
    </div>
  </>
);

/** Tells how far the deletion in the background is, and how the last ones ended. */
export function DeletionOutcome({ deletion, canManage }: Props) {
  const { done, error, dismiss, many, running, end } = deletion;
  return (
    <>
      {error && <ErrorNotice error={error} />}
      {many && running && <Running many={many} end={end} canManage={canManage} />}
      {many && !running && canManage && (
        <Notice
          status={many.state === 'stopped' ? 'warning' : 'success'}
          onRemove={() => void end()}
        >
          {doneText(many.deleted)}
          {many.state === 'stopped' &&
            ` ${__('It was stopped before the others.', 'itih-rag-chat')}`}
        </Notice>
      )}
      {done && (
        <Notice status="success" onRemove={dismiss}>
          {done}
        </Notice>
      )}
    </>
  );
}
