import { setTimeout as sleep } from 'node:timers/promises';
import { toAppError } from '../../errors/app-error.ts';
import { isOwnerGone } from '../../errors/database-failure.ts';
import type { Log } from '../../runtime/log.ts';
import { shared } from '../../runtime/one-at-a-time.ts';
import type { Chats, AnsweredQuestion, AssistantTurn } from '../../storage/chats.ts';

/** Milliseconds before each further attempt while the visitor waits for the end of the answer. */
const soon = [250, 500, 1000, 2000];
/** Milliseconds between attempts after that, and in all. */
const later = { interval: 5000, total: 15 * 60_000 };
/** Answers, and their characters, that wait at most. */
const maxWaiting = { answers: 500, characters: 4_000_000 };

interface Unstored {
  question: AnsweredQuestion;
  answer: AssistantTurn;
  log: Log;
  /** Milliseconds since 1970. */
  until: number;
}

/**
 * Stores answers, also those that end while the database restarts: they are repeated for some seconds, and then kept in
 * memory until it is back. Each is stored once.
 */
export class AnswerStore {
  readonly #chats: Pick<Chats, 'addAnswer'>;
  readonly #clock: () => number;
  readonly #delays: readonly number[];
  readonly #interval: number;
  readonly #waiting: Unstored[] = [];
  readonly #storeWaiting = shared(() => this.#storeAll());
  #timer: NodeJS.Timeout | undefined;
  #isClosing = false;

  constructor(
    chats: Pick<Chats, 'addAnswer'>,
    clock: () => number,
    delays: readonly number[] = soon,
    interval = later.interval,
  ) {
    this.#chats = chats;
    this.#clock = clock;
    this.#delays = delays;
    this.#interval = interval;
  }

  /** Returns the id of the stored answer; 0 if it is not stored, or not yet. */
  async store(question: AnsweredQuestion, answer: AssistantTurn, log: Log): Promise<number> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#chats.addAnswer(question, answer, attempt > 0);
      } catch (error) {
        const isPassing = toAppError(error).retryable;
        const delay = this.#delays[attempt];
        if (isOwnerGone(error)) {
          log.info('answer not stored: its conversation has been deleted');
          return 0;
        }
        if (!isPassing || delay === undefined) {
          log.error({ err: error }, 'answer could not be stored');
          if (isPassing) this.#keep({ question, answer, log, until: this.#clock() + later.total });
          return 0;
        }
        await sleep(delay);
      }
    }
  }

  /** Tries once more to store what waits. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#timer);
    if (this.#waiting.length > 0) await this.#storeWaiting();
  }

  /** Keeps an answer; the oldest ones make room. */
  #keep(unstored: Unstored): void {
    const waiting = this.#waiting;
    waiting.push(unstored);
    const characters = () => waiting.reduce((sum, { answer }) => sum + answer.content.length, 0);
    while (waiting.length > maxWaiting.answers || characters() > maxWaiting.characters) {
      waiting.shift()?.log.error('answer could not be stored: too many wait for the database');
    }
    this.#lookLater();
  }

  #lookLater(): void {
    if (this.#waiting.length === 0 || this.#isClosing || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#storeWaiting().then(() => this.#lookLater());
    }, this.#interval).unref();
  }

  /** Stores the answers that wait, until one fails again. A slow database may take longer than the interval. */
  async #storeAll(): Promise<void> {
    const waiting = this.#waiting;
    for (let next = waiting[0]; next; next = waiting[0]) {
      const { question, answer, log, until } = next;
      try {
        await this.#chats.addAnswer(question, answer, true);
        log.info('answer stored after the database was back');
      } catch (error) {
        if (toAppError(error).retryable && this.#clock() < until) break;
        if (!isOwnerGone(error)) log.error({ err: error }, 'answer could not be stored');
      }
      // Unless it has made room for another one meanwhile.
      if (waiting[0] === next) waiting.shift();
    }
  }
}
