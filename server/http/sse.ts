import { once } from 'node:events';
import type { Response } from 'express';
import type { NumberedEvent } from '../chat/answer/answers-in-progress.ts';

/** Milliseconds of silence before a comment is sent. */
const heartbeat = 15_000;

/** Milliseconds for a client to read written frames: an unread answer counts as one in progress. */
const unreadTimeout = 60_000;

/** Headers that keep others from holding a stream back. */
export const streamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/**
 * Writes events as server-sent events, at the speed of the client. Nothing is sent before the
 * first event: until then a failure is an ordinary error response.
 */
export async function writeEvents(
  response: Response,
  events: AsyncGenerator<NumberedEvent, void>,
  signal: AbortSignal,
  timeout = unreadTimeout,
): Promise<void> {
  let next = await events.next();
  response.writeHead(200, streamHeaders);
  const write = frameWriter(response);
  let flowing = true;
  const silence = setInterval(() => flowing && write(': still here\n\n'), heartbeat);
  try {
    while (!next.done) {
      const [number, event] = next.value;
      const data = JSON.stringify(event);
      flowing = write(`id: ${number}\nevent: ${event.type}\ndata: ${data}\n\n`);
      if (!flowing) await drained(response, signal, timeout);
      if (signal.aborted || response.destroyed) break;
      flowing = true;
      silence.refresh();
      next = await events.next();
    }
  } finally {
    clearInterval(silence);
    await events.return();
    response.end();
  }
}

async function drained(response: Response, signal: AbortSignal, timeout: number): Promise<void> {
  if (signal.aborted || !response.socket) return;
  const late = AbortSignal.timeout(timeout);
  const given = AbortSignal.any([signal, late]);
  await once(response.socket, 'drain', { signal: given }).catch(() => undefined);
  if (late.aborted) response.destroy();
}

/**
 * Writes a chunk in one piece: Node's `write` sends it in four (`writev`), the most expensive part of relaying a
 * token. The first frame is sent with the headers. From Node 25 on they wait in the response, not in the socket, until
 * the end of the turn: a later frame must not overtake them.
 */
function frameWriter(response: Response): (frame: string) => boolean {
  let first = true;
  return (frame) => {
    const { socket } = response;
    if (first || !socket || !response.chunkedEncoding || response.writableCorked > 0) {
      first = false;
      return response.write(frame);
    }
    const bytes = Buffer.byteLength(frame);
    const chunk = `${bytes.toString(16)}\r\n${frame}\r\n`;
    return socket.write(chunk, bytes === frame.length ? 'latin1' : 'utf8');
  };
}
