import { createHash, createHmac, hkdfSync, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Identity, SiteIdentity } from '../contract/bridge.ts';
import { ownVersion, versionHeader } from './versions.ts';

/** Seconds that a signed call stays valid. */
export const signatureWindow = 60;

export const signatureHeaders = {
  timestamp: 'x-itih-timestamp',
  identity: 'x-itih-identity',
  site: 'x-itih-site',
  bodyHash: 'x-itih-body',
  signature: 'x-itih-signature',
  callId: 'x-itih-call',
} as const;

/** The signed parts of a call: the request line and headers, so that verification needs no body. */
export interface SignedCall {
  method: string;
  /** REST route, such as `/itih/v1/chat`: without host, `/wp-json` prefix or query. */
  route: string;
  query: Iterable<readonly [string, string]>;
  /** Unix time in seconds. */
  timestamp: number;
  /** Unique for each call, by which a repeated one is refused. `X-Request-Id` may be the same for several calls. */
  callId: string;
  /** As sent in `X-Itih-Identity`. */
  identity: string;
  /** As sent in `X-Itih-Site`. */
  site: string;
  /** SHA-256 of the body, hex, as sent in `X-Itih-Body`. */
  bodyHash: string;
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => '%' + c.charCodeAt(0).toString(16).toUpperCase(),
  );

const encodeFields = (fields: object) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${encode(String(value))}`)
    .join('&');

/** Encodes a query by RFC 3986, sorted bytewise, without WordPress' routing parameter `rest_route`. */
export function canonicalQuery(query: Iterable<readonly [string, string]>): string {
  return [...query]
    .filter(([name]) => name !== 'rest_route')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
}

/** `role=visitor&user_id=0&ip=192.0.2.1&locale=de_DE` */
export const encodeIdentity = (identity: Identity): string => encodeFields(identity);

/** `id=0f8f…&url=https%3A%2F%2Fexample.com` */
export const encodeSite = ({ id, url }: SiteIdentity): string => encodeFields({ id, url });

export const hashBody = (body: Uint8Array | string): string =>
  createHash('sha256').update(body).digest('hex');

/** Derives a site's signing key (HKDF, RFC 5869): sites of a network may share a secret. */
export const signingKey = (secret: string, siteId: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', `itih signature ${siteId}`, 32));

/** Returns the HMAC-SHA-256, hex, of nine lines; the PHP half is `plugin-shim/includes/signature.php`. */
export function sign(call: SignedCall, key: Uint8Array): string {
  const text = [
    'itih-v2',
    call.method.toUpperCase(),
    call.route,
    canonicalQuery(call.query),
    String(call.timestamp),
    call.callId,
    call.identity,
    call.site,
    call.bodyHash,
  ].join('\n');
  return createHmac('sha256', key).update(text).digest('hex');
}

function isSame(expected: string, given: string): boolean {
  const [own, theirs] = [Buffer.from(expected), Buffer.from(given)];
  return own.length === theirs.length && timingSafeEqual(own, theirs);
}

/** Whether `signature` is the call's and its time is at most a minute from `now` (Unix seconds). */
export function verify(call: SignedCall, signature: string, key: Uint8Array, now: number): boolean {
  if (!(Math.abs(now - call.timestamp) <= signatureWindow)) return false;
  return isSame(sign(call, key), signature);
}

/** The signed parts of an answer: its head, so that a stream is verified before its first byte. */
export interface SignedAnswer {
  /** `X-Itih-Call` of the call: an answer to another one does not fit. */
  callId: string;
  status: number;
  /** As sent in `Content-Type`; empty for none. */
  contentType: string;
  /** SHA-256 of the body, hex, or `streamedBody`; as sent in `X-Itih-Body`. */
  bodyHash: string;
}

/** In place of the hash of a body that is not known before it is sent. */
export const streamedBody = 'stream';

/** Returns the HMAC-SHA-256, hex, of five lines, of which the first differs from that of a call. */
export function signAnswer(answer: SignedAnswer, key: Uint8Array): string {
  const { callId, status, contentType, bodyHash } = answer;
  const text = ['itih-answer-v1', callId, String(status), contentType, bodyHash].join('\n');
  return createHmac('sha256', key).update(text).digest('hex');
}

/** Whether the sidecar of `site` has answered the call with these headers; `body` null for a stream. */
export function isSignedAnswer(
  called: Record<string, string>,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  body: string | null,
  site: { id: string; secret: string },
): boolean {
  const answer: SignedAnswer = {
    callId: called[signatureHeaders.callId] ?? '',
    status,
    contentType: headers.get('content-type') ?? '',
    bodyHash: body === null ? streamedBody : hashBody(body),
  };
  const expected = signAnswer(answer, signingKey(site.secret, site.id));
  return isSame(expected, headers.get(signatureHeaders.signature) ?? '');
}

export interface CallToSign {
  method: string;
  route: string;
  query?: Iterable<readonly [string, string]>;
  identity: Identity;
  body?: Uint8Array | string;
}

/** Returns the headers of a call signed for `site`. @param now Milliseconds. */
export function signedHeaders(
  { method, route, query = [], identity, body = '' }: CallToSign,
  site: SiteIdentity & { secret: string },
  now: number,
): Record<string, string> {
  const call: SignedCall = {
    method,
    route,
    query,
    timestamp: Math.floor(now / 1000),
    callId: randomUUID(),
    identity: encodeIdentity(identity),
    site: encodeSite(site),
    bodyHash: hashBody(body),
  };
  return {
    [versionHeader]: ownVersion,
    [signatureHeaders.timestamp]: String(call.timestamp),
    [signatureHeaders.identity]: call.identity,
    [signatureHeaders.site]: call.site,
    [signatureHeaders.bodyHash]: call.bodyHash,
    [signatureHeaders.callId]: call.callId,
    [signatureHeaders.signature]: sign(call, signingKey(site.secret, site.id)),
  };
}
