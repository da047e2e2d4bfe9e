import type { Request, RequestHandler, Response } from 'express';
import { AppError } from '../errors/app-error.ts';
import { identity as identitySchema, type Identity } from '../contract/bridge.ts';
import type { Route } from '../contract/routes.ts';
import type { State } from '../storage/state.ts';
import { usualNonces, verifyAnonymousNonce } from '../wordpress/nonce.ts';
import type { SettingsStore } from '../wordpress/settings.ts';
import { signatureHeaders, signatureWindow, signingKey, verify } from '../wordpress/signature.ts';
import { readSiteHeader, type ServedSite } from '../wordpress/site.ts';
import { signAnswers } from './sign-answers.ts';
import { requireCompatible, versionHeader } from '../wordpress/versions.ts';

/** Returns the caller's identity, which one of the handlers below has set. */
export const identityOf = (response: Response) => response.locals['identity'] as Identity;

function readIdentity(text: string): Identity {
  const parsed = identitySchema.safeParse(Object.fromEntries(new URLSearchParams(text)));
  if (!parsed.success) throw new AppError('invalid_signature');
  const { workers = 0, ...caller } = parsed.data;
  return caller.handed_over === '1' ? caller : { ...caller, workers };
}

interface SignedOptions {
  site: Pick<ServedSite, 'require'>;
  state: State;
  /** Milliseconds. */
  clock: () => number;
}

/**
 * Reads the caller's identity from the shim's headers, if this site's shim has signed them within the last minute.
 * Verifies only headers; `requireSignedBody` compares the body after reading it.
 */
export function signedByShim({ site, state, clock }: SignedOptions): RequestHandler {
  return async (request: Request, response: Response, next) => {
    const header = (name: keyof typeof signatureHeaders) =>
      request.get(signatureHeaders[name]) ?? '';
    requireCompatible(request.get(versionHeader));
    const named = readSiteHeader(header('site'));
    if (!named) throw new AppError('invalid_signature');
    const { secret, id } = await site.require(named);
    const url = new URL(request.originalUrl, 'http://sidecar');
    const call = {
      method: request.method,
      route: url.pathname,
      query: url.searchParams,
      timestamp: Number(header('timestamp')),
      callId: header('callId'),
      identity: header('identity'),
      site: header('site'),
      bodyHash: header('bodyHash'),
    };
    const signature = header('signature');
    const now = clock();
    const key = signingKey(secret, id);
    if (!verify(call, signature, key, now / 1000)) throw new AppError('invalid_signature');
    const identity = readIdentity(call.identity);
    // Nobody could verify the answer where the web server fetches it.
    if (identity.handed_over !== '1') signAnswers(response, call.callId, key);
    if (request.method !== 'GET') {
      const forgetAt = now + 2 * signatureWindow * 1000;
      const first = await state.claimOnce(`call:${signature}`, forgetAt);
      if (!first) throw new AppError('invalid_signature');
    }
    response.locals['identity'] = identity;
    response.locals['bodyHash'] = call.bodyHash;
    next();
  };
}

/**
 * Authenticates anonymous visitors whom no shim describes, by the nonce that WordPress (or this
 * sidecar, with the same keys) gave them.
 */
export function anonymousByNonce(
  nonceSalt: string,
  clock: () => number,
  settings: Pick<SettingsStore, 'get' | 'site'>,
): RequestHandler {
  return async (request, response, next) => {
    // Names the filters of the site that change its nonces.
    await settings.get();
    const rules = settings.site()?.nonce ?? usualNonces;
    const nonce = request.get('x-wp-nonce') ?? '';
    if (!verifyAnonymousNonce(nonce, nonceSalt, clock() / 1000, rules)) {
      throw new AppError('rest_cookie_invalid_nonce');
    }
    const identity: Identity = { role: 'visitor', user_id: 0, ip: request.ip ?? '', locale: '' };
    response.locals['identity'] = identity;
    next();
  };
}

const rolesOf: Partial<Record<Route['auth'], Identity['role'][]>> = {
  reader: ['reader', 'admin'],
  admin: ['admin'],
  system: ['system'],
};

/** Requires the role that a route needs. The shim checks it too; a mistake there must not open the sidecar. */
export const requireRole =
  (auth: Route['auth']): RequestHandler =>
  (_request, response, next) => {
    const roles = rolesOf[auth];
    if (roles && !roles.includes(identityOf(response).role)) throw new AppError('rest_forbidden');
    next();
  };
