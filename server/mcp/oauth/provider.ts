import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { refusedSignIn, signInFailed } from '../failure.ts';
import type { Pending } from './records.ts';
import type { OAuthSite } from './site.ts';

/** Results of a sign-in so far, which the SDK finds out, stores and reads again. */
export type Draft = Partial<
  Pick<Pending, 'client' | 'discovery' | 'codeVerifier'> & {
    tokens: StoredOAuthTokens;
    authorizationUrl: URL;
  }
>;

interface Setup extends Pick<OAuthSite, 'redirectUrl'> {
  state?: string;
  site?: OAuthSite;
  /** Otherwise the client of the draft is sent to its issuer only, and never replaced by another one. */
  mayRegister: boolean;
}

/**
 * Requires PKCE, which the SDK takes for granted where the metadata do not mention it:
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/security-considerations#authorization-code-protection
 * Only servers of before 2025-06, which describe nothing, may have no metadata at all.
 */
function requirePkce({ resourceMetadata, authorizationServerMetadata }: OAuthDiscoveryState): void {
  if (resourceMetadata && !authorizationServerMetadata) {
    throw signInFailed('The authorization server does not describe itself.');
  }
  const { code_challenge_methods_supported: methods = [] } = authorizationServerMetadata ?? {};
  if (authorizationServerMetadata && !methods.includes('S256')) {
    throw signInFailed('The authorization server does not protect sign-ins by PKCE with S256.');
  }
}

/** Lets the SDK sign in with what `draft` holds, and fill it. There are no tokens to reuse. */
export function signInProvider(draft: Draft, setup: Setup): OAuthClientProvider {
  const { redirectUrl, site, state } = setup;
  return {
    redirectUrl,
    ...(site?.clientUrl !== undefined && { clientMetadataUrl: site.clientUrl }),
    clientMetadata: {
      ...(site && { client_name: site.name, client_uri: site.homeUrl }),
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
    ...(state !== undefined && { state: () => state }),

    clientInformation: () => draft.client,
    ...(setup.mayRegister && { saveClientInformation: (client) => void (draft.client = client) }),

    discoveryState: () => draft.discovery,
    saveDiscoveryState(discovery) {
      requirePkce(discovery);
      draft.discovery = discovery;
    },

    codeVerifier: () => draft.codeVerifier ?? '',
    saveCodeVerifier: (verifier) => void (draft.codeVerifier = verifier),
    redirectToAuthorization: (url) => void (draft.authorizationUrl = url),

    tokens: () => undefined,
    saveTokens: (tokens) => void (draft.tokens = tokens),

    // The SDK would send a code again that was refused, which may be taken for theft (RFC 6749 section 4.1.2).
    invalidateCredentials(what) {
      throw refusedSignIn(what === 'client' ? 'invalid_client' : 'invalid_grant');
    },
  };
}
