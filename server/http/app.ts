import type { Express, RequestHandler } from 'express';
import { AppError } from '../errors/app-error.ts';
import { namespace } from '../contract/routes.ts';
import type { Services } from '../composition/services.ts';
import { ownVersion, versionHeader } from '../wordpress/versions.ts';
import { baseApp } from './base-app.ts';
import {
  arrivalTime,
  arriveWithin,
  contractRouter,
  limitRequests,
  requireSignedBody,
} from './contract-router.ts';
import { anonymousOnly, edgeTest, ownPagesOnly } from './edge.ts';
import { anonymousByNonce, signedByShim } from './identity.ts';
import { adminRoutes, estimateRoutes, localModelRoutes } from './routes/admin.ts';
import { chatRoutes, conversationRoutes } from './routes/chat.ts';
import { chatsRoutes, commonQuestionRoutes, gapRoutes } from './routes/chats.ts';
import { documentRoutes } from './routes/documents.ts';
import { mcpRoutes } from './routes/mcp.ts';
import { pluginRoutes } from './routes/plugin.ts';

const answerWith =
  (header: string, value: string): RequestHandler =>
  (_request, response, next) => {
    response.set(header, value);
    next();
  };
const uncached = answerWith('Cache-Control', 'no-store');

/** Refuses every request until the tables exist. @param ready May throw the reason why they never will. */
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
 * Makes the app for the plugin's signed calls. Only the plugin needs to reach it.
 *
 * @param ready Whether the tables exist.
 */
export function createApp(services: Services, ready: () => boolean): Express {
  const handlers = {
    ...visitorHandlers(services),
    ...documentRoutes(services),
    ...adminRoutes(services),
    ...localModelRoutes(services),
    ...estimateRoutes(services),
    ...mcpRoutes(services),
    ...chatsRoutes(services),
    ...commonQuestionRoutes(services),
    ...gapRoutes(services),
    ...pluginRoutes(services),
  };
  return baseApp(services, (app) => {
    // The plugin compares versions with every answer, also one that refuses its call.
    app.use(answerWith(versionHeader, ownVersion));
    app.get('/healthz', (_request, response) => {
      response.status(ready() ? 200 : 503).json({ ok: ready() });
    });
    app.get('/readyz', async (_request, response) => {
      const problem = ready() ? await services.readiness.problem() : 'starting';
      const failing = problem === null ? [] : [problem];
      response.status(problem === null ? 200 : 503).json({ ok: problem === null, failing });
    });
    app.use(uncached);
    app.use(
      `/${namespace}`,
      arriveWithin(arrivalTime),
      when(ready),
      signedByShim(services),
      contractRouter(handlers, { before: [limitRequests(services)], after: [requireSignedBody] }),
    );
  });
}

/**
 * Makes the app to which the web server leads the chat of anonymous visitors: their routes and nothing else.
 *
 * @param proxies Web servers that may call it.
 */
export function createPublicApp(
  services: Services,
  ready: () => boolean,
  proxies: readonly string[],
): Express {
  const { config, clock, settings } = services;
  const nonce = anonymousByNonce(config.nonceSalt, clock, settings);
  const own = ownPagesOnly(config.siteUrl);
  const limit = limitRequests(services);
  const before = [arriveWithin(arrivalTime), uncached, when(ready), limit, own, nonce];
  return baseApp(
    services,
    (app) => {
      app.use(anonymousOnly(proxies));
      app.get(`/${namespace}/chat/test`, ...before, edgeTest(clock));
      app.use(`/${namespace}`, contractRouter(visitorHandlers(services), { before }));
    },
    { proxies, isPublic: true },
  );
}
