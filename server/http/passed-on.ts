import { unescape } from 'node:querystring';
import type { Request, RequestHandler } from 'express';
import { AppError } from '../errors/app-error.ts';
import type { Services } from '../composition/services.ts';

/** Also as `rest_route`, in capitals or percent-encoded: WordPress takes all of them. */
function isQuestion({ method, originalUrl }: Request): boolean {
  const spelled = unescape(originalUrl).toLowerCase();
  return method === 'POST' && /\/itih\/v1\/chat(?![\w-])/.test(spelled);
}

/**
 * Limits the questions that the gateway passes on to WordPress. A cookie that looks like a login, or the
 * route spelled in another way, leads to PHP, and only PHP can tell whose it is: each could hold a worker.
 * The place is held until the passed-on answer has ended.
 *
 * `ready`: the tables are there.
 */
export function limitPassedOn(services: Services, ready: () => boolean): RequestHandler {
  const { admission, rateLimit, settings } = services;
  return async (request, response, next) => {
    if (!isQuestion(request)) return next();
    if (!ready()) throw new AppError('sidecar_unavailable');
    const ip = request.ip ?? '';
    const { limits } = await settings.get();
    const slot = admission.passedOn(ip, limits);
    response.once('close', slot.leave);
    if (response.closed) return slot.leave();
    await rateLimit(ip, limits, 'passed on');
    next();
  };
}
