/** Requests out of the contract's routes and schemas: valid ones, and what mutation makes of them. */
import type { Identity, SiteIdentity } from '../server/contract/bridge.ts';
import { namespace, routes } from '../server/contract/routes.ts';
import { signedHeaders } from '../server/wordpress/signature.ts';
import { bodies, queries } from './fuzz-payloads.ts';
import { jsonSchemaOf, jsonText, mutate, validOf, type Dice, type Known } from './fuzz-values.ts';

/** Ways into the sidecar: the plugin's calls, behind a web server, in front of WordPress. */
export const transports = ['direct', 'edge', 'gateway'] as const;
/** `relay`: through WordPress itself. */
export type Transport = (typeof transports)[number] | 'relay';

export interface FuzzRequest {
  transport: Transport;
  /** As the contract names it: `POST /chat`. */
  route: string;
  credentials: string;
  method: string;
  /** Path and query as sent. */
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** Secrets by which a caller is known. */
export interface Keys {
  site: SiteIdentity;
  secret: string;
  /** Nonce of an anonymous visitor. */
  nonce: string;
  /** `Basic …` of WordPress' administrator; empty without WordPress. */
  login: string;
  /** That a visitor keeps beside the session's id. */
  sessionSecret: string;
}

const roles = ['visitor', 'reader', 'admin', 'system'] as const;
const badIds = ['0', '-1', '1.5', '1e3', 'abc', '%00', '%E0%A4%A', '..%2f..', '9007199254740993'];
const types = ['text/plain', 'multipart/form-data; boundary=x', 'application/json; charset=utf-7'];
const encodings = ['gzip', 'br', 'identity, gzip', 'x'];

const schemasOf = (schemas: typeof bodies) =>
  new Map(Object.entries(schemas).map(([route, schema]) => [route, jsonSchemaOf(schema)]));
const bodySchemas = schemasOf(bodies);
const querySchemas = schemasOf(queries);

/** Vendors of the settings that a mutation makes are not there: such a change is only checked. */
const vendors = ['llm', 'embeddings', 'rerank', 'vector_store'];
const onlyChecked = (route: string, body: unknown) =>
  route === 'PUT /settings' &&
  (typeof body !== 'object' || body === null || vendors.some((group) => group in body));

function queryOf(route: string, body: unknown, dice: Dice, known: Known): [string, string][] {
  if (onlyChecked(route, body)) return [['check', '1']];
  const schema = querySchemas.get(route);
  const valid = schema ? validOf(schema, dice, known) : {};
  const value = dice.chance(0.5) ? mutate(valid, dice) : valid;
  if (typeof value !== 'object' || value === null) return [['page', String(value).slice(0, 500)]];
  const pairs = Object.entries(value)
    .slice(0, 50)
    .map(([name, field]): [string, string] => [
      name,
      // A request line holds 16 KB with the headers.
      String(typeof field === 'object' ? JSON.stringify(field) : field).slice(0, 500),
    ]);
  if (dice.chance(0.1)) pairs.push(...pairs.slice(0, 1));
  if (dice.chance(0.05)) pairs.push([dice.pick(['a[b][c]', '__proto__[x]', 'page[]']), '1']);
  return pairs;
}

/** Headers by which the caller is known, or is not. */
function headersFor(
  credentials: string,
  { transport, method, path, body }: Omit<FuzzRequest, 'headers' | 'route' | 'credentials'>,
  keys: Keys,
  dice: Dice,
): Record<string, string> {
  if (credentials === 'none') return {};
  if (credentials === 'admin' && transport === 'relay') return { authorization: keys.login };
  if (transport !== 'direct') {
    const nonce = credentials === 'visitor' ? keys.nonce : '0123456789';
    const more = { forged: { 'x-itih-identity': 'role=admin' }, login: { cookie: loginCookie } };
    return { 'x-wp-nonce': nonce, ...more[credentials as keyof typeof more] };
  }
  const role = roles.find((one) => one === credentials) ?? ('owner' as Identity['role']);
  const url = new URL(path, 'http://sidecar');
  const identity: Identity = {
    role,
    user_id: role === 'admin' ? 1 : 0,
    ip: `198.51.${dice.below(256)}.${dice.below(256)}`,
    locale: dice.pick(['en_US', 'de_DE', 'xx', '\u0000']),
  };
  const call = { method, route: url.pathname, query: url.searchParams, identity, body };
  const headers = signedHeaders(call, { ...keys.site, secret: keys.secret }, Date.now());
  if (credentials !== 'bad') return headers;
  const broken = dice.pick(Object.keys(headers));
  return { ...headers, [broken]: dice.pick(['', 'x', '0'.repeat(64), 'role=admin', '1e99']) };
}

const loginCookie = 'wordpress_logged_in_0123456789abcdef=somebody%7C1%7C2%7C3';

const credentialsOf = (route: (typeof routes)[number], transport: Transport, dice: Dice) => {
  if (transport === 'relay' && dice.chance(0.6)) return 'admin';
  if (transport !== 'direct') return dice.pick(['none', 'bad', 'visitor', 'visitor', 'forged']);
  const fitting = { nonce: 'visitor', reader: 'reader', system: 'system', bridge: 'system' };
  const right = fitting[route.auth as keyof typeof fitting] ?? 'admin';
  // Only uninstalling calls it, and nothing works afterwards.
  const safe = route.path === '/data' ? 'admin' : right;
  return dice.chance(0.7)
    ? safe
    : dice.pick(['none', 'bad', 'visitor', 'reader', 'admin', 'owner']);
};

/** Makes one request. */
export function makeRequest(
  dice: Dice,
  keys: Keys,
  known: Known,
  transport: Transport,
): FuzzRequest {
  const visitorsOnly = transport === 'edge' || transport === 'gateway';
  const inside = routes.filter(({ auth }) => !visitorsOnly || auth === 'nonce');
  const route = dice.pick(dice.chance(0.05) ? routes : inside);
  const name = `${route.method} ${route.path}`;
  const schema = bodySchemas.get(name);
  const valid = schema ? validOf(schema, dice, known) : {};
  const value = dice.chance(0.65) ? mutate(valid, dice) : valid;
  const hasBody = schema !== undefined || dice.chance(0.05);
  const body = hasBody ? jsonText(value, dice, dice.chance(0.1)) : '';
  const part = () => (dice.chance(0.6) ? dice.pick(known['id']!) : dice.pick(badIds));
  const below = route.path.replace(/<\w+>/g, part);
  const query = queryOf(name, body && value, dice, known);
  const search = query.length > 0 ? `?${new URLSearchParams(query).toString()}` : '';
  const base = transport === 'gateway' || transport === 'relay' ? '/wp-json/' : '/';
  const spelled = dice.chance(0.03) ? below.toUpperCase() + dice.pick(['/', '//', '']) : below;
  const sent = { transport, method: route.method, path: base + namespace + spelled + search, body };
  const credentials = credentialsOf(route, transport, dice);
  const headers: Record<string, string> = {
    ...(body && { 'content-type': dice.chance(0.1) ? dice.pick(types) : 'application/json' }),
    ...(body && dice.chance(0.02) && { 'content-encoding': dice.pick(encodings) }),
    ...(dice.chance(0.5) && { 'x-itih-secret': keys.sessionSecret }),
    ...headersFor(credentials, sent, keys, dice),
  };
  return { ...sent, route: name, credentials, headers };
}
