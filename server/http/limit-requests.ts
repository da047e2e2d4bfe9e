import type { RequestHandler } from 'express';
import type { Identity } from '../contract/bridge.ts';
import type { Services } from '../composition/services.ts';

/** Routes with a limit of their own. */
const questions: ReadonlySet<unknown> = new Set(['/chat', '/chat/sync']);

/** Keeps visitors from flooding the routes of the chat that ask no question, with or without a nonce. */
export function limitRequests({
  rateLimit,
  settings,
}: Pick<Services, 'rateLimit' | 'settings'>): RequestHandler {
  return async (request, response, next) => {
    // Nobody has identified the sender yet where no shim describes them.
    const caller = response.locals['identity'] as Identity | undefined;
    const { path } = request.route as { path: string };
    const isQuestion = request.method === 'POST' && questions.has(path);
    if (isQuestion || (caller && caller.role !== 'visitor')) return next();
    const { limits } = await settings.get();
    await rateLimit.request(caller?.ip ?? request.ip ?? '', limits);
    next();
  };
}
