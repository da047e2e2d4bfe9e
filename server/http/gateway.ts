import { Router, type RequestHandler } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { AppError } from '../errors/app-error.ts';
import { type SessionReply } from '../contract/chat.ts';
import { namespace } from '../contract/routes.ts';
import type { Services } from '../composition/services.ts';
import { createAnonymousNonce, nonceLife } from '../wordpress/nonce.ts';

/** A nonce made in the last moment of its half day lives one half day more. */
const expiresIn = nonceLife / 2;

const isLoggedIn = (cookies: string | undefined) => /\bwordpress_logged_in_/.test(cookies ?? '');

/** Senders may say what they like of where they come from: whom the gateway sees stands last. */
const withSender: RequestHandler = ({ headers, socket }, _response, next) => {
  headers['x-forwarded-for'] = [headers['x-forwarded-for'], socket.remoteAddress]
    .filter(Boolean)
    .join(', ');
  next();
};

/**
 * The sidecar in front of WordPress: an anonymous visitor's chat is answered here, without PHP, under
 * the very same addresses and nonces; everything else goes on to WordPress.
 */
export function gateway(
  services: Services,
  upstream: string,
  visitorRoutes: Router,
  passedOn: RequestHandler,
): Router {
  const { config, settings, log, clock } = services;
  const anonymous = Router();
  anonymous.use((request, _response, next) => {
    next(isLoggedIn(request.headers.cookie) ? 'router' : undefined);
  });
  anonymous.get('/session', async (_request, response) => {
    const { chat } = await settings.get();
    const reply: SessionReply = {
      nonce: createAnonymousNonce(config.nonceSalt, clock() / 1000),
      expires_in: expiresIn,
      limits: { max_message_chars: chat.max_message_chars },
      available: true,
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
      // WordPress compares the host with its own address and redirects when they differ.
      changeOrigin: false,
      xfwd: true,
      on: {
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
