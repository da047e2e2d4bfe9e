import { unescape } from 'node:querystring';
import { Router, type Request, type RequestHandler } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { isOpenTo } from '../chat/open-chat.ts';
import { AppError } from '../errors/app-error.ts';
import type { SessionReply } from '../contract/chat.ts';
import { namespace } from '../contract/routes.ts';
import type { Services } from '../composition/services.ts';
import { limitRequests } from './limit-requests.ts';
import { createAnonymousNonce, usualNonces } from '../wordpress/nonce.ts';

export const isLoggedIn = (cookies: string | undefined) =>
  /\bwordpress_logged_in_/.test(cookies ?? '');

/** Appends the connection's address to X-Forwarded-For: the sender can set the entries before it. */
const withSender: RequestHandler = ({ headers, socket }, _response, next) => {
  headers['x-forwarded-for'] = [headers['x-forwarded-for'], socket.remoteAddress]
    .filter(Boolean)
    .join(', ');
  next();
};

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

/**
 * Matches the chat routes also as `rest_route`, in capitals or percent-encoded, as WordPress does; with any method,
 * because `_method` and X-HTTP-Method-Override name another. The plugin refuses a route that stands in a form's body.
 */
function isQuestion({ originalUrl }: Request): boolean {
  return /\/itih\/v1\/chat(?![\w-])/.test(unescape(originalUrl).toLowerCase());
}

/**
 * Limits the questions that the gateway passes on to WordPress: those with a login cookie, which only PHP can
 * verify, and those with another spelling of the route. Each could hold a PHP worker. A place is held until the
 * answer has ended.
 *
 * @param ready Whether the tables exist.
 */
export function limitPassedOn(
  services: Pick<Services, 'admission' | 'rateLimit' | 'settings'>,
  ready: () => boolean,
): RequestHandler {
  const { admission, rateLimit, settings } = services;
  return async (request, response, next) => {
    if (!isQuestion(request)) return next();
    if (!ready()) throw new AppError('sidecar_unavailable');
    const ip = request.ip ?? '';
    const { limits } = settings.known() ?? (await settings.get());
    const slot = admission.passedOn(ip, limits, () => response.destroy());
    response.once('close', slot.leave);
    if (response.closed) return slot.leave();
    await rateLimit.passedOn(ip, limits);
    next();
  };
}

/**
 * Serves visitors in front of WordPress: answers the chat of anonymous visitors without PHP, under the same
 * addresses and nonces, and proxies everything else to WordPress.
 */
export function gateway(
  services: Pick<Services, 'config' | 'settings' | 'guestAccess' | 'log' | 'clock' | 'rateLimit'>,
  upstream: string,
  visitorRoutes: Router,
  passedOn: RequestHandler,
): Router {
  const { config, settings, log, clock } = services;
  const anonymous = Router();
  anonymous.use((request, _response, next) => {
    next(isLoggedIn(request.headers.cookie) ? 'router' : undefined);
  });
  anonymous.get('/session', limitRequests(services), async (_request, response) => {
    const current = await settings.get();
    const rules = settings.site()?.nonce ?? usualNonces;
    const reply: SessionReply = {
      nonce: createAnonymousNonce(config.nonceSalt, clock() / 1000, rules),
      // A nonce made at the end of its half life is valid for one more half.
      expires_in: Math.floor(rules.life / 2),
      limits: { max_message_chars: current.chat.max_message_chars },
      available: isOpenTo({ user_id: 0 }, current, services.guestAccess),
    };
    response.set('Cache-Control', 'no-store').json(reply);
  });
  anonymous.use(visitorRoutes);

  const router = Router();
  router.use(`/wp-json/${namespace}`, anonymous);
  router.use(
    passedOn,
    withSender,
    createProxyMiddleware({
      target: upstream,
      // WordPress redirects when the host differs from its own address.
      changeOrigin: false,
      xfwd: true,
      on: {
        // The visitor may have left before the proxy listens, or be answered before all has arrived. The rest never
        // comes then, and would hold one of the proxy's 256 connections to WordPress.
        proxyReq: (proxied, _request, response) => {
          const letGo = () => {
            if (!proxied.writableFinished) proxied.destroy();
          };
          if (response.closed) letGo();
          else response.once('close', letGo);
        },
        error: (error, _request, target) => {
          log.error({ err: error }, 'WordPress did not answer');
          if (!('headersSent' in target) || target.headersSent) return void target.destroy();
          const failure = new AppError('sidecar_unavailable', {
            message: 'The site is not available.',
          });
          target.writeHead(failure.status, { 'Content-Type': 'application/json' });
          target.end(JSON.stringify(failure.toBody()));
        },
      },
    }),
  );
  return router;
}
