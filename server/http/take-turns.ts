import type { RequestHandler } from 'express';

/** Milliseconds of one turn of the event loop in which requests are begun. */
const slice = 5;

/**
 * Begins requests that arrive together one after another. Node hands over a crowd of connections in one turn of the
 * event loop, and answers that are being streamed would wait for all of them.
 */
export function takeTurns(): RequestHandler {
  const waiting: (() => void)[] = [];

  function begin(): void {
    const until = performance.now() + slice;
    while (waiting.length > 0 && performance.now() < until) waiting.shift()?.();
    if (waiting.length > 0) setImmediate(begin);
  }

  return (_request, _response, next) => {
    waiting.push(next);
    if (waiting.length === 1) setImmediate(begin);
  };
}
