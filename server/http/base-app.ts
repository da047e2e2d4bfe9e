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
import { pinoHttp } from 'pino-http';
import type { Services } from '../composition/services.ts';
import { AppError, logLevelOf, toAppError } from '../errors/app-error.ts';

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

/** The plugin sends UUIDs; visitors of the gateway can send anything. */
const isRequestId = /^[\w-]{1,64}$/;

/** Maps an error of the body parser to the contract's; null for other errors. */
function readFailure(error: unknown): AppError | null {
  if (typeof error !== 'object' || error === null || !('status' in error)) return null;
  if (error.status === 413) return new AppError('too_large', { cause: error });
  // Compressed bodies are refused, see body.ts.
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

const answerError: ErrorRequestHandler = (error: unknown, request, response, next) => {
  const failure = readFailure(error) ?? toAppError(error);
  if (failure.status >= 500)
    request.log[logLevelOf(failure)]({ err: error, code: failure.code }, 'request failed');
  else request.log.debug({ code: failure.code, reason: failure.message }, 'request refused');
  if (response.headersSent) return next(error);
  if (failure.retryAfter !== undefined) response.set('Retry-After', String(failure.retryAfter));
  response.status(failure.status).json(failure.toBody());
};

/**
 * Makes an app that logs requests, answers errors as the contract says, and serves the routes that `mount` adds.
 *
 * @param proxies Peers whose X-Forwarded-For is believed, besides those of the settings.
 */
export function baseApp(
  services: Pick<Services, 'log' | 'settings'>,
  mount: (app: Express) => void,
  proxies: readonly string[] = [],
): Express {
  const { log, settings } = services;
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.set('trust proxy', (address: string) =>
    matchesAddress(address, [...proxies, ...(settings.known()?.limits.trusted_proxies ?? [])]),
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
      // pino-http would wrap the log's serializers and log the fields that they leave out.
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
