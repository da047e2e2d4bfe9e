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

/** Ids in the paths name nothing, so that what is deleted is not there. A post of the path exists. */
export const samples: Record<string, Sample> = {
  'GET /session': { status: 200 },
  'GET /site': { status: 200 },
  'POST /chat': { status: 200, body: { message: 'Hello' } },
  'POST /chat/sync': { status: 200, body: { message: 'Hello' } },
  'GET /chat/<id>/events': { status: 403, query: 'session_id=none' },
  'DELETE /chat/<id>': { status: 403, query: 'session_id=none' },
  'POST /feedback': {
    status: 403,
    body: { session_id: 'none', message_id: 1, feedback: 'up' },
  },
  'POST /chat/mail': { status: 403, body: { session_id: 'none', email: 'ada@example.org' } },
  'GET /history': { status: 403, query: 'session_id=none' },
  'DELETE /history': { status: 403, query: 'session_id=none' },

  'GET /documents': { status: 200 },
  'POST /documents': { status: 400, body: {} },
  'GET /documents/<id>': { status: 404 },
  'DELETE /documents/<id>': { status: 404 },
  'POST /documents/<id>/process': { status: 404, body: {} },
  'POST /documents/bulk': { status: 400, body: {} },
  'POST /posts/index': { status: 400, body: { ids: 'none' } },
  'GET /posts/<id>/reading': { status: 200 },
  'GET /suggestions': { status: 200 },
  'PUT /queue': { status: 400, body: {} },
  'POST /search': { status: 400, body: {} },

  'GET /mcp/servers': { status: 200 },
  'POST /mcp/servers': { status: 400, body: {} },
  'POST /mcp/servers/<id>': { status: 404, body: {} },
  'DELETE /mcp/servers/<id>': { status: 404 },
  'POST /mcp/servers/<id>/discover': { status: 404, body: {} },

  'POST /mcp/servers/<id>/sign-in': { status: 404 },
  'DELETE /mcp/servers/<id>/sign-in': { status: 404 },
  'POST /mcp/sign-in': { status: 400, body: {} },
  // The site of the test has no HTTPS, so it cannot be an OAuth client by its address.
  'GET /mcp/client': { status: 404 },

  'GET /admin/models': { status: 200, query: 'scope=llm&provider=builtin' },
  'POST /admin/models': { status: 200, body: { scope: 'llm', provider: 'builtin' } },
  'GET /models/local': { status: 200 },
  'POST /models/local': { status: 400, body: {} },
  'DELETE /models/local/<name>': { status: 404 },
  'POST /admin/test': { status: 200, body: { scope: 'llm' } },
  'POST /admin/embedding-estimate': { status: 200, body: {} },
  'POST /vector-store/create-index': { status: 200, body: {} },
  'GET /settings': { status: 200 },
  'PUT /settings': { status: 200, body: { general: { widget_enabled: true } } },
  'GET /dashboard': { status: 200 },
  'GET /figures': { status: 200 },
  'GET /status': { status: 200 },
  'POST /ask': { status: 400, body: {} },

  'GET /chats': { status: 200 },
  'GET /chats/facets': { status: 200 },
  'GET /chats/export': { status: 200 },
  'POST /chats/delete': { status: 400, body: {} },
  'GET /chats/deletion': { status: 200 },
  'DELETE /chats/deletion': { status: 200 },
  'POST /chats/import': { status: 400, body: {} },
  'GET /chats/<session>': { status: 404 },
  'DELETE /chats/<session>': { status: 404 },

  'GET /gaps': { status: 200 },
  'GET /gaps/<id>': { status: 404 },
  'POST /gaps/<id>': { status: 404, body: { state: 'done' } },

  'GET /posts/<id>/chat': { status: 200 },
  'POST /posts/<id>/chat': { status: 400, body: {} },

  'POST /connect': { status: 403, body: {} },
  'POST /connection': { status: 400, body: { sidecar_url: 'none' } },
  // The secret of this site is in wp-config.php.
  'DELETE /connection': { status: 409 },

  'GET /bridge/settings': { status: 401 },
  'PUT /bridge/settings': { status: 401, body: {} },
  'GET /bridge/posts': { status: 401 },
  'GET /bridge/digest': { status: 401 },
  'GET /bridge/attachments/<id>': { status: 401 },
  'GET /bridge/attachments/<id>/file': { status: 401 },
  'POST /bridge/budget': { status: 401, body: {} },
  'POST /bridge/mail': { status: 401, body: {} },
  'GET /bridge/transport': { status: 401 },
  'GET /bridge/stream-test': { status: 401 },

  'POST /events': { status: 404, body: {} },
  'POST /posts/chat': { status: 404, body: {} },
  'GET /ping': { status: 404 },
  'GET /privacy/<id>': { status: 404 },
  'DELETE /privacy/<id>': { status: 404 },
  'DELETE /data': { status: 404 },
};

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
  const sample = samples[`${route.method} ${route.path}`];
  if (!sample) throw new Error(`${route.method} ${route.path} has no sample`);
  return [sample.status];
}

/** At a site whose sidecar serves another one, all that the plugin does not answer itself is refused. */
export function expectedElsewhere(route: Route, caller: Caller, nonce: NonceState): Expected {
  const expected = expectedOf(route, caller, nonce);
  const isRefused = expected[1] !== undefined;
  if (isRefused || route.server !== 'sidecar') return expected;
  const isOwner = caller === 'administrator' && nonce === 'valid';
  return refusal(isOwner ? 'wrong_site' : 'sidecar_unavailable');
}

export const sessionStates = ['own', 'none', 'another’s', 'wrong secret', 'deleted'] as const;
export type SessionState = (typeof sessionStates)[number];

/** A question of somebody who does not own the conversation that they name begins another one. */
export function expectedOfSession(route: Route, state: SessionState): Expected {
  if (route.path === '/chat' || route.path === '/chat/sync') return [200];
  // The site's owner wants no mails.
  if (route.path === '/chat/mail' && state === 'own') return refusal('not_configured');
  if (state === 'none') return refusal('invalid_request');
  return state === 'own' ? [200] : refusal('invalid_session');
}
