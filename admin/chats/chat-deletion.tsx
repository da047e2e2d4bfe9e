import { useEffect, useRef, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { ChatDeletion as ManyDeleted } from '../../server/contract/chats.ts';
import { api, type DeleteChatsRequest } from '../api.ts';
import { Button, ConfirmDialog, ErrorNotice, Notice } from '../components/controls.tsx';
import { Progress } from '../components/facts.tsx';
import { formatNumber } from '../format.ts';
import { useAction, usePolling, useResource } from '../use-resource.ts';

/** Conversations that the owner wants to delete, and how many they are. */
interface Deletion {
  request: DeleteChatsRequest;
  count: number;
}

const pollMs = 2000;

/** The server counts no further: with several frequent conditions, and otherwise. */
const maxCounted = [2000, 10_000];

/** Whether there may be more conversations than the number says. */
export const isAtLeast = (total: number) => maxCounted.includes(total);

const doneText = (count: number) =>
  count === 0
    ? __('Nothing was left to delete.', 'itih-rag-chat')
    : sprintf(
        /* translators: %s: number of conversations. */
        _n(
          '%s conversation was deleted.',
          '%s conversations were deleted.',
          count,
          'itih-rag-chat',
        ),
        formatNumber(count),
      );

/** Deletes conversations after the owner's consent; `onDone` leaves or reloads what showed them. */
export function useChatDeletion(onDone: () => Promise<unknown>) {
  /** Waits for the owner's consent. */
  const [asked, ask] = useState<Deletion>();
  /** The sentence about the last deletion; empty before one. */
  const [done, setDone] = useState('');
  const deleting = useAction();
  const ending = useAction();

  const { data, reload: look, replace } = useResource(api.getChatDeletion);
  /** The latest deletion in the background, whoever began it. */
  const many = data ?? undefined;
  const running = many !== undefined && many.ended_at === null;
  usePolling(look, running ? pollMs : null);
  const followed = useRef('');
  useEffect(() => {
    if (running) followed.current = many.id;
    else if (many && followed.current === many.id) {
      followed.current = '';
      void onDone();
    }
  }, [running, many?.id]);

  function dismiss() {
    setDone('');
    deleting.clear();
    ending.clear();
  }

  async function run() {
    if (!asked) return;
    ask(undefined);
    dismiss();
    await deleting.run(async () => {
      const { deleted, deletion } = await api.deleteChats(asked.request);
      if (deletion) return replace(deletion);
      await onDone();
      setDone(doneText(deleted));
    });
  }

  /** Stops the one in the background; takes its outcome away when it has ended. */
  const end = () =>
    ending.run(async () => {
      const ended = await api.endChatDeletion();
      replace(running ? ended : null);
    });

  const { busy } = deleting;
  const error = deleting.error ?? ending.error;
  return { many, running, end, look, busy, asked, ask, run, done, error, dismiss };
}
export type ChatDeletion = ReturnType<typeof useChatDeletion>;

const titleOf = (count: number) =>
  sprintf(
    isAtLeast(count)
      ? /* translators: %s: number of conversations. */
        __('Delete %s conversations or more?', 'itih-rag-chat')
      : /* translators: %s: number of conversations. */
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
  end: ChatDeletion['end'];
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
