import { performance } from 'node:perf_hooks';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { AppError } from '../errors/app-error.ts';
import { busy } from './sentences.ts';

/** Questions that are prepared at one time by a busy process: one more delays the others and is no sooner ready. */
const maxPrepared = 4;
/** Share of its time above which the event loop is busy. */
const maxBusy = 0.5;
/** Milliseconds between two looks while questions wait. */
const interval = 5;
/** Milliseconds after which a question is refused. */
const maxWait = 600;
/**
 * Turns of the event loop without a new question, after which none waits at the port: a turn accepts one connection,
 * and while questions are prepared a turn is long. Those at the port would wait for seconds, unseen by `maxWait`.
 */
const quietTurns = 6;
/** Milliseconds for which new questions may hold up those that wait. */
const maxHold = 300;
/** Seconds. */
const retryAfter = 2;

const tooLate = () =>
  new AppError('overloaded', { message: busy.starting, retryAfter, turnedAway: 'starting' });

/** To be called when the answer begins or will not; a second call does nothing. */
export type Prepared = () => void;

interface Waiting {
  since: number;
  start: (prepared: Prepared) => void;
  refuse: (error: AppError) => void;
}

/**
 * Starts questions in their order, as fast as the process can. Until its answer begins, a question takes most of its
 * processor time: hundreds that are prepared at once delay one another and all answers that are being streamed.
 * Questions that wait for a vendor leave the event loop idle; then any number is prepared.
 */
export function createStartQueue() {
  const waiting: Waiting[] = [];
  let prepared = 0;
  let arrived = 0;
  let isWatching = false;
  let isLettingIn = false;
  let seen = performance.eventLoopUtilization();

  function isIdle(): boolean {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, seen);
    seen = now;
    return utilization < maxBusy;
  }

  function startFirst(): void {
    const first = waiting.shift();
    if (!first) return;
    prepared++;
    let isPrepared = false;
    first.start(() => {
      if (isPrepared) return;
      isPrepared = true;
      prepared--;
      void fillWhenQuiet();
    });
  }

  function fill(): void {
    while (prepared < maxPrepared && waiting.length > 0) startFirst();
  }

  /** Lets the questions in that wait at the port, and starts the first ones. */
  async function fillWhenQuiet(): Promise<void> {
    if (isLettingIn || waiting.length === 0) return;
    isLettingIn = true;
    const end = performance.now() + maxHold;
    for (let quiet = 0; quiet < quietTurns && performance.now() < end; quiet++) {
      const before = arrived;
      await turnOfLoop();
      if (arrived > before) quiet = 0;
    }
    isLettingIn = false;
    refuseLate();
    fill();
  }

  function refuseLate(): void {
    const late = performance.now() - maxWait;
    while (waiting[0] !== undefined && waiting[0].since < late) {
      waiting.shift()?.refuse(tooLate());
    }
  }

  function look(): void {
    refuseLate();
    if (isIdle()) startFirst();
    watch();
  }

  function watch(): void {
    isWatching = waiting.length > 0;
    if (isWatching) setTimeout(look, interval);
  }

  /** Resolves when a question may be prepared. @throws AppError `overloaded` */
  return function turn(): Promise<Prepared> {
    return new Promise((start, refuse) => {
      arrived++;
      waiting.push({ since: performance.now(), start, refuse });
      // Behind others it waits until all are let in.
      if (waiting.length === 1) fill();
      if (!isWatching) watch();
    });
  };
}
