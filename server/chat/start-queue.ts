import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../errors/app-error.ts';
import { busy } from './sentences.ts';

/** Milliseconds between two starts while questions wait. */
const interval = 2;
/** Milliseconds that the event loop may be late; then no further question starts. */
const maxLag = 8;
/** Milliseconds after which a question starts in spite of that, or is refused if more than `few` wait. */
const maxWait = 300;
const few = 5;
/** Seconds. */
const retryAfter = 2;

interface Waiting {
  since: number;
  start: () => void;
  refuse: (error: AppError) => void;
}

/**
 * Starts questions in their order, as fast as the process can. Until its answer begins, a question takes most of its
 * processor time: hundreds that start at once would delay one another and all answers that are being streamed.
 */
export function createStartQueue() {
  const waiting: Waiting[] = [];
  let running = false;

  async function startAll(): Promise<void> {
    running = true;
    await nextTurn();
    for (let due = performance.now(); waiting.length > 0;) {
      const now = performance.now();
      const isLate = () => waiting[0] !== undefined && now - waiting[0].since > maxWait;
      while (waiting.length > few && isLate()) {
        waiting.shift()?.refuse(new AppError('overloaded', { message: busy.all, retryAfter }));
      }
      if (now - due < maxLag || isLate()) waiting.shift()?.start();
      due = performance.now() + interval;
      await sleep(interval);
    }
    running = false;
  }

  /** Resolves when a question may start. @throws AppError `overloaded` */
  return function turn(): Promise<void> {
    return new Promise((start, refuse) => {
      waiting.push({ since: performance.now(), start, refuse });
      if (!running) void startAll();
    });
  };
}
