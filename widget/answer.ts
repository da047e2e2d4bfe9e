import type { ChatEvent, ChatReply } from '../server/contract/chat.ts';
import { askUntilServed } from './ask-again.ts';
import { failureOf } from './failure.ts';
import { createReader, type ReaderOptions } from './reader.ts';
import { pageUrl, type Session } from './session.ts';
import type { SafeStorage } from './storage.ts';
import { hasConsented } from './view/consent.ts';

/** Each yields what the server answers. Rejects with RequestError; ends early on abort. */
export interface Answers {
  ask(question: string, signal: AbortSignal): AsyncGenerator<ChatEvent>;
  /** Reads the answer to an earlier question from its first event. `not_found`: it has ended. */
  follow(question: number, signal: AbortSignal): AsyncGenerator<ChatEvent>;
  /** The server stops to write the answer. It does so by itself soon, so nobody waits for it. */
  stop(question: number): void;
}

const plainKey = 'itih-chat-plain';
/** Answers held back after which streams are given up, and for how long: the visitor may change the network. */
const patience = 2;
const plainMs = 86_400_000;

/** A version 4 UUID. `crypto.randomUUID` is missing on pages without TLS. */
function randomId(): string {
  // 8 becomes one of 8 to b, the variant; 0 and 1 become any digit.
  const digit = (n: string) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
    return (Number(n) ^ (random & (15 >> (Number(n) / 4)))).toString(16);
  };
  return '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, digit);
}

/** `storage` remembers for a day that this connection holds streams back. */
export function createAnswers(
  session: Session,
  storage: SafeStorage,
  locale: string,
  options: Pick<ReaderOptions, 'now' | 'pauses'> = {},
): Answers {
  const { now = Date.now } = options;
  /** Number of answers that were held back in the last day. */
  const heldBack = (): number => {
    const [count, since] = (storage.get(plainKey) ?? '').split(' ').map(Number);
    return now() - (since ?? 0) < plainMs ? (count ?? 0) : 0;
  };
  const note = (count: number) => storage.set(plainKey, `${count} ${now()}`);
  const onHeldBack = () => {
    const count = heldBack() + 1;
    note(count);
    // The owner reads it in Site Health.
    if (count === patience) {
      session.request('GET', 'session', { query: { held_back: '1' } }).catch(() => undefined);
    }
  };
  const reader = createReader(session, { ...options, onHeldBack });
  /** Whether streams are held back here, or at the site's host, as its self-test found. */
  const isPlain = async () =>
    heldBack() >= patience ||
    (await session.warm().then(
      ({ streams }) => streams === false,
      () => false,
    ));

  function ask(message: string, signal: AbortSignal): AsyncGenerator<ChatEvent> {
    // The question may be sent several times and is answered once: this opens its answer, and is in no log.
    const request_id = randomId();
    // Under this one it is in the log.
    const headers = { 'X-Request-Id': randomId() };
    const post = (path: string) => (sending: AbortSignal) => {
      const session_id = session.owner()?.id;
      const consent = hasConsented(storage) || undefined;
      const body = { message, session_id, page_url: pageUrl(), locale, request_id, consent };
      return session.request('POST', path, { body, headers, signal: sending });
    };
    return askUntilServed(() => read(post, signal), signal, now);
  }

  /** Reads the answer as a stream, else as a whole. */
  async function* read(
    post: (path: string) => (sending: AbortSignal) => Promise<Response>,
    signal: AbortSignal,
  ): AsyncGenerator<ChatEvent> {
    let arrived = false;
    if (!(await isPlain())) {
      try {
        for await (const event of reader.begin(post('chat'), signal)) {
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
    note(patience);
  }

  return {
    ask,
    follow: reader.follow,
    stop(question) {
      session
        .request('DELETE', `chat/${question}`, {
          query: { session_id: session.owner()?.id ?? '' },
        })
        .catch(() => undefined);
    },
  };
}

/** A whole reply as the events that a stream would have brought. */
function* replay({ session_id, session_secret, reply, ...rest }: ChatReply): Generator<ChatEvent> {
  const { reasoning, citations, statements, message_id, usage, model, ms } = rest;
  const { closest: pages = [], next_questions: questions = [], offer_mail, cut } = rest;
  yield { type: 'meta', session_id, message_id: 0, ...(session_secret && { session_secret }) };
  yield { type: 'reasoning', content: reasoning };
  yield { type: 'delta', content: reply };
  yield { type: 'citations', sources: citations, ...(statements && { statements }) };
  yield { type: 'closest', pages };
  if (offer_mail) yield { type: 'offer_mail' };
  yield { type: 'next_questions', questions };
  yield { type: 'done', message_id, finish_reason: cut ? 'length' : 'stop', usage, model, ms };
}
