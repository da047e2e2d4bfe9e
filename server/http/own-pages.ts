import type { RequestHandler } from 'express';
import { AppError } from '../errors/app-error.ts';

/** Without the scheme: TLS may end before WordPress, whose own address then says `http`. */
const hostOf = (url: string): string | null =>
  /^https?:/i.test(url) && URL.canParse(url) ? new URL(url).host : null;

/**
 * Refuses what pages of other sites ask: the nonce of anonymous visitors is the same for all of them, so
 * it proves nothing. Programs and old browsers send neither header, and pass.
 * https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Sec-Fetch-Site
 */
export function ownPagesOnly(siteUrl: string): RequestHandler {
  return (request, _response, next) => {
    const origin = request.get('origin');
    if (origin === undefined) {
      const from = request.get('sec-fetch-site') ?? 'none';
      if (!['none', 'same-origin'].includes(from)) throw new AppError('rest_forbidden');
      return next();
    }
    const host = hostOf(origin);
    // In the origin's scheme, so that its default port is left out of both.
    const asked = hostOf(origin.replace(/\/\/.*/, `//${request.host}`));
    if (host === null || (host !== asked && host !== hostOf(siteUrl))) {
      throw new AppError('rest_forbidden');
    }
    next();
  };
}
