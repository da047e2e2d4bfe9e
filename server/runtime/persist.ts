import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '../errors/config-error.ts';
import type { Log } from './log.ts';
import { isDenied, plainReason } from '../errors/plain-reason.ts';

const maxDelay = 30_000;
/** The database's account may still be created when the sidecar starts, so a few denials are retried. */
const maxDenials = 3;

/**
 * Repeats `work` until it succeeds or `signal` aborts: databases and sites start in any order.
 *
 * @throws ConfigError for a wrong setting and for an account that the database keeps refusing
 */
export async function persist<T>(
  name: string,
  work: () => Promise<T>,
  log: Log,
  signal: AbortSignal,
  firstDelay = 1000,
): Promise<T> {
  let denials = 0;
  for (let delay = firstDelay; ; delay = Math.min(2 * delay, maxDelay)) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ConfigError) throw error;
      const reason = plainReason(error);
      denials = isDenied(error) ? denials + 1 : 0;
      if (denials === maxDenials) throw new ConfigError(reason ?? '', { cause: error });
      if (reason) log.warn({ reason }, `${name} failed; it is tried again`);
      else log.error({ err: error }, `${name} failed; it is tried again`);
      await sleep(delay, undefined, { signal });
    }
  }
}
