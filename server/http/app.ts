import { randomUUID } from 'node:crypto';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { pinoHttp } from 'pino-http';
import { AppError, toAppError } from '../errors/app-error.ts';
import { namespace } from '../contract/routes.ts';
import type { Services } from '../composition/services.ts';
import { arrivalTime, arriveWithin, requireSignedBody } from './body.ts';
import { contractRouter } from './contract-router.ts';
import { gateway } from './gateway.ts';
import { anonymousByNonce, signedByShim } from './identity.ts';
import { adminRoutes } from './routes/admin.ts';
import { chatRoutes } from './routes/chat.ts';
import { conversationRoutes } from './routes/conversation.ts';
import { documentRoutes } from './routes/documents.ts';
import { eventRoutes } from './routes/events.ts';
import { mcpRoutes } from './routes/mcp.ts';
import { ownPagesOnly } from './own-pages.ts';
import { limitPassedOn } from './passed-on.ts';
import { takeTurns } from './take-turns.ts';
import { matchesAddress } from './trusted-proxies.ts';

/** The shim's are UUIDs; at the edge anybody sends what they like. */
const isRequestId = /^[\w-]{1,64}$/;

const uncached: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'no-store');
  next();
};

/** A body parser's errors are the client's. */
function readFailure(error: unknown): AppError | null {
  if (typeof error !== 'object' || error === null || !('status' in error)) return null;
  if (error.status === 413) return new AppError('too_large', { cause: error });
  // Compressed: see body.ts.
  if (error.status === 415) return new AppError('unsupported_type', { cause: error });
  const isClients = typeof error.status === 'number' && error.status >= 400 && error.status < 500;
  return isClients && !(error instanceof AppError)
    ? new AppError('invalid_request', { cause: error })
    : null;
}

const answerError: ErrorRequestHandler = (error: unknown, request, response, next) => {
  const failure = readFailure(error) ?? toAppError(error);
  if (failure.status >= 500)
    request.log.error({ err: error, code: failure.code }, 'request failed');
  else request.log.debug({ code: failure.code, reason: failure.message }, 'request refused');
  if (response.headersSent) return next(error);
  if (failure.retryAfter !== undefined) response.set('Retry-After', String(failure.retryAfter));
  response.status(failure.status).json(failure.toBody());
};

/** An app that logs requests and says in the contract's words what it refuses. */
function appWith(services: Services, mount: (app: Express) => void): Express {
  const { log, settings } = services;
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.set('trust proxy', (address: string) =>
    matchesAddress(address, settings.known()?.limits.trusted_proxies ?? []),
  );
  app.use(takeTurns());
  app.use(
    pinoHttp({
      logger: log,
      genReqId: (request, response) => {
        const given = request.headers['x-request-id'];
        const id = typeof given === 'string' && isRequestId.test(given) ? given : randomUUID();
        response.setHeader('X-Request-Id', id);
        return id;
      },
      // Headers hold nonces and secrets, query strings hold session ids.
      serializers: {
        req: (request: { id: string; method: string; url: string }) => ({
          id: request.id,
          method: request.method,
          path: request.url.split('?')[0],
        }),
        res: (response: { statusCode: number }) => ({ status: response.statusCode }),
      },
      // Its own would wrap the log's, and keep what that leaves out.
      wrapSerializers: false,
      customLogLevel: () => 'debug',
    }),
  );
  mount(app);
  app.use(() => {
    throw new AppError('not_found');
  });
  app.use(answerError);
  return app;
}

/** Refuses everything until the tables are there. */
const when =
  (ready: () => boolean): RequestHandler =>
  (_request, _response, next) => {
    if (!ready()) throw new AppError('sidecar_unavailable');
    next();
  };

const visitorHandlers = (services: Services) => ({
  ...chatRoutes(services),
  ...conversationRoutes(services),
});

/**
 * Serves the plugin's signed calls. Nobody else needs to reach it.
 *
 * @param ready The tables are there.
 */
export function createApp(services: Services, ready: () => boolean): Express {
  const handlers = {
    ...visitorHandlers(services),
    ...documentRoutes(services),
    ...adminRoutes(services),
    ...eventRoutes(services),
    ...mcpRoutes(services),
  };
  return appWith(services, (app) => {
    app.get('/healthz', (_request, response) => {
      response.status(ready() ? 200 : 503).json({ ok: ready() });
    });
    app.use(uncached);
    app.use(
      `/${namespace}`,
      arriveWithin(arrivalTime),
      when(ready),
      signedByShim(services),
      contractRouter(handlers, { after: [requireSignedBody] }),
    );
  });
}

/** Serves visitors when the sidecar stands in front of WordPress: their own routes, and the site itself. */
export function createGatewayApp(
  services: Services,
  ready: () => boolean,
  upstream: string,
): Express {
  const { config, clock } = services;
  const nonce = anonymousByNonce(config.nonceSalt, clock);
  const own = ownPagesOnly(config.siteUrl);
  const before = [arriveWithin(arrivalTime), uncached, when(ready), own, nonce];
  const visitorRouter = contractRouter(visitorHandlers(services), { before });
  const passedOn = limitPassedOn(services, ready);
  return appWith(services, (app) => app.use(gateway(services, upstream, visitorRouter, passedOn)));
}
