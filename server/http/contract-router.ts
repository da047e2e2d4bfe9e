import { Router, type RequestHandler } from 'express';
import { routes, type RouteName } from '../contract/routes.ts';
import { readBody } from './body.ts';
import { requireRole } from './identity.ts';

/** `POST /chat` → what answers it. */
export type Handlers = Partial<Record<RouteName, RequestHandler>>;

interface Guards {
  /** Before the body is read. */
  before?: RequestHandler[];
  /** After it. */
  after?: RequestHandler[];
}

/**
 * The handlers of the contract's routes, each behind the permission that the contract names. A body is read only
 * for a route that was found and a caller that was let in, so limits hold whatever the spelling of the path.
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
