import type { ChatEvent, Feedback } from '../server/contract/chat.ts';
import type { Client } from './client.ts';
import { RequestError, connectionLost } from './failure.ts';
import type { Session } from './session.ts';
import { initialState, isBusy, reduce, type Action, type State } from './state.ts';

/** One thread with the server; every chat element of a page that uses the same API shares it. */
export interface Conversation {
  state(): State;
  subscribe(listener: () => void): () => void;
  /** A thread was kept from an earlier page. */
  isKept(): boolean;
  /** Loads the kept thread once and prepares the first request. */
  start(): void;
  ask(question: string): Promise<void>;
  retry(): Promise<void>;
  stop(): void;
  rate(key: number, feedback: Feedback): Promise<void>;
  /** Rejects with RequestError when the server could not delete it. */
  clear(): Promise<void>;
}

export interface ConversationDependencies {
  client: Client;
  session: Session;
  maxChars: number;
}

/** The server no longer has the thread: it expired, or an administrator deleted it. */
const isUnknownSession = (error: unknown): boolean =>
  error instanceof RequestError && ['invalid_session', 'not_found'].includes(error.failure.code);

export function createConversation(dependencies: ConversationDependencies): Conversation {
  const { client, session } = dependencies;
  const listeners = new Set<() => void>();
  let state = initialState(dependencies.maxChars);
  let restored: Promise<void> | undefined;
  let running: AbortController | undefined;

  const dispatch = (action: Action) => {
    const next = reduce(state, action);
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  };

  const restore = async () => {
    const kept = session.credentials();
    if (!kept) return;
    dispatch({ type: 'history_started' });
    try {
      dispatch({ type: 'history_arrived', turns: await client.history(kept.id) });
    } catch (error) {
      if (isUnknownSession(error)) {
        session.forget();
        dispatch({ type: 'history_arrived', turns: [] });
      } else {
        restored = undefined;
        dispatch({ type: 'history_failed' });
      }
    }
  };

  const start = () => {
    if (restored) return;
    restored = restore();
    session.warm().then(
      (maxChars) => maxChars > 0 && dispatch({ type: 'limit', maxChars }),
      // The first request will say what is wrong.
      () => undefined,
    );
  };

  const receive = (event: ChatEvent) => {
    if (event.type === 'meta' && event.session_secret) {
      session.adopt({ id: event.session_id, secret: event.session_secret });
    }
    dispatch({ type: 'event', event });
  };

  const run = async (question: string) => {
    const controller = new AbortController();
    running = controller;
    const { signal } = controller;
    try {
      await restored;
      if (signal.aborted) return;
      for await (const event of client.answer(question, signal)) {
        if (signal.aborted) return;
        receive(event);
      }
      if (!signal.aborted) dispatch({ type: 'ended' });
    } catch (error) {
      if (signal.aborted) return;
      const failure = error instanceof RequestError ? error.failure : connectionLost;
      dispatch({ type: 'failed', failure });
    }
  };

  const stop = () => {
    running?.abort();
    dispatch({ type: 'stopped' });
  };

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isKept: () => session.credentials() !== undefined,
    start,
    async ask(question) {
      if (isBusy(state)) return;
      start();
      dispatch({ type: 'asked', question });
      await run(question);
    },
    async retry() {
      const question = state.messages.at(-2);
      if (isBusy(state) || question?.role !== 'user') return;
      dispatch({ type: 'retried' });
      await run(question.content);
    },
    stop,
    async rate(key, feedback) {
      const message = state.messages.find((candidate) => candidate.key === key);
      const owner = session.credentials();
      if (!message || !owner || message.feedback === feedback) return;
      dispatch({ type: 'rated', key, feedback });
      try {
        await client.rate(message.id, owner.id, feedback);
      } catch (error) {
        dispatch({ type: 'rated', key, feedback: message.feedback });
        throw error;
      }
    },
    async clear() {
      stop();
      const owner = session.credentials();
      if (owner) {
        await client.clear(owner.id).catch((error: unknown) => {
          if (!isUnknownSession(error)) throw error;
        });
      }
      session.forget();
      dispatch({ type: 'cleared' });
    },
  };
}
