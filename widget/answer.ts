import type { ChatEvent, ChatReply } from '../server/contract/chat.ts';
import { RequestError, failureOf, lost } from './failure.ts';
import type { Session } from './session.ts';
import type { SafeStorage } from './storage.ts';
import { readEvents } from './stream.ts';

/** Each yields what the server answers. Rejects with RequestError; ends early on abort. */
export interface Answers {
  ask(question: string, signal: AbortSignal): AsyncGenerator<ChatEvent>;
  /** Reads the answer to an earlier question from its first event. `not_found`: it has ended. */
  follow(question: number, signal: AbortSignal): AsyncGenerator<ChatEvent>;
  /** The server stops to write the answer. It does so by itself soon, so nobody waits for it. */
  stop(question: number): void;
}

/** The server writes a comment every 15 s, so this much silence means that the line is dead. */
const silenceMs = 90_000;
/** `meta` is sent before any work: if it comes this late, and all else with it, it was held back. */
const lateMs = 4000;
const burstMs = 250;
const plainKey = 'itih-chat-plain';
/** The server goes on for a minute without its reader. */
const usualPauses = [300, 1000, 2000, 4000, 8000, 8000, 8000, 8000, 8000, 8000];

/** Resolves after `ms`, when the browser is online again, or on abort. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}

/** A version 4 UUID. `crypto.randomUUID` is missing on pages without TLS. */
function randomId(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte, n) =>
    (n === 6 ? (byte & 15) | 64 : n === 8 ? (byte & 63) | 128 : byte).toString(16).padStart(2, '0'),
  );
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** `tab` remembers for as long as the tab lives that this connection holds streams back. */
export function createAnswers(
  session: Session,
  tab: SafeStorage,
  locale: string,
  { now = Date.now, pauses = usualPauses } = {},
): Answers {
  const avoidStreams = () => tab.set(plainKey, '1');
  const inSession = () => ({ query: { session_id: session.owner()?.id ?? '' } });

  type Ask = (signal: AbortSignal) => Promise<Response>;

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
      if (late) avoidStreams();
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', hangUp);
    }
  }

  const readOn =
    (question: number, seen: number): Ask =>
    (signal) =>
      session.request('GET', `chat/${question}/events`, {
        ...inSession(),
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
        const isOver = signal.aborted || !question || failureOf(error).code;
        const delay = pauses[tries];
        if (isOver || delay === undefined) throw error;
        await pause(delay, signal);
        ask = readOn(question, seen);
      }
    }
  }

  async function* ask(message: string, signal: AbortSignal): AsyncGenerator<ChatEvent> {
    if (signal.aborted) return;
    // Whatever way the question takes, it is answered once.
    const request_id = randomId();
    const post = (path: string) => (sending: AbortSignal) => {
      const page_url = location.href.replace(/#.*/, '').slice(0, 2048);
      const session_id = session.owner()?.id;
      const body = { message, session_id, page_url, locale, request_id };
      return session.request('POST', path, { body, signal: sending });
    };
    let arrived = false;
    if (!tab.get(plainKey)) {
      try {
        for await (const event of whole(post('chat'), 0, signal)) {
          arrived = true;
          yield event;
        }
        return;
      } catch (error) {
        // A refusal by the API itself would only repeat.
        if (signal.aborted || arrived || failureOf(error).code) throw error;
      }
    }
    const response = await post('chat/sync')(signal);
    yield* replay((await response.json()) as ChatReply);
    avoidStreams();
  }

  return {
    ask,
    follow: (question, signal) => whole(readOn(question, 0), question, signal),
    stop(question) {
      session.request('DELETE', `chat/${question}`, inSession()).catch(() => undefined);
    },
  };
}

/** A whole reply as the events that a stream would have brought. */
function* replay({ session_id, session_secret, reply, ...rest }: ChatReply): Generator<ChatEvent> {
  const { reasoning, citations, statements, message_id, usage, model, ms } = rest;
  const { closest: pages = [], next_questions: questions = [] } = rest;
  yield { type: 'meta', session_id, message_id: 0, ...(session_secret && { session_secret }) };
  yield { type: 'reasoning', content: reasoning };
  yield { type: 'delta', content: reply };
  yield { type: 'citations', sources: citations, ...(statements && { statements }) };
  yield { type: 'closest', pages };
  yield { type: 'next_questions', questions };
  yield { type: 'done', message_id, finish_reason: 'stop', usage, model, ms };
}
