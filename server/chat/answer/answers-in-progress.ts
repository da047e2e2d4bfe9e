import type { ChatEvent } from '../../contract/chat.ts';
import { AppError, logLevelOf, toAppError } from '../../errors/app-error.ts';
import { maxReaders, overloaded } from '../limits/admission.ts';
import type { Log } from '../../runtime/log.ts';
import type { Metrics } from '../../runtime/metrics.ts';
import { LogThrottle } from '../../runtime/log-throttle.ts';
import { errorEvent } from './reply.ts';

type Meta = ChatEvent & { type: 'meta' };

/** Milliseconds that an answer goes on without a reader, and that an ended answer is kept. */
const usualPatience = 60_000;
/** Milliseconds that a question goes on waiting for its turn without a reader: one whose line broke is back by then. */
const waitingPatience = 2000;

/** An event and its number, which counts from 1. */
export type NumberedEvent = readonly [number, ChatEvent];

/** An answer that is written whether somebody reads it or not. Every reader gets every event. */
export class AnswerInProgress {
  readonly #events: ChatEvent[] = [];
  readonly #stopping = new AbortController();
  readonly #patience: number;
  readonly #readers = new Set<() => void>();
  #leaving: NodeJS.Timeout | undefined;
  /** As it is given to `once`. */
  key: string | undefined;
  hasEnded = false;
  /** Resolves when it has ended, and what was written of it is stored. */
  written = Promise.resolve();

  constructor(patience: number) {
    this.#patience = patience;
  }

  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Undefined while the question waits for its turn. */
  get meta(): Meta | undefined {
    return this.#events.find((event) => event.type === 'meta');
  }

  get isUnread(): boolean {
    return !this.hasEnded && this.#readers.size === 0;
  }

  /** Ends the answer. The text written so far is stored. */
  stop(): void {
    this.#stopping.abort(new Error('The answer was stopped.'));
  }

  add(event: ChatEvent): void {
    this.#events.push(event);
    this.#wake();
  }

  end(): void {
    this.hasEnded = true;
    clearTimeout(this.#leaving);
    this.#wake();
  }

  /**
   * Yields the events with a number above `after`, until the answer ends or `signal` aborts.
   *
   * @throws AppError `overloaded` before the first event: too many read it
   */
  async *read(after: number, signal: AbortSignal): AsyncGenerator<NumberedEvent, void> {
    if (this.#readers.size >= maxReaders) throw overloaded('session');
    let wake = (): void => undefined;
    const woken = () => wake();
    clearTimeout(this.#leaving);
    this.#readers.add(woken);
    signal.addEventListener('abort', woken);
    try {
      for (let n = after; !signal.aborted;) {
        const event = this.#events[n];
        if (event) yield [++n, event];
        else if (this.hasEnded) return;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      signal.removeEventListener('abort', woken);
      this.#readers.delete(woken);
      if (this.isUnread) this.leave();
    }
  }

  /** Stops the answer after a while unless somebody reads it by then. */
  leave(): void {
    const patience = this.meta ? this.#patience : Math.min(waitingPatience, this.#patience);
    clearTimeout(this.#leaving);
    this.#leaving = setTimeout(() => this.stop(), patience);
    this.#leaving.unref();
  }

  #wake(): void {
    for (const wake of this.#readers) wake();
  }
}

interface Begun {
  /** Called once. What they throw before `meta` is the visitor's failure. */
  events: (signal: AbortSignal) => AsyncIterable<ChatEvent>;
  /** Called after the last event. */
  ended: () => void;
  /** The page's. */
  locale: string;
  metrics: Pick<Metrics, 'turnedAway'>;
  log: Log;
}

/**
 * Answers that are being written or ended a short time ago, in this process. An answer goes on for a minute without
 * its reader: visitors change the page and lose the network while it is written.
 */
export class AnswersInProgress {
  readonly #patience: number;
  readonly #byMessage = new Map<number, AnswerInProgress>();
  readonly #byKey = new Map<string, Promise<AnswerInProgress>>();
  readonly #writing = new Set<AnswerInProgress>();
  readonly #throttle = new LogThrottle();

  constructor(patience = usualPatience) {
    this.#patience = patience;
  }

  /**
   * Runs `begin`, or joins the answer that was begun under the same key.
   *
   * @param key Known to the visitor alone: who has it reads the answer, and the session's secret; undefined: none.
   */
  once(key: string | undefined, begin: () => Promise<AnswerInProgress>): Promise<AnswerInProgress> {
    if (key === undefined) return begin();
    const known = this.#byKey.get(key);
    if (known) return known;
    const begun = begin();
    this.#byKey.set(key, begun);
    begun.then(
      (answer) => (answer.key = key),
      () => this.#byKey.delete(key),
    );
    return begun;
  }

  /** Whether a question with this key would join an answer. */
  has = (key: string | undefined): boolean => key !== undefined && this.#byKey.has(key);

  /**
   * Writes an answer. Resolves after the first event. If there is one before `meta`, because the question waits for its
   * turn, later failures are events, too.
   *
   * @throws what `events` throw before the first event
   */
  async begin(begun: Begun): Promise<AnswerInProgress> {
    const answer = new AnswerInProgress(this.#patience);
    const source = begun.events(answer.signal)[Symbol.asyncIterator]();
    try {
      const first = await source.next();
      if (first.done) throw new Error('The answer has no events.');
      this.#add(answer, first.value);
    } catch (error) {
      begun.ended();
      throw error;
    }
    answer.leave();
    this.#writing.add(answer);
    answer.written = this.#write(answer, source)
      .catch((error: unknown) => this.#broke(answer, error, begun))
      .finally(() => {
        begun.ended();
        answer.end();
        this.#writing.delete(answer);
        // A question that waited in vain is sent again.
        if (!answer.meta) this.#forget(answer);
        else setTimeout(() => this.#forget(answer), this.#patience).unref();
      });
    return answer;
  }

  async #write(answer: AnswerInProgress, source: AsyncIterator<ChatEvent>): Promise<void> {
    for (let next = await source.next(); !next.done; next = await source.next()) {
      this.#add(answer, next.value);
      if (next.value.type === 'meta' && answer.isUnread) answer.leave();
    }
  }

  /** Tells why a question that waited is not answered; an answer that has begun says so itself. */
  #broke(answer: AnswerInProgress, error: unknown, { locale, metrics, log }: Begun): void {
    if (answer.meta) return log.error({ err: error }, 'an answer broke off');
    if (answer.signal.aborted) return;
    const failure = toAppError(error);
    const { code, turnedAway } = failure;
    const message = 'a question that waited was not answered';
    if (!turnedAway) log[logLevelOf(failure)]({ err: error, code }, message);
    else {
      metrics.turnedAway(turnedAway);
      if (this.#throttle.isFirst(log, code, turnedAway))
        log.warn({ code, reason: turnedAway }, message);
    }
    answer.add(errorEvent(failure, locale));
    const usage = { prompt_tokens: 0, completion_tokens: 0 };
    const finish_reason = 'error';
    answer.add({ type: 'done', message_id: 0, finish_reason, usage, model: '', ms: 0 });
  }

  #add(answer: AnswerInProgress, event: ChatEvent): void {
    answer.add(event);
    // Without a stored question there is no id by which it could be found again.
    const messageId = event.type === 'meta' ? event.message_id : 0;
    if (messageId > 0) this.#byMessage.set(messageId, answer);
  }

  #forget({ meta, key }: AnswerInProgress): void {
    if (meta) this.#byMessage.delete(meta.message_id);
    if (key !== undefined) this.#byKey.delete(key);
  }

  /** @throws AppError `not_found` also for an answer to another session */
  require(messageId: number, sessionId: string): AnswerInProgress {
    const answer = this.#byMessage.get(messageId);
    if (!answer || answer.meta?.session_id !== sessionId) throw new AppError('not_found');
    return answer;
  }

  unreadOf(sessionId: string): AnswerInProgress[] {
    return [...this.#writing].filter(
      (answer) => answer.isUnread && answer.meta?.session_id === sessionId,
    );
  }

  /** Stops answers. Resolves when what was written of them is stored. */
  async stop(answers: readonly AnswerInProgress[]): Promise<void> {
    for (const answer of answers) answer.stop();
    await Promise.all(answers.map(({ written }) => written));
  }

  /** Stops the answers of sessions, and keeps nothing of those that have ended. */
  async forget(sessionIds: readonly string[]): Promise<void> {
    const kept = [...this.#byMessage.values()];
    const gone = kept.filter(({ meta }) => meta && sessionIds.includes(meta.session_id));
    await this.stop(gone);
    for (const answer of gone) this.#forget(answer);
  }

  /** Stops all answers, as `stop`. */
  close(): Promise<void> {
    return this.stop([...this.#writing]);
  }
}
