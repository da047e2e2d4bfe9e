import { AsyncResource } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { BlockList, isIP } from 'node:net';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import type { Services } from '../composition/services.ts';
import type { Identity } from '../contract/bridge.ts';
import { AppError, logLevelOf, toAppError } from '../errors/app-error.ts';
import type { Log } from '../runtime/log.ts';
import { LogThrottle } from '../runtime/log-throttle.ts';
import { inRequestSpan } from '../runtime/spans.ts';
import { visitorSentence } from '../text/language.ts';
import { forRequest, isRequestId, requestId } from '../runtime/request-id.ts';

const entryForm = /^([^/]+)(?:\/(\d{1,3}))?$/;

/** Whether an address is in a list of addresses and CIDR blocks. Malformed entries match nothing. */
export function matchesAddress(address: string, list: readonly string[]): boolean {
  const blocks = new BlockList();
  for (const entry of list) {
    const [, base = '', bits] = entryForm.exec(entry.trim()) ?? [];
    const family = isIP(base);
    if (family === 0) continue;
    const maxPrefix = family === 6 ? 128 : 32;
    const prefix = Number(bits ?? maxPrefix);
    if (prefix <= maxPrefix) blocks.addSubnet(base, prefix, family === 6 ? 'ipv6' : 'ipv4');
  }
  const family = isIP(address);
  return family !== 0 && blocks.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** Milliseconds for starting requests in one turn of the event loop. */
const slice = 5;

/**
 * Spreads the start of requests that arrive together over several turns of the event loop. Node accepts many
 * connections in one turn, and answers that are being streamed would wait for all of them.
 */
export function takeTurns(): RequestHandler {
  const waiting: (() => void)[] = [];

  function begin(): void {
    const until = performance.now() + slice;
    while (waiting.length > 0 && performance.now() < until) waiting.shift()?.();
    if (waiting.length > 0) setImmediate(begin);
  }

  return (_request, _response, next) => {
    waiting.push(next);
    if (waiting.length === 1) setImmediate(begin);
  };
}

/** Maps an error of the body parser to the contract's; null for other errors. */
function readFailure(error: unknown): AppError | null {
  if (typeof error !== 'object' || error === null || !('status' in error)) return null;
  if (error.status === 413) return new AppError('too_large', { cause: error });
  // Compressed bodies are refused, see contract-router.ts.
  if (error.status === 415) return new AppError('unsupported_type', { cause: error });
  const isClients = typeof error.status === 'number' && error.status >= 400 && error.status < 500;
  return isClients && !(error instanceof AppError)
    ? new AppError('invalid_request', { cause: error })
    : null;
}

/**
 * Makes the listener of a server. Express passes over all of its handlers when it finds no path in the request line,
 * such as `GET http://[/`, and would answer with a page of its own.
 */
export const listenerOf =
  (app: Express): RequestListener =>
  (request, response) =>
    app(request as Request, response as Response, () => {
      const failure = new AppError('invalid_request');
      response.writeHead(failure.status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(failure.toBody()));
    });

/** Returns the locale of the page that a request comes from, else of the caller; empty if there is none. */
function localeOf({ locals }: Response): string {
  const { locale, identity } = locals as { locale?: string; identity?: Identity };
  return locale ?? identity?.locale ?? '';
}

function answerError(
  { log, metrics }: Pick<Services, 'log' | 'metrics'>,
  isPublic: boolean,
): ErrorRequestHandler {
  const throttle = new LogThrottle();
  return (error: unknown, { method, path }, response, next) => {
    const failure = readFailure(error) ?? toAppError(error);
    const { code, status, message, retryAfter, turnedAway } = failure;
    if (turnedAway) metrics.turnedAway(turnedAway);
    const reason = turnedAway ?? message;
    const isNews =
      status >= 500 && (code === 'internal_error' || throttle.isFirst(log, code, reason));
    // A refusal is no fault of the program: where it was thrown tells nothing.
    if (isNews && turnedAway) log.warn({ code, reason, method, path }, 'request failed');
    else if (isNews) log[logLevelOf(failure)]({ err: error, code, method, path }, 'request failed');
    else log.debug({ code, reason, method, path }, 'request refused');
    if (response.headersSent) return next(error);
    if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
    const body = failure.toBody();
    // Where the plugin has called, it keeps a specific message for an owner.
    if (isPublic || !failure.specific) body.message = visitorSentence(failure, localeOf(response));
    // By this the owner finds the line above.
    if (status >= 500) body.data.request_id = requestId();
    response.status(status).json(body);
  };
}

/** Returns the pattern of the route that has answered; empty for none. */
function routeOf({ route, baseUrl }: Request): string {
  const pattern: unknown = (route as { path?: unknown } | undefined)?.path;
  return typeof pattern === 'string' ? baseUrl + pattern : '';
}

/**
 * Takes the ports off X-Forwarded-For, which some load balancers add: each connection would be a visitor of its own,
 * and a proxy with a port would not be believed.
 */
const withoutPorts: RequestHandler = ({ headers }, _response, next) => {
  const name = 'x-forwarded-for';
  const hops = headers[name]?.toString().split(',');
  if (hops) headers[name] = hops.map((hop) => withoutPort(hop.trim())).join(', ');
  next();
};

/** Reads `192.0.2.1:4711`, `[2001:db8::1]:4711` and `[2001:db8::1]`; others stay as they are. */
const withoutPort = (hop: string): string => {
  const [, ipv6, ipv4] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(hop) ?? [];
  return ipv6 ?? ipv4 ?? hop;
};

/**
 * Names each request: by the id that the browser, the plugin or a proxy gave it, else by a new one. All that is done
 * for the request has the id, see `request-id.ts`. Headers and queries are not logged: they hold nonces and secrets.
 */
function nameRequests(log: Log, isPublic: boolean): RequestHandler {
  return (request, response, next) => {
    const given = request.headers['x-request-id'];
    const id = isRequestId(given) ? given : randomUUID();
    response.setHeader('X-Request-Id', id);
    const { method, path } = request;
    const begun = performance.now();
    const answer = (end: (status: number, route: string) => void): void => {
      const ended = AsyncResource.bind(() => {
        const ms = Math.round(performance.now() - begun);
        const { statusCode: status, writableFinished } = response;
        log.debug({ method, path, status, ms }, writableFinished ? 'request ended' : 'client left');
        end(status, routeOf(request));
      });
      response.once('close', ended);
      next();
    };
    // A visitor shall not choose the trace that a request belongs to.
    const headers = isPublic ? {} : request.headers;
    forRequest(id, () => inRequestSpan({ method, headers }, id, answer));
  };
}

/**
 * Makes an app that logs requests, answers errors as the contract says, and serves the routes that `mount` adds.
 *
 * @param options `proxies`: peers whose X-Forwarded-For is believed, besides those of the settings; `isPublic`: visitors
 *   call it, not the plugin.
 */
export function baseApp(
  services: Pick<Services, 'log' | 'settings' | 'metrics'>,
  mount: (app: Express) => void,
  { proxies = [], isPublic = false }: { proxies?: readonly string[]; isPublic?: boolean } = {},
): Express {
  const { log, settings } = services;
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.set('trust proxy', (address: string) =>
    matchesAddress(address, [...proxies, ...(settings.known()?.limits.trusted_proxies ?? [])]),
  );
  app.use(takeTurns());
  app.use(withoutPorts);
  app.use(nameRequests(log, isPublic));
  mount(app);
  app.use(() => {
    throw new AppError('not_found');
  });
  app.use(answerError(services, isPublic));
  return app;
}
