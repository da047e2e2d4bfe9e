import { setTimeout as sleep } from 'node:timers/promises';
import { toAppError } from '../errors/app-error.ts';
import { isOwnerGone } from '../errors/database-failure.ts';
import type { Log } from '../runtime/log.ts';
import { shared } from '../runtime/one-at-a-time.ts';
import type { Chats, AnsweredQuestion, AssistantTurn } from '../storage/chats.ts';

/** Milliseconds before each further attempt while the visitor waits for the end of the answer. */
const soon = [250, 500, 1000, 2000];
/** Milliseconds between attempts after that, and in all. */
const later = { interval: 5000, total: 15 * 60_000 };
/** Answers, and their characters, that wait at most. */
const maxWaiting = { answers: 500, characters: 4_000_000 };

interface Unstored {
  asked: AnsweredQuestion;
  answer: AssistantTurn;
  log: Log;
  /** Milliseconds since 1970. */
  until: number;
}

/**
 * Stores answers, also those that end while the database restarts: they are repeated for some seconds, and then kept in
 * memory until it is back. Each is stored once.
 */
export function createStoreAnswers(
  chats: Pick<Chats, 'addAnswer'>,
  clock: () => number,
  delays: readonly number[] = soon,
  interval = later.interval,
) {
  const waiting: Unstored[] = [];
  let timer: NodeJS.Timeout | undefined;
  let closing = false;

  /** Stores the answers that wait, until one fails again. A slow database may take longer than the interval. */
  const storeWaiting = shared(async () => {
    for (let next = waiting[0]; next; next = waiting[0]) {
      const { asked, answer, log, until } = next;
      try {
        await chats.addAnswer(asked, answer, true);
        log.info('answer stored after the database was back');
      } catch (error) {
        if (toAppError(error).retryable && clock() < until) break;
        if (!isOwnerGone(error)) log.error({ err: error }, 'answer could not be stored');
      }
      // Unless it has made room for another one meanwhile.
      if (waiting[0] === next) waiting.shift();
    }
  });

  function lookLater(): void {
    if (waiting.length === 0 || closing || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      void storeWaiting().then(lookLater);
    }, interval).unref();
  }

  /** Keeps an answer; the oldest ones make room. */
  function keep(unstored: Unstored): void {
    waiting.push(unstored);
    const characters = () => waiting.reduce((sum, { answer }) => sum + answer.content.length, 0);
    while (waiting.length > maxWaiting.answers || characters() > maxWaiting.characters) {
      waiting.shift()?.log.error('answer could not be stored: too many wait for the database');
    }
    lookLater();
  }

  return {
    /** Returns the id of the stored answer; 0 if it is not stored, or not yet. */
    async store(asked: AnsweredQuestion, answer: AssistantTurn, log: Log): Promise<number> {
      for (let attempt = 0; ; attempt++) {
        try {
          return await chats.addAnswer(asked, answer, attempt > 0);
        } catch (error) {
          const isPassing = toAppError(error).retryable;
          const delay = delays[attempt];
          if (isOwnerGone(error)) {
            log.info('answer not stored: its conversation has been deleted');
            return 0;
          }
          if (!isPassing || delay === undefined) {
            log.error({ err: error }, 'answer could not be stored');
            if (isPassing) keep({ asked, answer, log, until: clock() + later.total });
            return 0;
          }
          await sleep(delay);
        }
      }
    },

    /** Tries once more to store what waits. */
    async close(): Promise<void> {
      closing = true;
      clearTimeout(timer);
      if (waiting.length > 0) await storeWaiting();
    },
  };
}
export type StoreAnswers = ReturnType<typeof createStoreAnswers>;
