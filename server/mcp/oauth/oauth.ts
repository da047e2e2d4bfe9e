import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FetchLike } from '@modelcontextprotocol/client';
import type { FinishSignIn, McpServerView } from '../../contract/mcp.ts';
import { AppError } from '../../errors/app-error.ts';
import { isSameSecret } from '../../secrets/secrets.ts';
import type { McpServer } from '../../storage/mcp-servers.ts';
import type { McpContext } from '../context.ts';
import { causes, toSignInFailure } from '../failure.ts';
import { authorizationFetch } from './authorization-fetch.ts';
import { signInProvider, type Draft } from './provider.ts';
import { Records, type OAuthRecord, type Pending, type Refusal } from './records.ts';

interface ClientChanges {
  /** Undefined: unchanged. Empty: none. */
  clientId?: string | undefined;
  clientSecret?: string | undefined;
}

/** Milliseconds between two looks at a refresh that another request does. */
const lookAgainMs = 100;

// Most sites have no MCP server.
const loadSdk = () => import('@modelcontextprotocol/client');

/**
 * Signs owners in to MCP servers by the SDK's flow, stores the tokens, sends them, refreshes and deletes them:
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization
 */
export class OAuth {
  readonly #records: Records;
  readonly #context: McpContext;
  /** Refreshes of this process by server. */
  readonly #renewing = new Map<number, Promise<string>>();

  constructor(context: McpContext) {
    this.#records = new Records(context);
    this.#context = context;
  }

  /** Tells what a server asks of the owner, and the client that they have given. */
  view(server: McpServer) {
    const { needs, grant, givenClient } = this.#records.open(server);
    const known: McpServerView['sign_in'] = needs ?? (grant ? 'signed_in' : 'none');
    return {
      // A header that the owner has entered is used in place of OAuth.
      state: server.authHeader ? 'none' : known,
      clientId: givenClient?.client_id ?? '',
      hasSecret: givenClient?.client_secret !== undefined,
    };
  }

  /**
   * Prepares a sign-in in the owner's browser, and registers a client where that is needed.
   *
   * @returns The page to which the owner's browser goes
   * @throws AppError `not_found`, `blocked_address`, `provider_error`, `provider_timeout`
   */
  async begin(id: number, userId: number): Promise<string> {
    const { limits, clock } = this.#context;
    const { auth, assertSecureTokenEndpoint, computeScopeUnion } = await loadSdk();
    const { row, record } = await this.#records.read(id);
    const { challenge, givenClient } = record;
    const site = await this.#context.site();
    const { redirectUrl } = site;
    const state = `${id}.${randomBytes(32).toString('base64url')}`;
    const scope = computeScopeUnion(record.scope, challenge?.scope);
    const draft: Draft = givenClient ? { client: givenClient } : {};
    try {
      await auth(signInProvider(draft, { redirectUrl, state, site, mayRegister: !givenClient }), {
        serverUrl: row.url,
        fetchFn: await this.#fetchFor(row.url),
        forceReauthorization: true,
        ...(scope !== undefined && { scope }),
        ...(challenge?.resourceMetadataUrl !== undefined && {
          resourceMetadataUrl: new URL(challenge.resourceMetadataUrl),
        }),
      });
      if (draft.authorizationUrl) assertSecureTokenEndpoint(draft.authorizationUrl);
    } catch (error) {
      throw toSignInFailure(error, redirectUrl, secretsOf(record));
    }
    const { authorizationUrl, codeVerifier, discovery, client } = draft;
    if (!authorizationUrl || !codeVerifier || !discovery || !client) {
      throw new AppError('internal_error');
    }
    const requested = authorizationUrl.searchParams.get('scope');
    const pending: Pending = {
      ...{ state, url: row.url, userId, redirectUrl, codeVerifier, discovery },
      // A given client is bound to the issuer of its first sign-in.
      client: {
        issuer: discovery.authorizationServerMetadata?.issuer ?? discovery.authorizationServerUrl,
        ...client,
      },
      expiresAt: clock() + limits.signInMs,
      ...(requested !== null && { scope: requested }),
    };
    await this.#records.change(id, (now) => ({ ...now, pending }));
    return authorizationUrl.href;
  }

  /**
   * Ends a sign-in with the parameters that the authorization server sent, and stores its tokens.
   *
   * @returns Id of the server
   * @throws AppError `invalid_request` for another user, a second time or too late; `provider_error`,
   *   `provider_timeout`; `not_found`
   */
  async finish({ state, ...answer }: FinishSignIn, userId: number): Promise<number> {
    const { StreamableHTTPClientTransport } = await loadSdk();
    const id = Number(state.split('.', 1)[0]);
    if (!Number.isSafeInteger(id) || id < 1) throw unknownSignIn();
    const pending = await this.#take(id, state, userId);
    const { url, redirectUrl, client, discovery, scope } = pending;
    const draft: Draft = { ...pending };
    try {
      const transport = new StreamableHTTPClientTransport(new URL(url), {
        authProvider: signInProvider(draft, { redirectUrl, mayRegister: false }),
        fetch: await this.#fetchFor(url),
      });
      const parameters = Object.entries(answer).map(([name, value = '']) => [name, value]);
      await transport.finishAuth(new URLSearchParams(parameters));
    } catch (error) {
      throw toSignInFailure(error, redirectUrl, secretsOf({ pending }));
    }
    const { tokens } = draft;
    if (!tokens) throw new AppError('internal_error');
    let isStored = false;
    await this.#records.change(id, ({ givenClient, challenge }, now) => {
      isStored = now === url;
      if (!isStored) return null;
      const isGiven =
        givenClient?.client_id === client.client_id &&
        givenClient.client_secret === client.client_secret;
      return {
        ...(givenClient && { givenClient: isGiven ? client : givenClient }),
        ...(challenge && { challenge }),
        ...(scope !== undefined && { scope }),
        grant: { client, discovery, tokens },
      };
    });
    if (!isStored) throw unknownSignIn();
    return id;
  }

  /**
   * Deletes the tokens of a server, and then revokes them where the authorization server offers that.
   *
   * @returns False: it could not be told. @throws AppError `not_found`
   */
  async signOut(id: number): Promise<boolean> {
    const { row, record } = await this.#records.read(id);
    await this.#records.change(id, ({ givenClient, challenge, grant, pending }) => {
      if (!grant && !pending) return null;
      const kept = { ...(givenClient && { givenClient }), ...(challenge && { challenge }) };
      return { ...kept, needs: 'needed' };
    });
    try {
      if (record.grant) await this.#revoke(row.url, record.grant);
      return true;
    } catch (error) {
      const { log } = this.#context;
      log.warn({ err: error, server: id }, 'the tokens of an MCP server could not be revoked');
      return false;
    }
  }

  /**
   * Makes a `fetch` that sends the token of a server. One that is refused is refreshed, and the request is sent
   * once more.
   *
   * @throws (the fetch) AppError `provider_error` when somebody has to sign in
   */
  signedFetch(id: number, send: FetchLike): FetchLike {
    return async (url, init) => {
      const { extractWWWAuthenticateParams } = await loadSdk();
      const sendWith = (token: string | undefined) => {
        const headers = new Headers(init?.headers);
        if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
        return send(url, { ...init, headers });
      };
      const token = (await this.#records.read(id)).record.grant?.tokens.access_token;
      let response = await sendWith(token);
      if (response.status === 401) {
        await response.body?.cancel();
        const refusal = toRefusal(extractWWWAuthenticateParams(response));
        response = await sendWith(await this.#renewOnce(id, token, refusal));
        if (response.status === 401) throw await this.#records.demand(id, 'expired');
      }
      if (response.status === 403) {
        const challenge = extractWWWAuthenticateParams(response);
        // A person has to agree, in a browser.
        if (challenge.error === 'insufficient_scope') {
          throw await this.#records.demand(id, 'more_rights', toRefusal(challenge));
        }
      }
      return response;
    };
  }

  /** Notes that a server answers without a sign-in. */
  async answered(id: number): Promise<void> {
    await this.#records.change(id, ({ needs, ...record }) =>
      needs === 'needed' || needs === 'expired' ? record : null,
    );
  }

  /**
   * Returns what is stored for a new server, or for another address. Tokens are for one address, so that another
   * one begins without; a secret may not follow to another origin unless it is named.
   *
   * @throws AppError `invalid_request`
   */
  clientFor(before: McpServer | undefined, url: string, changes: ClientChanges): string | null {
    const client = changedClient(before && this.#records.open(before).givenClient, changes);
    const isElsewhere = before && new URL(url).origin !== new URL(before.url).origin;
    if (isElsewhere && client?.client_secret && changes.clientSecret === undefined) {
      const message = 'Enter the secret again: it was stored for another address.';
      throw refuse('oauth_client_secret', message);
    }
    return this.#records.seal(client ? { givenClient: client } : {}, url);
  }

  /** Changes the client at the same address. @throws AppError `invalid_request` */
  changeClient(id: number, changes: ClientChanges): Promise<void> {
    return this.#records.change(id, ({ givenClient, ...record }) => {
      const client = changedClient(givenClient, changes);
      if (client === givenClient) return null;
      return client ? { ...record, givenClient: client } : record;
    });
  }

  #fetchFor(serverUrl: string): Promise<FetchLike> {
    return authorizationFetch(serverUrl, this.#context);
  }

  /**
   * Takes a sign-in that has begun, once. It stays for its owner if somebody else tries.
   *
   * @throws AppError `invalid_request`
   */
  async #take(id: number, state: string, userId: number): Promise<Pending> {
    let taken: Pending | undefined;
    await this.#records.change(id, ({ pending, ...rest }) => {
      taken = undefined;
      if (!pending || pending.userId !== userId || !isSameSecret(pending.state, state)) return null;
      taken = pending;
      return rest;
    });
    if (!taken || taken.expiresAt < this.#context.clock()) throw unknownSignIn();
    return taken;
  }

  #renewOnce(id: number, stale: string | undefined, refusal: Refusal): Promise<string> {
    const renewing =
      this.#renewing.get(id) ??
      this.#renew(id, stale, refusal).finally(() => this.#renewing.delete(id));
    this.#renewing.set(id, renewing);
    return renewing;
  }

  /**
   * Returns an access token other than `stale`. One request refreshes it, here or in another sidecar, and the
   * others wait: servers that rotate refresh tokens take a second use of one for theft, and end the whole grant
   * (RFC 9700 section 4.14.2).
   *
   * @throws AppError
   */
  async #renew(id: number, stale: string | undefined, refusal: Refusal): Promise<string> {
    const { state, limits, clock } = this.#context;
    const name = `mcp-refresh:${id}`;
    const owner = randomUUID();
    const release = () => state.replaceText(name, owner, null);
    // A sidecar that dies in a refresh leaves a lease that ends.
    const leaseMs = 2 * limits.authorizationMs;
    for (const end = clock() + leaseMs; clock() < end; await sleep(lookAgainMs)) {
      // Sidecars that try at the same time may be a deadlock for the database, which then refuses one.
      const isOurs = await state.lease(name, owner, clock(), clock() + leaseMs).catch(() => false);
      try {
        const { row, record } = await this.#records.read(id);
        const { grant, needs } = record;
        if (!grant) {
          throw await this.#records.demand(id, needs === 'expired' ? needs : 'needed', refusal);
        }
        if (grant.tokens.access_token !== stale) return grant.tokens.access_token;
        if (!grant.tokens.refresh_token) throw await this.#records.demand(id, 'expired', refusal);
        if (isOurs) return await this.#refresh(id, row.url, record, grant);
      } finally {
        if (isOurs) await release().catch(release);
      }
    }
    throw new AppError('provider_timeout');
  }

  /** Refreshes with the lease held. @throws AppError */
  async #refresh(id: number, url: string, record: OAuthRecord, grant: Grant): Promise<string> {
    const { refreshAuthorization } = await loadSdk();
    const { client, discovery, tokens } = grant;
    const { authorizationServerMetadata: metadata, resourceMetadata } = discovery;
    try {
      const fresh = await refreshAuthorization(discovery.authorizationServerUrl, {
        ...(metadata && { metadata }),
        // Letter for letter as in the sign-in: a `URL` would end an origin with a slash.
        ...(resourceMetadata && { resource: resourceMetadata.resource }),
        clientInformation: client,
        refreshToken: tokens.refresh_token ?? '',
        fetchFn: await this.#fetchFor(url),
      });
      // Somebody may have signed out meanwhile, or signed in again. The answer leaves out what has not changed.
      await this.#records.change(id, (now) =>
        now.grant?.tokens.access_token === tokens.access_token
          ? { ...now, grant: { ...grant, tokens: { ...tokens, ...fresh } } }
          : null,
      );
      return fresh.access_token;
    } catch (error) {
      const failure = toSignInFailure(error, '', secretsOf(record));
      const { log } = this.#context;
      log.warn({ err: failure, server: id }, 'the tokens of an MCP server could not be refreshed');
      throw isFinal(error) ? await this.#records.demand(id, 'expired') : failure;
    }
  }

  /** Revokes tokens, which the SDK does not: https://www.rfc-editor.org/rfc/rfc7009#section-2 */
  async #revoke(url: string, { client, discovery, tokens }: Grant): Promise<void> {
    const metadata: RevocationMetadata | undefined = discovery.authorizationServerMetadata;
    const endpoint = metadata?.revocation_endpoint;
    if (!endpoint) return;
    const { selectClientAuthMethod } = await loadSdk();
    const offered =
      metadata.revocation_endpoint_auth_methods_supported ??
      metadata.token_endpoint_auth_methods_supported;
    const method = selectClientAuthMethod(client, offered ?? []);
    const { client_id: id, client_secret: secret = '' } = client;
    const fetch = await this.#fetchFor(url);
    const basic = Buffer.from(`${id}:${secret}`).toString('base64');
    // The refresh token first: with it the server should end the access token, too.
    for (const kind of ['refresh_token', 'access_token'] as const) {
      const token = tokens[kind];
      if (token === undefined) continue;
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          ...(method === 'client_secret_basic' && { authorization: `Basic ${basic}` }),
        },
        body: new URLSearchParams({
          token,
          token_type_hint: kind,
          ...(method !== 'client_secret_basic' && { client_id: id }),
          ...(method === 'client_secret_post' && { client_secret: secret }),
        }),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`The revocation was answered with ${response.status}.`);
    }
  }
}

type Grant = NonNullable<OAuthRecord['grant']>;

/** RFC 8414 section 2. The SDK's type has them for one of the two kinds of metadata. */
interface RevocationMetadata {
  revocation_endpoint?: string | undefined;
  revocation_endpoint_auth_methods_supported?: string[] | undefined;
  token_endpoint_auth_methods_supported?: string[] | undefined;
}

const toRefusal = ({
  resourceMetadataUrl,
  scope,
}: {
  resourceMetadataUrl?: URL | undefined;
  scope?: string | undefined;
}): Refusal => ({
  ...(resourceMetadataUrl && { resourceMetadataUrl: resourceMetadataUrl.href }),
  ...(scope !== undefined && { scope }),
});

/** Says the same whatever does not fit: state, user or time. */
const unknownSignIn = () =>
  new AppError('invalid_request', {
    message: 'This sign-in has ended, or somebody else began it. Begin again.',
  });

/** The refresh token or the client is no longer valid, so that trying again cannot help (RFC 6749 section 5.2). */
const isFinal = (error: unknown) =>
  Array.from(causes(error)).some(
    ({ name, code }) =>
      name === 'OAuthError' &&
      ['invalid_grant', 'invalid_client', 'unauthorized_client'].includes(String(code)),
  );

/** Returns what no message may contain. */
const secretsOf = ({ givenClient, grant, pending }: OAuthRecord): string[] =>
  [
    givenClient?.client_secret,
    grant?.tokens.access_token,
    grant?.tokens.refresh_token,
    pending?.client.client_secret,
    pending?.codeVerifier,
  ].filter((one) => one !== undefined);

const refuse = (name: string, message: string) =>
  new AppError('invalid_request', { fields: { [name]: message } });

/** One that is named again may be sent to another issuer than before. @throws AppError `invalid_request` */
function changedClient(
  before: OAuthRecord['givenClient'],
  { clientId, clientSecret }: ClientChanges,
): OAuthRecord['givenClient'] {
  if (clientId === undefined && clientSecret === undefined) return before;
  const id = clientId ?? before?.client_id ?? '';
  const secret = clientSecret ?? (id === before?.client_id ? before.client_secret : '');
  if (id === '' && secret) throw refuse('oauth_client_id', 'Enter the client ID, too.');
  return id === '' ? undefined : { client_id: id, ...(secret && { client_secret: secret }) };
}
