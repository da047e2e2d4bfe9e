import { performance } from 'node:perf_hooks';
import { setImmediate as turnOfLoop, setTimeout as sleep } from 'node:timers/promises';
import type { ChatEvent } from '../contract/chat.ts';
import { logLevelOf, toAppError } from '../errors/app-error.ts';
import type { Log } from '../runtime/log.ts';
import type { Metrics } from '../runtime/metrics.ts';
import { LogThrottle } from '../runtime/log-throttle.ts';
import { clamp, overloaded } from './admission.ts';
import { errorEvent } from './reply.ts';

/**
 * Lines of those who wait, one for each network. The lines take turns, so that many of one network do not hold up one of
 * another.
 */
class WaitingLines<Item> {
  /** The line whose turn is next is the first. None is empty. */
  readonly #lines = new Map<string, Item[]>();
  size = 0;

  add(network: string, item: Item): void {
    const line = this.#lines.get(network);
    if (line) line.push(item);
    else this.#lines.set(network, [item]);
    this.size++;
  }

  first(): Item | undefined {
    const [next] = this.#lines.values();
    return next?.[0];
  }

  /** Takes the first one, and sends its line to the end. */
  shift(): void {
    const [next] = this.#lines;
    if (!next) return;
    const [network, line] = next;
    line.shift();
    this.size--;
    this.#lines.delete(network);
    if (line.length > 0) this.#lines.set(network, line);
  }

  remove(network: string, item: Item): void {
    const line = this.#lines.get(network);
    const at = line?.indexOf(item) ?? -1;
    if (!line || at < 0) return;
    line.splice(at, 1);
    this.size--;
    if (line.length === 0) this.#lines.delete(network);
  }

  /** Returns how many are taken before one more of this network. */
  ahead(network: string): number {
    const own = this.#lines.get(network)?.length ?? 0;
    let ahead = own;
    for (const [name, line] of this.#lines) {
      if (name !== network) ahead += Math.min(line.length, own + 1);
    }
    return ahead;
  }

  /** Returns the last of the longest line, if that stays longer than the network's own without it. */
  surplus(network: string): Item | undefined {
    const lines = [...this.#lines.values()];
    const longest = lines.reduce((a, b) => (b.length > a.length ? b : a), []);
    const own = this.#lines.get(network)?.length ?? 0;
    return longest.length > own + 1 ? longest.at(-1) : undefined;
  }
}

/** Milliseconds over which starts are counted. */
const window = 5000;
/** Milliseconds after which something is known of the rate. */
const enough = 1000;

/** Measures how fast waiting questions are started, and tells how long one more would wait. Times are in milliseconds. */
class StartRate {
  #starts: number[] = [];
  #since: number | null = null;

  /** The first question waits. */
  begin(now: number): void {
    this.#since = now;
  }

  /** None waits any more. */
  end(): void {
    this.#starts = [];
    this.#since = null;
  }

  started(now: number): void {
    this.#starts.push(now);
    while (this.#starts[0]! < now - window) this.#starts.shift();
  }

  /** Returns how long a question waits that has so many `ahead`; 0 as long as nothing is known. */
  expected(ahead: number, now: number): number {
    if (this.#since === null) return 0;
    const from = Math.max(this.#since, now - window);
    const elapsed = now - from;
    if (elapsed < enough) return 0;
    // One more, because the next start may be near: none was counted while all places are taken.
    const starts = this.#starts.filter((at) => at >= from).length + 1;
    return (ahead * elapsed) / starts;
  }
}

/** Questions that are prepared at one time by a busy process: one more delays the others and is no sooner ready. */
const maxPrepared = 4;
/** Share of its time above which the event loop is busy. */
const maxBusy = 0.5;
/** Milliseconds between two looks while questions wait. */
const interval = 5;
/** Milliseconds that a visitor bears: a question that would wait longer is refused at once. */
const maxExpected = 10_000;
/**
 * Milliseconds after which a question is refused that waits in spite of that, because many came at once or the process
 * has become slower: long, since the first in the line would be the last when it is asked again.
 */
const maxWait = 20_000;
/** Questions that wait at one time, each with an open connection. */
const maxWaiting = 1000;
/** Turns of the event loop without a new question, after which none waits at the port: a turn accepts one connection. */
const quietTurns = 6;
/** Milliseconds for which new questions may hold up those that wait. */
const maxHold = 300;
/** Seconds. */
const retryAfter = { min: 2, max: 15 };

/** To be called when the answer begins or will not; a second call does nothing. */
export type Prepared = () => void;

interface WaitingQuestion {
  /** Networks take turns. */
  network: string;
  /** Takes what the answer needs; false: there is none, and the question goes on waiting. */
  begin: () => boolean;
  /** The visitor has left. */
  signal: AbortSignal;
}

interface Waiting extends Pick<WaitingQuestion, 'begin'> {
  start: (prepared: Prepared) => void;
  refuse: (reason: Error) => void;
}

/** Returns a function that tells whether the event loop was idle for long enough since it was asked last. */
function watchLoop(): () => boolean {
  let seen = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, seen);
    seen = now;
    return utilization < maxBusy;
  };
}

/**
 * Starts questions in the order in which they came, those of different networks by turns, as fast as the process can.
 * Until its answer begins, a question takes most of its processor time: hundreds that are prepared at once delay one
 * another and all answers that are being streamed. Questions that wait for a vendor leave the event loop idle; then any
 * number is prepared.
 */
export class StartQueue {
  readonly #lines = new WaitingLines<Waiting>();
  readonly #rate = new StartRate();
  readonly #isIdle = watchLoop();
  #prepared = 0;
  #arrived = 0;
  #isWatching = false;
  #isLettingIn = false;
  /** No place was free for the first one when it was looked for last. */
  #isFull = false;

  /** Resolves when a question may be prepared. @throws AppError `overloaded`; the signal's reason */
  async turn({ network, begin, signal }: WaitingQuestion): Promise<Prepared> {
    signal.throwIfAborted();
    this.#makeRoomFor(network);
    const { promise, resolve, reject } = Promise.withResolvers<Prepared>();
    const settle = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    };
    const waiting: Waiting = {
      begin,
      start(prepared) {
        settle();
        resolve(prepared);
      },
      refuse: (reason) => {
        settle();
        this.#lines.remove(network, waiting);
        if (this.#lines.size === 0) this.#rate.end();
        reject(reason);
      },
    };
    const leave = () => waiting.refuse(signal.reason as Error);
    const timer = setTimeout(() => waiting.refuse(this.#tooLate()), maxWait);
    signal.addEventListener('abort', leave);
    if (this.#lines.size === 0) this.#rate.begin(performance.now());
    this.#arrived++;
    this.#lines.add(network, waiting);
    // Behind others it waits until all are let in.
    if (this.#lines.size === 1) this.#fill();
    if (!this.#isWatching) this.#watch();
    return promise;
  }

  /** @param late Milliseconds by which the question would wait too long. */
  #tooLate(late = 0): Error {
    const seconds = clamp(Math.ceil(late / 1000), retryAfter);
    return overloaded(this.#isFull ? 'total' : 'starting', seconds);
  }

  /** @throws AppError `overloaded` */
  #makeRoomFor(network: string): void {
    const expected = this.#rate.expected(this.#lines.ahead(network), performance.now());
    if (expected > maxExpected) throw this.#tooLate(expected - maxExpected);
    if (this.#lines.size < maxWaiting) return;
    const surplus = this.#lines.surplus(network);
    if (!surplus) throw this.#tooLate();
    surplus.refuse(this.#tooLate());
  }

  /** Returns false if none can be started. */
  #startFirst(): boolean {
    const first = this.#lines.first();
    if (!first) return false;
    this.#isFull = !first.begin();
    if (this.#isFull) return false;
    this.#lines.shift();
    this.#rate.started(performance.now());
    if (this.#lines.size === 0) this.#rate.end();
    this.#prepared++;
    let isPrepared = false;
    first.start(() => {
      if (isPrepared) return;
      isPrepared = true;
      this.#prepared--;
      void this.#fillWhenQuiet();
    });
    return true;
  }

  #fill(): void {
    while (this.#prepared < maxPrepared && this.#startFirst());
  }

  /** Lets the questions in that wait at the port, and starts the first ones. */
  async #fillWhenQuiet(): Promise<void> {
    if (this.#isLettingIn || this.#lines.size === 0) return;
    this.#isLettingIn = true;
    const end = performance.now() + maxHold;
    for (let quiet = 0; quiet < quietTurns && performance.now() < end; quiet++) {
      const before = this.#arrived;
      await turnOfLoop();
      if (this.#arrived > before) quiet = 0;
    }
    this.#isLettingIn = false;
    this.#fill();
  }

  #watch(): void {
    this.#isWatching = this.#lines.size > 0;
    if (!this.#isWatching) return;
    setTimeout(() => {
      if (this.#isIdle()) this.#startFirst();
      this.#watch();
    }, interval);
  }
}

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

/** Answers questions in their turn; see `answerInTurn`. */
export function createAnswerInTurn(
  queue: Pick<StartQueue, 'turn'>,
  metrics: Metrics,
  notice = noticeable,
) {
  const throttle = new LogThrottle();
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
      const start = queue.turn(turn);
      const soon = new AbortController();
      const told = sleep(notice, true, { signal: soon.signal }).catch(() => false);
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
      const message = 'a question that waited was not answered';
      if (!turnedAway) log[logLevelOf(failure)]({ err: error, code }, message);
      else {
        metrics.turnedAway(turnedAway);
        if (throttle.isFirst(log, code, turnedAway))
          log.warn({ code, reason: turnedAway }, message);
      }
      yield errorEvent(failure, locale);
      const usage = { prompt_tokens: 0, completion_tokens: 0 };
      yield { type: 'done', message_id: 0, finish_reason: 'error', usage, model: '', ms: 0 };
    } finally {
      prepared?.();
    }
  };
}
