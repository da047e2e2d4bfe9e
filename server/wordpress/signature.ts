import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Identity } from '../contract/bridge.ts';

/** Seconds that a signed call stays valid. */
export const signatureWindow = 60;

export interface SignedCall {
  method: string;
  /** REST route, such as `/itih/v1/chat`: without host, `/wp-json` prefix or query. */
  route: string;
  query: Iterable<readonly [string, string]>;
  /** Unix time in seconds. */
  timestamp: number;
  /** Unique for each call; also the id in both logs. */
  requestId: string;
  /** As sent in `X-Itih-Identity`. */
  identity: string;
  body: Uint8Array | string;
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => '%' + c.charCodeAt(0).toString(16).toUpperCase(),
  );

/** Sorted by name (bytewise) and RFC 3986 encoded; `rest_route` is how WordPress routes, not a parameter. */
export function canonicalQuery(query: Iterable<readonly [string, string]>): string {
  return [...query]
    .filter(([name]) => name !== 'rest_route')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
}

/** `role=visitor&user_id=0&ip=192.0.2.1&locale=de_DE` */
export function encodeIdentity(identity: Identity): string {
  return Object.entries(identity)
    .map(([name, value]) => `${name}=${encode(String(value))}`)
    .join('&');
}

/** HMAC-SHA-256, hex, over eight lines; the PHP half is `plugin-shim/includes/signature.php`. */
export function sign(call: SignedCall, secret: string): string {
  const text = [
    'itih-v1',
    call.method.toUpperCase(),
    call.route,
    canonicalQuery(call.query),
    String(call.timestamp),
    call.requestId,
    call.identity,
    createHash('sha256').update(call.body).digest('hex'),
  ].join('\n');
  return createHmac('sha256', secret).update(text).digest('hex');
}

/** True when `signature` is the call's and the call is at most a minute off `now` (Unix seconds). */
export function verify(call: SignedCall, signature: string, secret: string, now: number): boolean {
  if (!(Math.abs(now - call.timestamp) <= signatureWindow)) return false;
  const expected = Buffer.from(sign(call, secret));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

export const signatureHeaders = {
  timestamp: 'x-itih-timestamp',
  identity: 'x-itih-identity',
  signature: 'x-itih-signature',
  requestId: 'x-request-id',
} as const;
