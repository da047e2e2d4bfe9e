import type { Request } from 'express';
import type { z } from 'zod';
import { AppError } from '../errors/app-error.ts';

/** Parsed by `schema`. @throws AppError `invalid_request` that names each field and its reason. */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.infer<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = Object.fromEntries(
    parsed.error.issues.map(({ path, message }) => [path.join('.') || 'body', message]),
  );
  throw new AppError('invalid_request', { fields });
}

/** The body as it came; empty when there was none. */
export const rawBody = (request: Request): Buffer =>
  Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);

/** The JSON body; an empty one is `{}`. */
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

/** Aborted when the client goes away before the answer is complete. */
export function clientGone(request: Request): AbortSignal {
  const controller = new AbortController();
  const { res } = request;
  const closed = () => {
    if (!res?.writableFinished) controller.abort(new Error('The client has gone.'));
  };
  // It may have left while the request was being checked.
  if (res?.closed) closed();
  else res?.once('close', closed);
  return controller.signal;
}
