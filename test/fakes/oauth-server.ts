import { createHash, randomUUID } from 'node:crypto';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from './listen.ts';
import type { FakeMcpServer } from './mcp-server.ts';

type Json = Record<string, unknown>;

interface Client {
  id: string;
  secret?: string | undefined;
  redirectUris: string[];
}

interface Code {
  client: Client;
  redirectUri: string;
  challenge: string;
  scope: string;
}

interface Grant {
  client: Client;
  scope: string;
  access: string;
  refresh: string;
  /** Refresh tokens that were replaced. */
  used: string[];
  isOver: boolean;
}

/** Deviations from a good authorization server, set by tests. */
interface Behaviour {
  metadata?: Json;
  /** `ask`: the owner decides on a page. By default they have consented. */
  decision?: 'deny' | 'ask';
  /** `iss` of the authorization response; null: none. */
  iss?: string | null;
  /** Answers in place of an endpoint, and says so by `true`. */
  answer?: (path: string, response: http.ServerResponse, form: URLSearchParams) => boolean;
  noRefreshTokens?: boolean;
}

class Refusal extends Error {
  readonly status: number;
  constructor(code: string, status = 400) {
    super(code);
    this.status = status;
  }
}

/** @throws Refusal */
function require(isRight: boolean, code: string, status?: number): asserts isRight {
  if (!isRight) throw new Refusal(code, status);
}

const consentPage = (allow: string, deny: string) => `<!doctype html><html lang="en">
<title>Consent</title><link rel="icon" href="data:,"><h1>May this site use your bookings?</h1>
<a href="${allow.replaceAll('&', '&amp;')}">Allow</a>
<a href="${deny.replaceAll('&', '&amp;')}">Deny</a></html>`;

/**
 * An authorization server that refuses whatever OAuth 2.1 lets it refuse, with a client that is registered
 * (RFC 7591) or describes itself, PKCE (RFC 7636), resource indicators (RFC 8707), rotating refresh tokens whose
 * second use ends the grant (RFC 9700), revocation (RFC 7009) and `iss` (RFC 9207).
 */
export async function startOAuthServer(resource: () => string, behaviour: Behaviour = {}) {
  const clients = new Map<string, Client>();
  const codes = new Map<string, Code>();
  const grants: Grant[] = [];
  const requests: { path: string; form: URLSearchParams; headers: http.IncomingHttpHeaders }[] = [];
  const refusals: string[] = [];
  let url = '';

  const metadata = (): Json => ({
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    registration_endpoint: `${url}/register`,
    revocation_endpoint: `${url}/revoke`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'none'],
    authorization_response_iss_parameter_supported: true,
    ...behaviour.metadata,
  });

  /** @throws Refusal */
  function clientOf(request: http.IncomingMessage, form: URLSearchParams): Client {
    const [kind, credentials = ''] = (request.headers.authorization ?? '').split(' ');
    const [id = '', secret] =
      kind === 'Basic'
        ? Buffer.from(credentials, 'base64').toString().split(':')
        : [form.get('client_id') ?? ''];
    const client = clients.get(id);
    require(client !== undefined && client.secret === secret, 'invalid_client', 401);
    return client;
  }

  function issue(grant: Grant): Json {
    grant.access = `access-${randomUUID()}`;
    grant.used.push(grant.refresh);
    grant.refresh = `refresh-${randomUUID()}`;
    return {
      access_token: grant.access,
      token_type: 'Bearer',
      expires_in: 3600,
      scope: grant.scope,
      ...(!behaviour.noRefreshTokens && { refresh_token: grant.refresh }),
    };
  }

  /** @throws Refusal */
  function exchange(client: Client, form: URLSearchParams): Json {
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    require(code !== undefined && code.client === client, 'invalid_grant');
    const verifier = createHash('sha256').update(form.get('code_verifier') ?? '');
    require(code.challenge === verifier.digest('base64url'), 'invalid_grant');
    require(code.redirectUri === form.get('redirect_uri'), 'invalid_grant');
    const { scope } = code;
    const grant = { client, scope, access: '', refresh: '', used: [], isOver: false };
    grants.push(grant);
    return issue(grant);
  }

  /** @throws Refusal */
  function refresh(client: Client, form: URLSearchParams): Json {
    const token = form.get('refresh_token') ?? '';
    const reused = grants.find(({ used }) => used.includes(token));
    if (reused) reused.isOver = true;
    require(!reused, 'invalid_grant');
    const grant = grants.find((one) => one.refresh === token && !one.isOver);
    require(grant !== undefined && grant.client === client, 'invalid_grant');
    return issue(grant);
  }

  function register(body: string): Json {
    const { redirect_uris: redirectUris, grant_types: types = [] } = JSON.parse(body) as {
      redirect_uris?: string[];
      grant_types?: string[];
    };
    require(!!redirectUris?.length, 'invalid_redirect_uri');
    require(types.includes('refresh_token'), 'invalid_client_metadata');
    const client = { id: randomUUID(), secret: randomUUID(), redirectUris };
    clients.set(client.id, client);
    return { client_id: client.id, client_secret: client.secret, redirect_uris: redirectUris };
  }

  /** @returns The address to which the browser is sent back. @throws Refusal */
  function authorize(query: URLSearchParams, isDenied: boolean): string {
    const client = clients.get(query.get('client_id') ?? '');
    const redirectUri = query.get('redirect_uri') ?? '';
    require(client !== undefined, 'invalid_request');
    require(client.redirectUris.includes(redirectUri), 'invalid_request');
    const back = new URL(redirectUri);
    back.searchParams.set('state', query.get('state') ?? '');
    const { iss = url } = behaviour;
    if (iss !== null) back.searchParams.set('iss', iss);
    if (isDenied) {
      back.searchParams.set('error', 'access_denied');
      return back.href;
    }
    require(query.get('response_type') === 'code', 'unsupported_response_type');
    require(query.get('code_challenge_method') === 'S256', 'invalid_request');
    require(query.get('resource') === resource(), 'invalid_target');
    require((query.get('state') ?? '').length > 40, 'invalid_request');
    const code = `code-${randomUUID()}`;
    const challenge = query.get('code_challenge') ?? '';
    codes.set(code, { client, redirectUri, challenge, scope: query.get('scope') ?? '' });
    back.searchParams.set('code', code);
    return back.href;
  }

  /** @throws Refusal */
  function token(request: http.IncomingMessage, form: URLSearchParams): Json {
    const type = request.headers['content-type'];
    require(type === 'application/x-www-form-urlencoded', 'invalid_request');
    const client = clientOf(request, form);
    require(form.get('resource') === resource(), 'invalid_target');
    switch (form.get('grant_type') ?? '') {
      case 'authorization_code':
        return exchange(client, form);
      case 'refresh_token':
        return refresh(client, form);
      default:
        throw new Refusal('unsupported_grant_type');
    }
  }

  function revoke(request: http.IncomingMessage, form: URLSearchParams): Json {
    const client = clientOf(request, form);
    const value = form.get('token');
    for (const grant of grants) {
      if (grant.client === client && [grant.access, grant.refresh].includes(value ?? '')) {
        grant.isOver = true;
      }
    }
    return {};
  }

  async function serve(request: http.IncomingMessage, response: http.ServerResponse) {
    const { pathname: path, searchParams } = new URL(request.url ?? '', url);
    const body = await text(request);
    const form = request.method === 'POST' ? new URLSearchParams(body) : searchParams;
    requests.push({ path, form, headers: request.headers });
    if (behaviour.answer?.(path, response, form)) return;
    const json = (status: number, value: Json) => {
      response.writeHead(status, {
        'content-type': 'application/json',
        'cache-control': 'no-store',
      });
      response.end(JSON.stringify(value));
    };
    try {
      switch (`${request.method} ${path}`) {
        case 'GET /.well-known/oauth-authorization-server':
          return json(200, metadata());
        case 'POST /register':
          return json(201, register(body));
        case 'GET /authorize':
          if (behaviour.decision === 'ask') {
            response.writeHead(200, { 'content-type': 'text/html' });
            return void response.end(
              consentPage(authorize(searchParams, false), authorize(searchParams, true)),
            );
          }
          return void response
            .writeHead(302, { location: authorize(searchParams, behaviour.decision === 'deny') })
            .end();
        case 'POST /token':
          return json(200, token(request, form));
        case 'POST /revoke':
          return json(200, revoke(request, form));
        default:
          return json(404, {});
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusals.push(`${path} ${error.message}`);
      json(error.status, { error: error.message });
    }
  }

  const server = http.createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  const { close, ...listener } = await listen(server);
  ({ url } = listener);

  return {
    url,
    close,
    behaviour,
    clients,
    grants,
    requests,
    /** Refused requests: a client that follows the standards gives no reason. */
    refusals,
    /** Forms that an endpoint has received. */
    forms: (path: string) => requests.filter((one) => one.path === path).map(({ form }) => form),
    /** Adds a client as its owner registers it by hand. */
    addClient: (id: string, redirectUri: string, secret?: string) =>
      void clients.set(id, { id, secret, redirectUris: [redirectUri] }),
    /** The grant whose access token a header carries. */
    grantOf: (header: string | undefined) =>
      grants.find(({ access, isOver }) => !isOver && header === `Bearer ${access}`),
    /** Access tokens lose their validity, as after their time. */
    expireAccess: () => grants.forEach((grant) => (grant.access = randomUUID())),
  };
}
export type FakeOAuthServer = Awaited<ReturnType<typeof startOAuthServer>>;

interface Protection {
  /** Fields of the protected resource metadata (RFC 9728). */
  description?: Json;
  scope?: string;
  /** Scope that a tool needs, by its name. */
  toolScopes?: Record<string, string>;
}

/** Puts a fake MCP server behind a fake authorization server: it describes itself, and refuses by RFC 6750. */
export function protect(mcp: FakeMcpServer, oauth: FakeOAuthServer, protection: Protection = {}) {
  const { description, scope, toolScopes = {} } = protection;
  const origin = new URL(mcp.url).origin;
  const about = `${origin}/.well-known/oauth-protected-resource/mcp`;
  mcp.intercept((request, response) => {
    if (request.url?.startsWith('/.well-known/')) {
      const isAbout = `${origin}${request.url}` === about;
      response.writeHead(isAbout ? 200 : 404, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ resource: mcp.url, authorization_servers: [oauth.url], ...description }),
      );
      return true;
    }
    const refuse = (status: number, why: string, needed = scope) => {
      const params = [...(why ? [`error="${why}"`] : []), ...(needed ? [`scope="${needed}"`] : [])];
      const challenge = [`Bearer resource_metadata="${about}"`, ...params].join(', ');
      response.writeHead(status, { 'www-authenticate': challenge }).end();
      return true;
    };
    const grant = oauth.grantOf(request.headers.authorization);
    if (!grant) return refuse(401, request.headers.authorization ? 'invalid_token' : '');
    const { message } = mcp.requests.at(-1) ?? {};
    const needed = toolScopes[message?.params?.name ?? ''];
    if (needed && !grant.scope.split(' ').includes(needed)) {
      return refuse(403, 'insufficient_scope', needed);
    }
    return false;
  });
}
