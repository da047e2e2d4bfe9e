import type { ChatEvent } from '../server/contract/chat.ts';
import { pause, spread } from './ask-again.ts';
import { RequestError, failureOf, lost } from './failure.ts';
import type { Session } from './session.ts';
import { readEvents } from './stream.ts';

/** The server writes a comment every 15 s, so this much silence means that the line is dead. */
const silenceMs = 90_000;
/** `meta` is sent before any work: if it comes this late, and all else with it, it was held back. */
const lateMs = 4000;
const burstMs = 250;
/** The server goes on for a minute without its reader. */
const usualPauses = [300, 1000, 2000, 4000, 8000, 8000, 8000, 8000, 8000, 8000];

/** Sends the request whose response is a stream. */
type Ask = (signal: AbortSignal) => Promise<Response>;

export interface ReaderOptions {
  /** Called when a stream was held back and came at once. */
  onHeldBack: () => void;
  now?: () => number;
  /** Milliseconds before each new try. */
  pauses?: readonly number[];
}

/** Reads answers, over another connection whenever one breaks. */
export function createReader(
  session: Session,
  { onHeldBack, now = Date.now, pauses = usualPauses }: ReaderOptions,
) {
  async function* streamed(ask: Ask, signal: AbortSignal): AsyncGenerator<ChatEvent> {
    const line = new AbortController();
    const hangUp = () => line.abort();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const alive = () => {
      clearTimeout(timer);
      timer = setTimeout(hangUp, silenceMs);
    };
    const started = now();
    let firstAt = 0;
    signal.addEventListener('abort', hangUp);
    alive();
    try {
      const response = await ask(line.signal);
      const type = response.headers.get('Content-Type');
      if (!response.body || !type?.includes('event-stream')) throw new RequestError(lost);
      for await (const event of readEvents(response.body, line.signal, alive)) {
        firstAt ||= now();
        yield event;
      }
      if (line.signal.aborted) throw new RequestError(lost);
      const late = firstAt - started > lateMs && now() - firstAt < burstMs;
      if (late) onHeldBack();
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', hangUp);
    }
  }

  const readOn =
    (question: number, seen: number): Ask =>
    (signal) =>
      session.request('GET', `chat/${question}/events`, {
        query: { session_id: session.owner()?.id ?? '' },
        headers: { 'Last-Event-ID': String(seen) },
        signal,
      });

  /** Reads to `done`, over another connection whenever one breaks. Events count from 1. */
  async function* whole(first: Ask, question: number, signal: AbortSignal) {
    let ask = first;
    let isDone = false;
    for (let seen = 0, tries = 0; ; tries++) {
      try {
        for await (const event of streamed(ask, signal)) {
          seen++;
          tries = 0;
          if (event.type === 'meta') question = event.message_id;
          isDone = event.type === 'done';
          yield event;
        }
        if (isDone) return;
        throw new RequestError(lost);
      } catch (error) {
        if (isDone) return;
        // A refusal by the API itself would only repeat, and without an event there is nothing to read on.
        const { code, retryable, pause: seconds } = failureOf(error);
        const isOver = signal.aborted || !question || (code && !retryable);
        const delay = pauses[tries];
        if (isOver || delay === undefined) throw error;
        await pause(Math.max(delay, spread(seconds)), signal);
        ask = readOn(question, seen);
      }
    }
  }

  return {
    /** Reads the answer to a question that `ask` sends. */
    begin: (ask: Ask, signal: AbortSignal) => whole(ask, 0, signal),
    /** Reads the answer to an earlier question from its first event. */
    follow: (question: number, signal: AbortSignal) => whole(readOn(question, 0), question, signal),
  };
}
