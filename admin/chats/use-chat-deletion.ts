import { useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
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
}

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
export function useChatDeletion(onDone: () => Promise<unknown>): ChatDeletion {
  const [busy, setBusy] = useState(false);
  const [asked, ask] = useState<Deletion>();
  const [done, setDone] = useState('');
  const [error, setError] = useState<ApiError>();

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
      const { deleted } = await api.deleteChats(asked.request);
      await onDone();
      setDone(doneText(deleted));
    } catch (cause) {
      setError(toApiError(cause));
    }
    setBusy(false);
  }

  return { busy, asked, ask, run, done, error, dismiss };
}
