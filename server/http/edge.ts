import type { RequestHandler } from 'express';
import { AppError } from '../errors/app-error.ts';
import { matchesAddress } from './base-app.ts';
import { sendTestFrames } from './routes/plugin.ts';

/** Header by which a client sees that PHP had no part in the answer; PHP does not relay it. */
const transportHeader = 'X-Itih-Transport';

/** Self-tests at the same time: each is a timer and a connection for two seconds. */
const maxTests = 20;

/** The only one of the plugin's headers that a visitor sends. */
const visitorHeaders = ['x-itih-secret'];

const isLoggedIn = (cookies: string | undefined) => /\bwordpress_logged_in_/.test(cookies ?? '');

/**
 * Lets only anonymous visitors pass, and only through the configured web servers: a direct caller could claim any
 * address. Nobody says here who they are: WordPress answers the logged in, and the plugin calls another port.
 */
export function anonymousOnly(proxies: readonly string[]): RequestHandler {
  return ({ headers, socket }, response, next) => {
    response.set(transportHeader, 'edge');
    const names = Object.keys(headers);
    const claims = names.some(
      (name) => /^x[-_]itih[-_]/.test(name) && !visitorHeaders.includes(name),
    );
    const isProxy = matchesAddress(socket.remoteAddress ?? '', proxies);
    if (claims || !isProxy || isLoggedIn(headers.cookie)) throw new AppError('rest_forbidden');
    // Express would take it for the host that the visitor's page belongs to.
    delete headers['x-forwarded-host'];
    next();
  };
}

/** Returns host and port of an address. The scheme is not compared, because TLS may end before WordPress. */
const hostOf = (url: string): string | null =>
  /^https?:/i.test(url) && URL.canParse(url) ? new URL(url).host : null;

/**
 * Refuses requests from pages of other sites: all anonymous visitors share one nonce, so it does not prove the
 * origin. Programs and old browsers send neither header, and pass.
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
    // With the origin's scheme, so that its default port is left out of both.
    const asked = hostOf(origin.replace(/\/\/.*/, `//${request.host}`));
    if (host === null || (host !== asked && host !== hostOf(siteUrl))) {
      throw new AppError('rest_forbidden');
    }
    next();
  };
}

/** Answers the self-test of the site. Like the chat it asks for a nonce, so only pages of the site reach it. */
export function edgeTest(clock: () => number): RequestHandler {
  let running = 0;
  return async (request, response) => {
    if (running >= maxTests) throw new AppError('overloaded', { retryAfter: 2 });
    running++;
    try {
      await sendTestFrames(request, response, clock);
    } finally {
      running--;
    }
  };
}
