import type { ChatEvent, ChatReply } from '../server/contract/chat.ts';
import { RequestError, failureOf, lost } from './failure.ts';
import type { Session } from './session.ts';
import type { SafeStorage } from './storage.ts';
import { readEvents } from './stream.ts';

/** Asks, and yields what the server answers. Rejects with RequestError; ends early on abort. */
export type Answer = (question: string, signal: AbortSignal) => AsyncGenerator<ChatEvent>;

/** The server writes a comment every 15 s, so this much silence means that the line is dead. */
const silenceMs = 90_000;
/** `meta` is sent before any work: if it comes this late, and all else with it, it was held back. */
const lateMs = 4000;
const burstMs = 250;
const plainKey = 'itih-chat-plain';

/** `tab` remembers for as long as the tab lives that this connection holds streams back. */
export function createAnswer(
  session: Session,
  tab: SafeStorage,
  locale: string,
  now: () => number = Date.now,
): Answer {
  const avoidStreams = () => tab.set(plainKey, '1');

  const post = (path: string, message: string, signal: AbortSignal) => {
    const page_url = location.href.replace(/#.*/, '').slice(0, 2048);
    const session_id = session.owner()?.id;
    return session.request('POST', path, {
      body: { message, session_id, page_url, locale },
      signal,
    });
  };

  async function* streamed(question: string, signal: AbortSignal): AsyncGenerator<ChatEvent> {
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
      const response = await post('chat', question, line.signal);
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

  return async function* (question, signal) {
    if (signal.aborted) return;
    let arrived = false;
    if (!tab.get(plainKey)) {
      try {
        for await (const event of streamed(question, signal)) {
          arrived = true;
          yield event;
        }
        return;
      } catch (error) {
        // A refusal by the API itself would only repeat.
        if (signal.aborted || arrived || failureOf(error).code) throw error;
      }
    }
    const response = await post('chat/sync', question, signal);
    yield* replay((await response.json()) as ChatReply);
    avoidStreams();
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
