import { performance } from 'node:perf_hooks';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { overloaded } from './overloaded.ts';
import { WaitingLines } from './waiting-lines.ts';

/** Milliseconds over which starts are counted. */
const window = 5000;
/** Milliseconds after which something is known of the rate. */
const enough = 1000;

/** Measures how fast waiting questions are started, and tells how long one more would wait. Times are in milliseconds. */
export class StartRate {
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

export interface WaitingQuestion {
  /** Networks take turns. */
  network: string;
  /** Takes what the answer needs; false: there is none, and the question goes on waiting. */
  begin: () => boolean;
  /** The visitor has left. */
  signal: AbortSignal;
}

interface Waiting extends WaitingQuestion {
  start: (prepared: Prepared) => void;
  refuse: (reason: Error) => void;
}

/**
 * Has a question wait until it is started or refused, once, the latter also if its visitor leaves.
 *
 * @param late Returns the reason for which it is refused after `maxWait`.
 */
function waits(
  question: WaitingQuestion,
  { start, refuse }: Pick<Waiting, 'start' | 'refuse'>,
  late: () => Error,
): Waiting {
  const { signal } = question;
  const leave = () => waiting.refuse(signal.reason as Error);
  const timer = setTimeout(() => waiting.refuse(late()), maxWait);
  const settle = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
  };
  signal.addEventListener('abort', leave);
  const waiting: Waiting = {
    ...question,
    start(prepared) {
      settle();
      start(prepared);
    },
    refuse(reason) {
      settle();
      refuse(reason);
    },
  };
  return waiting;
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
export function createStartQueue() {
  const lines = new WaitingLines<Waiting>();
  const rate = new StartRate();
  let prepared = 0;
  let arrived = 0;
  let isWatching = false;
  let isLettingIn = false;
  /** No place was free for the first one when it was looked for last. */
  let isFull = false;
  const isIdle = watchLoop();

  /** @param late Milliseconds by which the question would wait too long. */
  function tooLate(late = 0): Error {
    const seconds = Math.min(Math.max(Math.ceil(late / 1000), retryAfter.min), retryAfter.max);
    return overloaded(isFull ? 'total' : 'starting', seconds);
  }

  /** Returns false if none can be started. */
  function startFirst(): boolean {
    const first = lines.first();
    if (!first) return false;
    isFull = !first.begin();
    if (isFull) return false;
    lines.shift();
    rate.started(performance.now());
    if (lines.size === 0) rate.end();
    prepared++;
    let isPrepared = false;
    first.start(() => {
      if (isPrepared) return;
      isPrepared = true;
      prepared--;
      void fillWhenQuiet();
    });
    return true;
  }

  function fill(): void {
    while (prepared < maxPrepared && startFirst());
  }

  /** Lets the questions in that wait at the port, and starts the first ones. */
  async function fillWhenQuiet(): Promise<void> {
    if (isLettingIn || lines.size === 0) return;
    isLettingIn = true;
    const end = performance.now() + maxHold;
    for (let quiet = 0; quiet < quietTurns && performance.now() < end; quiet++) {
      const before = arrived;
      await turnOfLoop();
      if (arrived > before) quiet = 0;
    }
    isLettingIn = false;
    fill();
  }

  function look(): void {
    if (isIdle()) startFirst();
    watch();
  }

  function watch(): void {
    isWatching = lines.size > 0;
    if (isWatching) setTimeout(look, interval);
  }

  /** @throws AppError `overloaded` */
  function makeRoomFor(network: string): void {
    const expected = rate.expected(lines.ahead(network), performance.now());
    if (expected > maxExpected) throw tooLate(expected - maxExpected);
    if (lines.size < maxWaiting) return;
    const surplus = lines.surplus(network);
    if (!surplus) throw tooLate();
    surplus.refuse(tooLate());
  }

  /** Resolves when a question may be prepared. @throws AppError `overloaded`; the signal's reason */
  return function turn(question: WaitingQuestion): Promise<Prepared> {
    const { network, signal } = question;
    return new Promise((start, reject) => {
      signal.throwIfAborted();
      makeRoomFor(network);
      const refuse = (reason: Error) => {
        lines.remove(network, waiting);
        if (lines.size === 0) rate.end();
        reject(reason);
      };
      const waiting = waits(question, { start, refuse }, tooLate);
      if (lines.size === 0) rate.begin(performance.now());
      arrived++;
      lines.add(network, waiting);
      // Behind others it waits until all are let in.
      if (lines.size === 1) fill();
      if (!isWatching) watch();
    });
  };
}
export type StartQueue = ReturnType<typeof createStartQueue>;
