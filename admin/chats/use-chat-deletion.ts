import { useEffect, useRef, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { ChatDeletion as ManyDeleted } from '../../server/contract/chats.ts';
import { usePolling } from '../use-polling.ts';
import { useResource } from '../use-resource.ts';
import { api, toApiError, type ApiError, type DeleteChatsRequest } from '../api.ts';
import { formatNumber } from '../format.ts';

/** Conversations that the owner wants to delete, and how many they are. */
export interface Deletion {
  request: DeleteChatsRequest;
  count: number;
}

export interface ChatDeletion {
  busy: boolean;
  /** Waiting for the owner's consent. */
  asked: Deletion | undefined;
  ask: (deletion: Deletion | undefined) => void;
  run: () => Promise<void>;
  /** The sentence about the last deletion; empty before one. */
  done: string;
  error: ApiError | undefined;
  dismiss: () => void;
  /** The latest deletion in the background, whoever began it. */
  many: ManyDeleted | undefined;
  /** It goes on. */
  running: boolean;
  /** Stops it; takes its outcome away when it has ended. */
  end: () => Promise<void>;
  /** Looks whether somebody has begun one. */
  look: () => Promise<unknown>;
}

const pollMs = 2000;

/** The server counts no further: with several frequent conditions, and otherwise. */
const maxCounted = [2000, 10_000];

/** Whether there may be more conversations than the number says. */
export const isAtLeast = (total: number) => maxCounted.includes(total);

export const doneText = (count: number) =>
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
export function useChatDeletion(onDone: () => Promise<unknown>): ChatDeletion {
  const [busy, setBusy] = useState(false);
  const [asked, ask] = useState<Deletion>();
  const [done, setDone] = useState('');
  const [error, setError] = useState<ApiError>();

  const { data, reload: look, replace } = useResource(api.getChatDeletion);
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
    setError(undefined);
  }

  async function run() {
    if (!asked || busy) return;
    ask(undefined);
    setBusy(true);
    dismiss();
    try {
      const { deleted, deletion } = await api.deleteChats(asked.request);
      if (deletion) replace(deletion);
      else {
        await onDone();
        setDone(doneText(deleted));
      }
    } catch (cause) {
      setError(toApiError(cause));
    }
    setBusy(false);
  }

  async function end() {
    setError(undefined);
    try {
      const ended = await api.endChatDeletion();
      replace(running ? ended : null);
    } catch (cause) {
      setError(toApiError(cause));
    }
  }

  return { many, running, end, look, busy, asked, ask, run, done, error, dismiss };
}
