import type { Log } from './log.ts';

/** Milliseconds for which repetitions are counted. */
const window = 60_000;

/**
 * Keeps lines out of the log that may be written many times a second: refusals of a crowd, or each call while another
 * server is down.
 */
export class LogThrottle {
  readonly #counts = new Map<string, number>();

  /**
   * Returns whether this is the first one for a minute, which is to be logged. The others are counted, and logged as one
   * line at the end of the minute.
   */
  isFirst(log: Log, code: string, reason: string): boolean {
    const key = `${code} ${reason}`;
    const count = this.#counts.get(key);
    this.#counts.set(key, count === undefined ? 0 : count + 1);
    if (count !== undefined) return false;
    setTimeout(() => {
      const repeated = this.#counts.get(key) ?? 0;
      this.#counts.delete(key);
      if (repeated > 0)
        log.warn({ code, reason, count: repeated }, 'the same again within a minute');
    }, window).unref();
    return true;
  }
}
