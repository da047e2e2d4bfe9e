import { useState } from '@wordpress/element';
import type { AskReply } from '../../server/contract/chats.ts';
import { api } from '../api.ts';
import { useAction } from '../use-resource.ts';

/** Asks as a visitor would; the last answer stays. */
export function useAsk() {
  /** The question that is being answered, or was. */
  const [asked, setAsked] = useState('');
  const [reply, setReply] = useState<AskReply>();
  const { busy, error, run } = useAction();

  async function ask(question: string) {
    if (question.trim() === '') return;
    await run(async () => {
      setAsked(question);
      setReply(undefined);
      setReply(await api.ask({ message: question }));
    });
  }

  return { asked, busy, reply, error, ask };
}
export type Asking = ReturnType<typeof useAsk>;
