import type {
  ChatEvent,
  ChatReply,
  Feedback,
  HistoryReply,
  Turn,
} from '../server/contract/chat.ts';
import { RequestError, connectionLost } from './failure.ts';
import type { Session } from './session.ts';
import type { SafeStorage } from './storage.ts';
import { readEvents } from './stream.ts';

export interface Client {
  /** Rejects with RequestError, or ends early when `signal` aborts. */
  answer(question: string, signal: AbortSignal): AsyncGenerator<ChatEvent>;
  history(sessionId: string): Promise<Turn[]>;
  clear(sessionId: string): Promise<void>;
  rate(messageId: number, sessionId: string, feedback: Feedback): Promise<void>;
}

export interface ClientDependencies {
  session: Session;
  /** Kept for the tab: whether this connection holds streams back. */
  tab: SafeStorage;
  locale: string;
  now?: () => number;
}

/** The server writes a comment every 15 s, so this much silence means that the line is dead. */
const silenceLimitMs = 90_000;
/** `meta` is sent before any work; a first frame this late and all others with it were held back. */
const lateMs = 4000;
const burstMs = 250;
const plainKey = 'itih-chat-plain';

export function createClient(dependencies: ClientDependencies): Client {
  const { session, tab, locale, now = Date.now } = dependencies;
  const avoidStreams = () => tab.set(plainKey, '1');

  const body = (message: string) => {
    const id = session.credentials()?.id;
    const page = location.href.replace(/#.*/, '').slice(0, 2048);
    return { message, page_url: page, locale, ...(id && { session_id: id }) };
  };

  async function* whole(question: string, signal: AbortSignal): AsyncGenerator<ChatEvent> {
    const response = await session.request({
      method: 'POST',
      path: 'chat/sync',
      body: body(question),
      signal,
    });
    yield* replay((await response.json()) as ChatReply);
  }

  async function* streamed(question: string, signal: AbortSignal): AsyncGenerator<ChatEvent> {
    const line = new AbortController();
    const hangUp = () => line.abort();
    if (signal.aborted) hangUp();
    signal.addEventListener('abort', hangUp);
    let timer = setTimeout(hangUp, silenceLimitMs);
    const alive = () => {
      clearTimeout(timer);
      timer = setTimeout(hangUp, silenceLimitMs);
    };
    const started = now();
    let firstAt = 0;
    let count = 0;
    try {
      const response = await session.request({
        method: 'POST',
        path: 'chat',
        body: body(question),
        accept: 'text/event-stream',
        signal: line.signal,
      });
      if (!response.headers.get('Content-Type')?.includes('event-stream')) {
        throw new RequestError({ ...connectionLost, code: 'unavailable' });
      }
      if (!response.body) avoidStreams();
      for await (const event of readEvents(response, line.signal, alive)) {
        firstAt ||= now();
        count += 1;
        yield event;
      }
      if (line.signal.aborted) throw new RequestError(connectionLost);
      const late = firstAt - started > lateMs && now() - firstAt < burstMs;
      if (late && count > 3) avoidStreams();
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', hangUp);
    }
  }

  async function* answer(question: string, signal: AbortSignal): AsyncGenerator<ChatEvent> {
    if (tab.get(plainKey)) {
      yield* whole(question, signal);
      return;
    }
    let arrived = false;
    try {
      for await (const event of streamed(question, signal)) {
        arrived = true;
        yield event;
      }
    } catch (error) {
      const lost = !(error instanceof RequestError) || isBlocked(error);
      if (signal.aborted || !lost) throw error;
      if (arrived || navigator.onLine === false) throw new RequestError(connectionLost);
      yield* whole(question, signal);
      avoidStreams();
    }
  }

  return {
    answer,
    async history(sessionId) {
      const query = { session_id: sessionId };
      const response = await session.request({ method: 'GET', path: 'history', query });
      return ((await response.json()) as HistoryReply).turns;
    },
    async clear(sessionId) {
      const query = { session_id: sessionId };
      await session.request({ method: 'DELETE', path: 'history', query });
    },
    async rate(message_id, session_id, feedback) {
      const rating = { message_id, session_id, feedback };
      await session.request({ method: 'POST', path: 'feedback', body: rating });
    },
  };
}

/** The connection broke, or something other than the API answered in the stream's place. */
function isBlocked({ failure }: RequestError): boolean {
  return failure.code === 'network' || failure.code === 'unavailable';
}

/** A whole reply as the events that a stream would have brought. */
function* replay(reply: ChatReply): Generator<ChatEvent> {
  const { session_id, session_secret, message_id, usage, model, ms } = reply;
  yield { type: 'meta', session_id, message_id: 0, ...(session_secret && { session_secret }) };
  if (reply.reasoning) yield { type: 'reasoning', content: reply.reasoning };
  for (const [index, { name, ok }] of reply.tool_calls.entries()) {
    yield { type: 'tool', id: String(index), name, label: name, state: 'end', ok };
  }
  if (reply.reply) yield { type: 'delta', content: reply.reply };
  if (reply.citations.length > 0) yield { type: 'citations', sources: reply.citations };
  yield { type: 'done', message_id, finish_reason: 'stop', usage, model, ms };
}
