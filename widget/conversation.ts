import type { ChatEvent, Feedback, HistoryReply, Turn } from '../server/contract/chat.ts';
import type { Answers } from './answer.ts';
import type { EarlierChat } from './earlier.ts';
import { failureOf, isClosed, lost, unanswered, type Failure } from './failure.ts';
import { pageUrl, type Owner, type Session } from './session.ts';
import {
  append,
  change,
  mend,
  follow,
  initialState,
  isBusy,
  prepend,
  rate,
  withEvent,
  retry,
  withHistory,
  type State,
} from './state.ts';

/** One thread with the server; every chat element of a page that uses the same API shares it. */
export interface Conversation {
  state(): State;
  /** `isShown`: whether a visitor sees it now. */
  subscribe(listener: () => void, isShown?: () => boolean): () => void;
  /** A thread was kept from an earlier page. */
  isKept(): boolean;
  /** Loads the kept thread once and prepares the first request. */
  start: () => void;
  ask(question: string): Promise<void>;
  retry(): Promise<void>;
  stop: () => void;
  /** Rejects when the server did not take it, as the next. */
  rate(key: number, feedback: Feedback, comment?: string): Promise<void>;
  /** Sends the thread to the owner. */
  mail: (email: string, note: string) => Promise<unknown>;
  /** Leaves the thread as it is and begins another. */
  begin(): void;
  /** The threads that were left, newest first. */
  earlier(): EarlierChat[];
  /** Goes on with an earlier thread. */
  resume(chat: EarlierChat): void;
  /** Deletes an earlier thread; rejects when the server did not. */
  remove(chat: EarlierChat): Promise<void>;
  clear(): Promise<void>;
}

/** The server no longer has the thread: it expired, or an administrator deleted it. */
const isGone = (error: unknown) => /invalid_session|not_found/.test(failureOf(error).code);

/** Milliseconds between two looks whether somebody answers again: the first, and the longest. */
const usualPause = { first: 20_000, longest: 60_000 };
/** Milliseconds from when the browser says that it is online until the line works. */
const soon = 500;

export function createConversation(
  session: Session,
  answers: Answers,
  maxChars: number,
  pause = usualPause,
): Conversation {
  const listeners = new Map<() => void, () => boolean>();
  let state = initialState(maxChars);
  let started: Promise<void> | undefined;
  let running = new AbortController();
  let waiting: ReturnType<typeof setTimeout> | undefined;
  /** When a closed chat opens again, in milliseconds, and what waits for it. */
  let opensAt: number | undefined;
  let opening: ReturnType<typeof setTimeout> | undefined;
  /** Heard from another tab during an answer. */
  let missed: number | undefined;

  const show = (next: State) => {
    state = next;
    for (const listener of listeners.keys()) listener();
    if (state.isAway) waiting ??= lookIn(pause.first);
    const failure = state.messages.at(-1)?.failure;
    if (failure && isClosed(failure) && failure.pause > 0) {
      opensAt ??= Date.now() + failure.pause * 1000;
      opening ??= openInTime();
    } else opensAt = undefined;
  };

  /** Looks at the clock, because a computer may have slept, and a timer has a longest time. */
  const openInTime = () =>
    setTimeout(
      () => {
        opening = undefined;
        if (opensAt === undefined) return;
        if (Date.now() >= opensAt) show(mend(state));
        else opening = openInTime();
      },
      Math.max(0, Math.min((opensAt ?? 0) - Date.now(), pause.longest)),
    );

  const lookIn = (delay: number) => setTimeout(() => void look(delay), delay);

  /** Only while somebody looks at it. */
  const look = async (delay: number) => {
    const isShown = !document.hidden && [...listeners.values()].some((shown) => shown());
    if (state.isAway && isShown && !isBusy(state)) {
      const available = await session.isAvailable().catch(() => false);
      if (available && state.isAway) comeBack();
      delay = Math.min(1.5 * delay, pause.longest);
    }
    waiting = state.isAway ? lookIn(delay) : undefined;
  };

  const comeBack = () => {
    const lacksHistory = typeof state.history === 'object';
    show(mend(state));
    if (lacksHistory) start();
  };

  const fail = (failure: Failure) => show(change(state, { status: 'failed', failure }));

  const load = async (id: string) => {
    const response = await session.request('GET', 'history', { query: { session_id: id } });
    return ((await response.json()) as HistoryReply).turns;
  };

  /** Shows the stored turns, and reads the answer to the last if it is on its way. */
  const showTurns = (turns: readonly Turn[], pending: number) => {
    show(prepend(state, turns));
    const last = turns.at(-1);
    const isPending = last?.role === 'user' && last.id === pending;
    if (isPending && !isBusy(state)) void readPending(last.id);
  };

  /** Shows the stored turns in place of what is shown. */
  const synchronise = async (id: string, pending: number) => {
    const turns = await load(id);
    if (isBusy(state)) return;
    show({ ...state, messages: [] });
    showTurns(turns, pending);
  };

  const readPending = (question: number) => {
    show(follow(state));
    return read((signal) => answers.follow(question, signal));
  };

  /** The answer has ended while nobody read it: it is in the history by now. */
  const restoreEnded = async () => {
    session.setPending(0);
    fail(unanswered);
    const owner = session.owner();
    if (owner) await synchronise(owner.id, 0).catch(() => undefined);
  };

  const restore = async () => {
    const owner = session.owner();
    if (!owner) return;
    show(withHistory(state, 'loading'));
    try {
      showTurns(await load(owner.id), session.pending());
    } catch (error) {
      if (isGone(error)) session.forget();
      else started = undefined;
      show(withHistory(state, isGone(error) ? 'idle' : failureOf(error)));
    }
  };

  const start = () => {
    if (started) return;
    started = restore();
    session.warm().then(
      ({ limits, available }) => {
        show({ ...state, maxChars: limits.max_message_chars });
        // A page may have been kept from before there was such a word.
        if (available === false) show({ ...state, isAway: true });
      },
      // The first request will say what is wrong.
      () => undefined,
    );
  };

  const receive = (event: ChatEvent) => {
    if (event.type === 'meta') {
      const { session_id: id, session_secret: secret, message_id: question } = event;
      if (secret) session.adopt({ id, secret });
      session.setPending(question);
    }
    if (event.type === 'done') session.setPending(0);
    show(withEvent(state, event));
  };

  const read = async (open: (signal: AbortSignal) => AsyncIterable<ChatEvent>) => {
    // One that has failed may still be open while the server stores it: its end is not the next one's.
    running.abort();
    running = new AbortController();
    const { signal } = running;
    let failure = lost;
    try {
      for await (const event of open(signal)) if (!signal.aborted) receive(event);
    } catch (error) {
      failure = failureOf(error);
      if (isGone(error)) return restoreEnded();
    }
    // Changes nothing after `done`: an answer that is still on its way now was cut off.
    if (!signal.aborted) fail(failure);
    if (missed !== undefined) hear(missed);
  };

  /** Shows what another tab has asked, or deleted. A thread that was never loaded is loaded when it is opened. */
  const hear = (question: number) => {
    missed = isBusy(state) ? question : undefined;
    const owner = session.owner();
    if (!started || missed !== undefined) return;
    if (!question) show({ ...state, messages: [] });
    else if (owner) void synchronise(owner.id, question).catch(() => undefined);
  };

  const run = (question: string) =>
    read(async function* (signal) {
      await started;
      yield* answers.ask(question, signal);
    });

  const stop = () => {
    const pending = session.pending();
    if (pending && isBusy(state)) {
      answers.stop(pending);
      session.setPending(0);
    }
    running.abort();
    show(change(state, { status: 'stopped' }));
  };

  const drop = ({ id, secret }: Owner) => {
    const options = { query: { session_id: id }, headers: { 'X-Itih-Secret': secret } };
    return session.request('DELETE', 'history', options).catch((error: unknown) => {
      if (!isGone(error)) throw error;
    });
  };

  const leave = () => {
    stop();
    const owner = session.owner();
    const question = state.messages[0]?.content;
    if (owner && question) session.earlier.add({ ...owner, question, time: Date.now() });
    session.setPending(0);
    session.forget();
    show({ ...state, messages: [] });
  };

  session.listen(hear);
  addEventListener('online', () => {
    if (!state.isAway) return;
    clearTimeout(waiting);
    waiting = lookIn(soon);
  });

  return {
    state: () => state,
    subscribe(listener, isShown = () => true) {
      listeners.set(listener, isShown);
      return () => listeners.delete(listener);
    },
    isKept: () => !!session.owner(),
    start,
    async ask(question) {
      if (isBusy(state)) return;
      start();
      show(append(state, question));
      await run(question);
    },
    async retry() {
      const question = state.messages.at(-2);
      if (isBusy(state) || !question) return;
      show(retry(state));
      await run(question.content);
    },
    stop,
    async rate(key, feedback, comment) {
      const message = state.messages.find((candidate) => candidate.key === key);
      const session_id = session.owner()?.id;
      if (!message || (message.feedback === feedback && !comment)) return;
      show(rate(state, key, feedback));
      try {
        const body = { message_id: message.id, session_id, feedback, comment };
        await session.request('POST', 'feedback', { body });
      } catch (error) {
        show(rate(state, key, message.feedback));
        throw error;
      }
    },
    mail(email, note) {
      const session_id = session.owner()?.id;
      const body = { session_id, email, note, page_url: pageUrl() };
      return session.request('POST', 'chat/mail', { body });
    },
    begin: leave,
    earlier: () => session.earlier.list(),
    resume(chat) {
      leave();
      session.earlier.remove(chat.id);
      session.adopt(chat);
      started = restore();
    },
    async remove(chat) {
      await drop(chat);
      session.earlier.remove(chat.id);
    },
    async clear() {
      stop();
      const owner = session.owner();
      if (owner) await drop(owner);
      session.forget();
      show({ ...state, messages: [] });
    },
  };
}
