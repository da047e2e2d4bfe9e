import { Router, type RequestHandler } from 'express';
import { routes, type RouteName } from '../contract/routes.ts';
import { readBody } from './body.ts';
import { requireRole } from './identity.ts';

/** Handlers by route, such as `POST /chat`. */
export type Handlers = Partial<Record<RouteName, RequestHandler>>;

interface Guards {
  /** Before the body is read. */
  before?: RequestHandler[];
  /** After it. */
  after?: RequestHandler[];
}

/**
 * Mounts the handlers of the contract's routes, each behind its permission. A body is read only
 * for a matching route and an authorised caller, so that limits hold for any spelling of the path.
 */
export function contractRouter(
  handlers: Handlers,
  { before = [], after = [] }: Guards = {},
): Router {
  const router = Router();
  for (const { method, path, auth } of routes) {
    const handler = handlers[`${method} ${path}`];
    if (!handler) continue;
    const expressPath = path.replace(/<(\w+)>/g, ':$1');
    const guards = [...before, requireRole(auth), readBody(auth), ...after];
    router[method.toLowerCase() as 'get'](expressPath, ...guards, handler);
  }
  return router;
}
