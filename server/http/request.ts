import type { Request, Response } from 'express';
import type { z } from 'zod';
import { AppError } from '../errors/app-error.ts';

/** Parses a value. @throws AppError `invalid_request` that names each field and its reason. */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.infer<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = Object.fromEntries(
    parsed.error.issues.map(({ path, message }) => [path.join('.') || 'body', message]),
  );
  throw new AppError('invalid_request', { fields });
}

/** Returns the raw body; empty without one. */
export const rawBody = (request: Request): Buffer =>
  Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);

/** Parses the JSON body; an empty one is `{}`. @throws AppError `invalid_request` */
export function parseBody<S extends z.ZodType>(schema: S, request: Request): z.infer<S> {
  const text = rawBody(request).toString('utf8');
  let value: unknown;
  try {
    value = text === '' ? {} : JSON.parse(text);
  } catch {
    throw new AppError('invalid_request', { fields: { body: 'This is not JSON.' } });
  }
  return parse(schema, value);
}

export const parseQuery = <S extends z.ZodType>(schema: S, request: Request): z.infer<S> =>
  parse(schema, request.query);

export function parseId(request: Request): number {
  const id = Number(request.params['id']);
  if (!Number.isSafeInteger(id) || id < 1) throw new AppError('not_found');
  return id;
}

/** Returns a signal that aborts when the client disconnects before the end of the answer. */
export function clientGone(request: Request): AbortSignal {
  const controller = new AbortController();
  const { res } = request;
  const closed = () => {
    if (!res?.writableFinished) controller.abort(new Error('The client has gone.'));
  };
  // The client may have left during authentication.
  if (res?.closed) closed();
  else res?.once('close', closed);
  return controller.signal;
}

/** Answers a page of a list, and says how many items it has on all pages, as WordPress does. */
export function sendPage(
  response: Response,
  items: readonly unknown[],
  total: number,
  perPage: number,
): void {
  setTotals(response, total, perPage);
  response.json(items);
}

export function setTotals(response: Response, total: number, perPage: number): void {
  response.set('X-WP-Total', String(total));
  response.set('X-WP-TotalPages', String(Math.ceil(total / perPage)));
}
