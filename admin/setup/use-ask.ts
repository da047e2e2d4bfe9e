import { useState } from '@wordpress/element';
import type { AskReply } from '../../server/contract/chats.ts';
import { api, toApiError, type ApiError } from '../api.ts';

export interface Asking {
  /** The question that is being answered, or was. */
  asked: string;
  busy: boolean;
  reply: AskReply | undefined;
  error: ApiError | undefined;
  ask: (question: string) => Promise<void>;
}

/** Asks as a visitor would; the last answer stays. */
export function useAsk(): Asking {
  const [asked, setAsked] = useState('');
  const [busy, setBusy] = useState(false);
  const [reply, setReply] = useState<AskReply>();
  const [error, setError] = useState<ApiError>();

  async function ask(question: string) {
    if (busy || question.trim() === '') return;
    setAsked(question);
    setBusy(true);
    setReply(undefined);
    setError(undefined);
    try {
      setReply(await api.ask({ message: question }));
    } catch (cause) {
      setError(toApiError(cause));
    }
    setBusy(false);
  }

  return { asked, busy, reply, error, ask };
}
