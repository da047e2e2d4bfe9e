import { randomBytes } from 'node:crypto';
import { AppError } from '../../errors/app-error.ts';
import type { AddressGuard } from '../../net/address-guard.ts';
import type { McpLimits } from '../limits.ts';
import { createAuthorizationFetch } from './authorization-fetch.ts';
import { createFlowProvider, type Flow } from './flow.ts';
import { secretsOf, type Pending, type Records } from './records.ts';
import { toSignInFailure } from './sign-in-failure.ts';
import type { OAuthSite } from './site.ts';

interface Dependencies {
  records: Records;
  guard: AddressGuard;
  limits: McpLimits;
  clock: () => number;
  /** @throws AppError when WordPress does not answer, or its plugin is too old */
  site: () => Promise<OAuthSite>;
}

export function createBegin({ records, guard, limits, clock, site }: Dependencies) {
  /**
   * Prepares a sign-in in the owner's browser by the authorization code grant with PKCE, and registers a client
   * where that is needed: https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization
   *
   * @returns The page to which the owner's browser goes
   * @throws AppError `not_found`, `blocked_address`, `provider_error`, `provider_timeout`
   */
  return async (id: number, userId: number): Promise<string> => {
    const { auth, assertSecureTokenEndpoint, computeScopeUnion, IssuerMismatchError } =
      await import('@modelcontextprotocol/client');
    const { row, record } = await records.read(id);
    const { name, homeUrl, redirectUrl, clientUrl } = await site();
    const { challenge, givenClient } = record;
    const resourceMetadataUrl = challenge?.resourceMetadataUrl;
    const state = `${id}.${randomBytes(32).toString('base64url')}`;
    const scope = computeScopeUnion(record.scope, challenge?.scope);
    const setup = {
      state,
      redirectUrl,
      clientUrl,
      givenClient,
      metadata: { client_name: name, client_uri: homeUrl },
      mustDescribe: resourceMetadataUrl !== undefined,
    };
    const flow: Flow = {};
    const prepare = async (isUnchecked: boolean) =>
      auth(createFlowProvider(flow, { ...setup, isUnchecked }), {
        serverUrl: row.url,
        fetchFn: await createAuthorizationFetch(row.url, { guard, limits }),
        forceReauthorization: true,
        skipIssuerMetadataValidation: isUnchecked,
        ...(scope !== undefined && { scope }),
        ...(resourceMetadataUrl !== undefined && {
          resourceMetadataUrl: new URL(resourceMetadataUrl),
        }),
      });
    try {
      await prepare(false).catch((error: unknown) => {
        if (error instanceof IssuerMismatchError) return prepare(true);
        throw error;
      });
      if (flow.authorizationUrl) assertSecureTokenEndpoint(flow.authorizationUrl);
    } catch (error) {
      throw toSignInFailure(error, redirectUrl, secretsOf(record));
    }
    const { authorizationUrl, codeVerifier, discovery, resource } = flow;
    const client = givenClient ?? flow.client;
    if (!authorizationUrl || !codeVerifier || !discovery || !client) {
      throw new AppError('internal_error');
    }
    const asked = authorizationUrl.searchParams.get('scope');
    const pending: Pending = {
      state,
      url: row.url,
      userId,
      redirectUrl,
      codeVerifier,
      // A given client is bound to the issuer of its first sign-in.
      client: {
        issuer: discovery.authorizationServerMetadata?.issuer ?? discovery.authorizationServerUrl,
        ...client,
      },
      discovery,
      expiresAt: clock() + limits.signInMs,
      ...(asked !== null && { scope: asked }),
      ...(resource !== undefined && { resource }),
    };
    await records.change(id, (now) => ({ ...now, pending }));
    return authorizationUrl.href;
  };
}
