/** Access by route and caller: the table from which the expected answer of every cell of the matrix is derived. */
import { errors, type ErrorCode } from '../../../server/contract/errors.ts';
import type { Route } from '../../../server/contract/routes.ts';

/** `stranger`: logged in without a role on the site, as an administrator of another site of the network is. */
export const callers = ['anonymous', 'subscriber', 'editor', 'administrator', 'stranger'] as const;
export type Caller = (typeof callers)[number];

export const nonceStates = ['valid', 'none', 'another’s', 'expired', 'garbage'] as const;
export type NonceState = (typeof nonceStates)[number];

/** Status and, of an error, its code. */
export type Expected = [status: number, code?: string];

const refusal = (code: ErrorCode): Expected => [errors[code].status, code];

/** By the access that the contract declares: who is let in, and what the others are told. */
const policy: Record<Route['auth'], { allowed: readonly Caller[]; refusal: Expected }> = {
  none: { allowed: callers, refusal: refusal('rest_forbidden') },
  nonce: { allowed: callers, refusal: refusal('rest_cookie_invalid_nonce') },
  admin: { allowed: ['administrator'], refusal: refusal('rest_forbidden') },
  reader: { allowed: ['administrator'], refusal: refusal('rest_forbidden') },
  editor: { allowed: ['administrator', 'editor'], refusal: refusal('rest_forbidden') },
  bridge: { allowed: [], refusal: refusal('invalid_signature') },
  // Only with an application password that was approved for it; a cookie does not count.
  exchange: { allowed: [], refusal: refusal('rest_forbidden') },
  // Between plugin and sidecar only: WordPress has no such route.
  system: { allowed: [], refusal: [404, 'rest_no_route'] },
};

/** A request that changes nothing of the site, and the status with which an allowed caller is answered. */
interface Sample {
  status: number;
  query?: string;
  body?: unknown;
}

const hello = { status: 200, body: { message: 'Hello' } };
const noSession = { status: 403, query: 'session_id=none' };
const builtin = { scope: 'llm', provider: 'builtin' };

/** Samples that are not those of all routes alike. */
const samples: Record<string, Sample> = {
  'POST /chat': hello,
  'POST /chat/sync': hello,
  'GET /chat/<id>/events': noSession,
  'DELETE /chat/<id>': noSession,
  'POST /feedback': {
    status: 403,
    body: { session_id: 'none', message_id: 1, feedback: 'up' },
  },
  'POST /chat/mail': { status: 403, body: { session_id: 'none', email: 'ada@example.org' } },
  'GET /history': noSession,
  'DELETE /history': noSession,
  // A post of the path exists.
  'GET /posts/<id>/reading': { status: 200 },
  'GET /posts/<id>/chat': { status: 200 },
  'POST /posts/<id>/chat': { status: 400, body: {} },
  'POST /posts/index': { status: 400, body: { ids: 'none' } },
  // The site of the test has no HTTPS, so it cannot be an OAuth client by its address.
  'GET /mcp/client': { status: 404 },
  'GET /admin/models': { status: 200, query: 'scope=llm&provider=builtin' },
  'POST /admin/models': { status: 200, body: builtin },
  'POST /admin/test': { status: 200, body: { scope: 'llm' } },
  'POST /admin/embedding-estimate': { status: 200, body: {} },
  'POST /common-questions': { status: 400, body: { kind: 'none' } },
  'POST /common-questions/<name>': { status: 400, body: { is_right: 'none' } },
  'POST /admin/answer-estimate': { status: 200, body: {} },
  'POST /vector-store/create-index': { status: 200, body: {} },
  'PUT /settings': { status: 200, body: { general: { widget_enabled: true } } },
  'POST /gaps/<id>': { status: 404, body: { state: 'done' } },
  'POST /connection': { status: 400, body: { sidecar_url: 'none' } },
  'PUT /connection': { status: 400, body: { sidecar_url: 'none' } },
  // The secret of this site is in wp-config.php.
  'DELETE /connection': { status: 409 },
};

/** Ids in the paths name nothing, so that what is deleted is not there; bodies lack what a route needs. */
export function sampleOf({ method, path }: Route): Sample {
  const isWrite = method === 'POST' || method === 'PUT';
  const body = isWrite ? { body: {} } : {};
  const status = path.includes('<') ? 404 : isWrite ? 400 : 200;
  return samples[`${method} ${path}`] ?? { status, ...body };
}

/**
 * Core refuses a wrong nonce on every route, and treats a request with a cookie but without a nonce as nobody's:
 * https://developer.wordpress.org/rest-api/using-the-rest-api/authentication/#cookie-authentication
 */
export function expectedOf(route: Route, caller: Caller, nonce: NonceState): Expected {
  const isUnproven = nonce === 'none' && route.auth === 'nonce';
  if (isUnproven || !['valid', 'none'].includes(nonce)) return refusal('rest_cookie_invalid_nonce');
  const { allowed, refusal: refused } = policy[route.auth];
  const isAllowed = allowed.includes(nonce === 'none' ? 'anonymous' : caller);
  if (!isAllowed) return refused;
  return [sampleOf(route).status];
}

/** At a site whose sidecar serves another one, all that the plugin does not answer itself is refused. */
export function expectedElsewhere(route: Route, caller: Caller, nonce: NonceState): Expected {
  const expected = expectedOf(route, caller, nonce);
  const isRefused = expected[1] !== undefined;
  if (isRefused || route.server !== 'sidecar') return expected;
  const isOwner = caller === 'administrator' && nonce === 'valid';
  return refusal(isOwner ? 'wrong_site' : 'sidecar_unavailable');
}
