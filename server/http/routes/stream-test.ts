import { setTimeout } from 'node:timers/promises';
import type { Request, Response } from 'express';
import type { StreamTestFrame } from '../../contract/admin.ts';
import type { Services } from '../../composition/services.ts';
import type { Handlers } from '../contract-router.ts';
import { clientGone } from '../request.ts';

const frames = 6;

/** Milliseconds between two frames: below the shim's heartbeat, which would hide that frames are held back. */
const pause = 300;

/** Sends a few small frames with pauses, by which the site measures whether its host holds them back. */
export async function sendTestFrames(
  request: Request,
  response: Response,
  clock: () => number,
): Promise<void> {
  const gone = clientGone(request);
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  });
  for (let n = 1; n <= frames && !gone.aborted; n++) {
    if (n > 1) await setTimeout(pause);
    const frame: StreamTestFrame = { n, of: frames, at: clock() };
    response.write(`id: ${n}\nevent: test\ndata: ${JSON.stringify(frame)}\n\n`);
  }
  response.end();
}

/** Answers the site's own test of streams, which the plugin signs. */
export function streamTestRoutes({ clock }: Pick<Services, 'clock'>): Handlers {
  return {
    'GET /bridge/stream-test': (request, response) => sendTestFrames(request, response, clock),
  };
}
