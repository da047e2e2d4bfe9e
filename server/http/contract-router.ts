import { Router, type RequestHandler } from 'express';
import { routes, type RouteName } from '../contract/routes.ts';
import { requireRole } from './identity.ts';

/** `POST /chat` → what answers it. */
export type Handlers = Partial<Record<RouteName, RequestHandler>>;

/** The handlers of the contract's routes, each behind `guards` and the permission that the contract names. */
export function contractRouter(handlers: Handlers, guards: RequestHandler[] = []): Router {
  const router = Router();
  for (const { method, path, auth } of routes) {
    const handler = handlers[`${method} ${path}`];
    if (!handler) continue;
    const expressPath = path.replace(/<(\w+)>/g, ':$1');
    router[method.toLowerCase() as 'get'](expressPath, ...guards, requireRole(auth), handler);
  }
  return router;
}
