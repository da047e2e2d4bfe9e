import { performance } from 'node:perf_hooks';
import { setImmediate as turnOfLoop, setTimeout as sleep } from 'node:timers/promises';
import type { ChatEvent } from '../../contract/chat.ts';
import type { Metrics } from '../../runtime/metrics.ts';
import { clamp, overloaded } from './admission.ts';

/** Questions that are prepared at one time by a busy process: one more delays the others and is no sooner ready. */
const maxPrepared = 4;
/** Share of its time above which the event loop is busy. */
const maxBusy = 0.5;
/** Milliseconds between two looks while questions wait. */
const interval = 5;
/** Milliseconds over which starts are counted, and after which something is known of their rate. */
const rate = { window: 5000, enough: 1000 };
/** Milliseconds that a visitor bears: a question that would wait longer is refused at once. */
const maxExpected = 10_000;
/**
 * Milliseconds after which a question is refused that waits in spite of that, because many came at once or the process
 * has become slower: long, since the first in the line would be the last when it is sent again.
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
/** Milliseconds after which a visitor is told that the question waits. */
const noticeable = 1000;

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

interface Waiting extends WaitingQuestion {
  /** A network has one question in each round, so that many of one network do not hold up one of another. */
  round: number;
  start: (prepared: Prepared) => void;
  refuse: (reason: Error) => void;
}

/**
 * Starts questions in the order in which they came, those of different networks by turns, as fast as the process can.
 * Until its answer begins, a question takes most of its processor time: hundreds that are prepared at once delay one
 * another and all answers that are being streamed. Questions that wait for a vendor leave the event loop idle; then any
 * number is prepared.
 */
export class StartQueue {
  readonly #metrics: Pick<Metrics, 'waited'>;
  readonly #notice: number;
  /** In the order in which they start. */
  readonly #waiting: Waiting[] = [];
  #round = 0;
  /** When questions were started, and since when there are some that wait. */
  #starts: number[] = [];
  #since = 0;
  #utilization = performance.eventLoopUtilization();
  #prepared = 0;
  #arrived = 0;
  #isWatching = false;
  #isLettingIn = false;
  /** No place was free for the first one when it was looked for last. */
  #isFull = false;

  constructor(metrics: Pick<Metrics, 'waited'>, notice = noticeable) {
    this.#metrics = metrics;
    this.#notice = notice;
  }

  /**
   * Returns when a question may be prepared. Yields a `status` if it waits for more than a second.
   *
   * @throws AppError `overloaded`; the signal's reason
   */
  async *turn(question: WaitingQuestion): AsyncGenerator<ChatEvent, Prepared> {
    const arrived = performance.now();
    const start = this.#enter(question);
    const soon = new AbortController();
    const late = sleep(this.#notice, true, { signal: soon.signal }).catch(() => false);
    const isLate = await Promise.race([start.then(() => false), late]).finally(() => soon.abort());
    if (isLate) yield { type: 'status', stage: 'waiting' };
    const prepared = await start;
    this.#metrics.waited(performance.now() - arrived, isLate);
    return prepared;
  }

  async #enter(question: WaitingQuestion): Promise<Prepared> {
    const { network, signal } = question;
    signal.throwIfAborted();
    const own = this.#waiting.findLast((waiting) => waiting.network === network);
    const round = Math.max(this.#round, own ? own.round + 1 : 0);
    this.#makeRoom(round);
    const { promise, resolve, reject } = Promise.withResolvers<Prepared>();
    const leave = () => waiting.refuse(signal.reason as Error);
    const timer = setTimeout(() => waiting.refuse(this.#tooLate()), maxWait);
    const settle = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      if (this.#waiting.length === 0) this.#starts = [];
    };
    const waiting: Waiting = {
      ...question,
      round,
      start(prepared) {
        settle();
        resolve(prepared);
      },
      refuse(reason) {
        settle();
        reject(reason);
      },
    };
    signal.addEventListener('abort', leave);
    if (this.#waiting.length === 0) this.#since = performance.now();
    this.#arrived++;
    this.#waiting.splice(this.#ahead(round), 0, waiting);
    // Behind others it waits until all are let in.
    if (this.#waiting.length === 1) this.#fill();
    if (!this.#isWatching) this.#watch();
    return promise;
  }

  /** Returns how many start before one more of this round. */
  #ahead(round: number): number {
    const at = this.#waiting.findIndex((waiting) => waiting.round > round);
    return at < 0 ? this.#waiting.length : at;
  }

  /** @param late Milliseconds by which the question would wait too long. */
  #tooLate(late = 0): Error {
    const seconds = clamp(Math.ceil(late / 1000), retryAfter);
    return overloaded(this.#isFull ? 'total' : 'starting', seconds);
  }

  /** Refuses the last question of the longest line where too many wait. @throws AppError `overloaded` */
  #makeRoom(round: number): void {
    const expected = this.#expected(this.#ahead(round));
    if (expected > maxExpected) throw this.#tooLate(expected - maxExpected);
    if (this.#waiting.length < maxWaiting) return;
    const last = this.#waiting.at(-1)!;
    if (last.round <= round) throw this.#tooLate();
    last.refuse(this.#tooLate());
  }

  /** Returns for how many milliseconds a question waits that has so many `ahead`; 0 as long as nothing is known. */
  #expected(ahead: number): number {
    const now = performance.now();
    const from = Math.max(this.#since, now - rate.window);
    if (ahead === 0 || now - from < rate.enough) return 0;
    this.#starts = this.#starts.filter((at) => at >= from);
    // One more, because the next start may be near: none was counted while all places are taken.
    return (ahead * (now - from)) / (this.#starts.length + 1);
  }

  /** Returns false if none can be started. */
  #startFirst(): boolean {
    const [first] = this.#waiting;
    if (!first) return false;
    this.#isFull = !first.begin();
    if (this.#isFull) return false;
    this.#round = first.round;
    this.#starts.push(performance.now());
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
    if (this.#isLettingIn || this.#waiting.length === 0) return;
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
    this.#isWatching = this.#waiting.length > 0;
    if (!this.#isWatching) return;
    setTimeout(() => {
      if (this.#isIdle()) this.#startFirst();
      this.#watch();
    }, interval);
  }

  /** Whether the event loop was idle for long enough since the last look. */
  #isIdle(): boolean {
    const before = this.#utilization;
    this.#utilization = performance.eventLoopUtilization();
    return performance.eventLoopUtilization(this.#utilization, before).utilization < maxBusy;
  }
}
