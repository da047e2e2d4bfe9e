import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatEvent } from '../contract/chat.ts';
import { logLevelOf, toAppError, type AppError } from '../errors/app-error.ts';
import type { Log } from '../runtime/log.ts';
import type { Metrics } from '../runtime/metrics.ts';
import { createOften } from '../runtime/often.ts';
import { errorEvent } from './error-event.ts';
import type { Prepared, StartQueue, WaitingQuestion } from './start-queue.ts';

/** Milliseconds after which a visitor is told that the question waits. */
const noticeable = 1000;

interface QuestionInTurn {
  turn: WaitingQuestion;
  /** The page's. */
  locale: string;
  /** Writes the answer; called when it is the question's turn. */
  answer: (prepared: Prepared) => AsyncIterable<ChatEvent>;
  log: Log;
}

/** Ends the stream of a question that was told to wait and will have no answer. */
function* unanswered(failure: AppError, locale: string): Generator<ChatEvent> {
  yield errorEvent(failure, locale);
  const usage = { prompt_tokens: 0, completion_tokens: 0 };
  yield { type: 'done', message_id: 0, finish_reason: 'error', usage, model: '', ms: 0 };
}

/** Answers questions in their turn; see `answerInTurn`. */
export function createAnswerInTurn(startQueue: StartQueue, metrics: Metrics) {
  const isFirst = createOften();
  /**
   * Yields the events of an answer. If the question waits for more than a second, `status` says so first, and from
   * then on a failure is an event, too.
   *
   * @throws AppError of the queue and of the answer; nothing if the visitor has left
   */
  return async function* answerInTurn({
    turn,
    locale,
    answer,
    log,
  }: QuestionInTurn): AsyncGenerator<ChatEvent> {
    const arrived = performance.now();
    let isTold = false;
    let prepared: Prepared | undefined;
    try {
      const start = startQueue(turn);
      const soon = new AbortController();
      const told = sleep(noticeable, true, { signal: soon.signal }).catch(() => false);
      isTold = await Promise.race([start.then(() => false), told]).finally(() => soon.abort());
      if (isTold) yield { type: 'status', stage: 'waiting' };
      prepared = await start;
      metrics.waited(performance.now() - arrived, isTold);
      for await (const event of answer(prepared)) {
        isTold &&= event.type !== 'meta';
        yield event;
      }
    } catch (error) {
      if (turn.signal.aborted) return;
      if (!isTold) throw error;
      const failure = toAppError(error);
      const { code, turnedAway } = failure;
      if (turnedAway) metrics.turnedAway(turnedAway);
      if (turnedAway && isFirst(log, code, turnedAway))
        log.warn({ code, reason: turnedAway }, 'a question that waited was not answered');
      else if (!turnedAway)
        log[logLevelOf(failure)]({ err: error, code }, 'a question that waited was not answered');
      yield* unanswered(failure, locale);
    } finally {
      prepared?.();
    }
  };
}
