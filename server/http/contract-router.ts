import express, { Router, type RequestHandler } from 'express';
import type { Services } from '../composition/services.ts';
import type { Identity } from '../contract/bridge.ts';
import { routes, type Route, type RouteName } from '../contract/routes.ts';
import { AppError } from '../errors/app-error.ts';
import { hashBody } from '../wordpress/signature.ts';
import { requireRole } from './identity.ts';
import { rawBody } from './request.ts';

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

/** Maximum bytes: a visitor's message is short, an administrator may paste a book. */
const limits = { visitor: 256 * 1024, admin: 24 * 1024 * 1024 };
/** Milliseconds for a whole request of the API. */
export const arrivalTime = 30_000;

// Compressed bodies are refused: a few bytes can inflate to a thousand times as many.
const raw = (limit: number) => express.raw({ type: () => true, limit, inflate: false });
const readers = { visitor: raw(limits.visitor), admin: raw(limits.admin) };

/** Reads the body of an authorised request up to the limit of its route. */
export const readBody = (auth: Route['auth']): RequestHandler =>
  auth === 'nonce' ? readers.visitor : readers.admin;

/** Refuses a body whose hash differs from the signed one. */
export const requireSignedBody: RequestHandler = (request, response, next) => {
  if (hashBody(rawBody(request)) !== response.locals['bodyHash']) {
    throw new AppError('invalid_signature');
  }
  next();
};

/** Ends a request whose body takes too long: it would hold its connection and memory for minutes. */
export const arriveWithin =
  (milliseconds: number): RequestHandler =>
  (request, response, next) => {
    const late = setTimeout(() => {
      if (request.complete) return;
      if (response.headersSent) return void request.destroy();
      response.once('finish', () => request.destroy());
      next(new AppError('invalid_request', { message: 'The request took too long to arrive.' }));
    }, milliseconds).unref();
    request.once('close', () => clearTimeout(late));
    request.once('end', () => clearTimeout(late));
    next();
  };

/** Routes with a limit of their own. */
const questions = ['/chat', '/chat/sync'];

/** Keeps visitors from flooding the routes of the chat that ask no question, with or without a nonce. */
export function limitRequests({ rateLimit, settings }: Services): RequestHandler {
  return async (request, response, next) => {
    // Nobody has identified the sender yet where no shim describes them.
    const caller = response.locals['identity'] as Identity | undefined;
    const { path } = request.route as { path: string };
    const isQuestion = request.method === 'POST' && questions.includes(path);
    if (isQuestion || (caller && caller.role !== 'visitor')) return next();
    const { limits } = await settings.get();
    await rateLimit.request(caller?.ip ?? request.ip ?? '', limits);
    next();
  };
}
