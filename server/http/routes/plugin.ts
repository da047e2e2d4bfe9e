import { setTimeout as sleep } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { siteCheckQuery, type StreamTestFrame } from '../../contract/admin.ts';
import { eventsRequest, removeDataRequest } from '../../contract/bridge.ts';
import { importOlder } from '../../contract/older.ts';
import { postsChatRequest, type PostDocument } from '../../contract/posts.ts';
import { privacyQuery } from '../../contract/privacy.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Services } from '../../composition/services.ts';
import type { Handlers } from '../contract-router.ts';
import { clientGone, parseBody, parseId, parseQuery } from '../request.ts';
import { streamHeaders } from '../sse.ts';

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
  response.writeHead(200, streamHeaders);
  for (let n = 1; n <= frames && !gone.aborted; n++) {
    if (n > 1) await sleep(pause);
    const frame: StreamTestFrame = { n, of: frames, at: clock() };
    response.write(`id: ${n}\nevent: test\ndata: ${JSON.stringify(frame)}\n\n`);
  }
  response.end();
}

/** Calls of the plugin itself, not of a user. It has checked who may ask about posts and visitors. */
export function pluginRoutes(services: Services): Handlers {
  const { siteEvents, removeData, documentAnswers, sessions, userHash } = services;
  return {
    'POST /events': async (request, response) => {
      const { events } = parseBody(eventsRequest, request);
      await siteEvents.apply(events);
      response.status(202).json({ accepted: events.length });
    },

    'GET /ping': (_request, response) => {
      response.json({ ok: true });
    },

    'GET /checks/<name>': async (request, response) => {
      const { at, reports } = parseQuery(siteCheckQuery, request);
      const { siteChecks } = services;
      const checks = new Map([
        ['streaming', () => siteChecks.streaming(at, reports)],
        ['caches', () => siteChecks.caches(at)],
        ['model', () => siteChecks.model()],
      ]);
      const check = checks.get(String(request.params['name']));
      if (!check) throw new AppError('not_found');
      response.json(await check());
    },

    'POST /import': async (request, response) => {
      const { dry, settings } = parseBody(importOlder, request);
      response.json({ report: await services.olderPluginImport.run(settings, dry) });
    },

    'DELETE /data': async (request, response) => {
      const { settings } = parseBody(removeDataRequest, request);
      await removeData.run(settings);
      response.json({ deleted: true });
    },

    'POST /posts/chat': async (request, response) => {
      const { ids } = parseBody(postsChatRequest, request);
      const posts: PostDocument[] = await documentAnswers.ofPosts(ids);
      response.json({ posts });
    },

    // Core's privacy tools, about a logged-in visitor.
    'GET /privacy/<id>': async (request, response) => {
      const { page } = parseQuery(privacyQuery, request);
      response.json(await sessions.turnsOfUser(userHash.all(parseId(request)), page));
    },

    'DELETE /privacy/<id>': async (request, response) => {
      response.json(await sessions.removeOfUser(userHash.all(parseId(request))));
    },

    // The site's own test of streams.
    'GET /bridge/stream-test': (request, response) =>
      sendTestFrames(request, response, services.clock),
  };
}
