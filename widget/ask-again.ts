import type { ChatEvent } from '../server/contract/chat.ts';
import { RequestError, failureOf } from './failure.ts';

/** For so long a question is asked again before the visitor is told that it failed. */
const patienceMs = 30_000;
/** Seconds of the pauses where the server names none. */
const usual = [1, 2, 4, 8] as const;

/** Milliseconds of a pause of so many seconds or a little more, so that not all who were told the same come at once. */
export const spread = (seconds: number) => seconds * 1000 * (1 + Math.random() / 2);

/** Resolves after `ms`, when the browser is online again, or on abort. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}

/**
 * Asks again by itself while the server is busy with others, and says meanwhile that the question waits. Nothing is open
 * during a pause, so that no PHP worker waits. A question that was stored is not asked again.
 */
export async function* askUntilServed(
  ask: () => AsyncIterable<ChatEvent>,
  signal: AbortSignal,
  now: () => number,
): AsyncGenerator<ChatEvent> {
  const end = now() + patienceMs;
  for (let tries = 0; !signal.aborted; tries++) {
    let isStored = false;
    let isWaiting = false;
    try {
      for await (const event of ask()) {
        isStored ||= event.type === 'meta';
        isWaiting ||= event.type === 'status';
        if (!isStored && event.type === 'error' && event.code === 'overloaded') {
          throw new RequestError({ ...event, pause: event.retry_after ?? 0 });
        }
        yield event;
      }
      return;
    } catch (error) {
      const { code, pause: seconds } = failureOf(error);
      const isBusy = code === 'overloaded' || (isWaiting && !code);
      const ms = spread(seconds || (usual[tries] ?? 8));
      if (signal.aborted || isStored || !isBusy || now() + ms > end) throw error;
      yield { type: 'status', stage: 'waiting' };
      await pause(ms, signal);
    }
  }
}
