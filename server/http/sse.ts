import { once } from 'node:events';
import type { Response } from 'express';
import type { ChatEvent } from '../contract/chat.ts';

const heartbeat = 15_000;

/**
 * Writes events as server-sent events, as fast as the client reads. Nothing is sent before the
 * first event is there: until then a failure is an ordinary error response.
 */
export async function writeEvents(
  response: Response,
  events: AsyncGenerator<ChatEvent, void>,
  signal: AbortSignal,
): Promise<void> {
  const first = await events.next();
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-cache, no-transform',
    'X-Accel-Buffering': 'no',
  });
  let silence: NodeJS.Timeout | undefined;
  const listen = () => {
    silence = setInterval(() => response.write(': still here\n\n'), heartbeat);
  };
  listen();
  try {
    let number = 0;
    for (let next = first; !next.done; next = await events.next()) {
      const event = next.value;
      clearInterval(silence);
      const frame = `id: ${++number}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
      const flowing = response.write(frame);
      if (!flowing && !signal.aborted) await once(response, 'drain', { signal }).catch(() => null);
      if (signal.aborted) break;
      listen();
    }
  } finally {
    clearInterval(silence);
    await events.return();
    response.end();
  }
}
