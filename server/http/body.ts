import express, { type RequestHandler } from 'express';
import { AppError } from '../errors/app-error.ts';
import type { Route } from '../contract/routes.ts';
import { hashBody } from '../wordpress/signature.ts';
import { rawBody } from './request.ts';

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
