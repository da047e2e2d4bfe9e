import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
} from '@modelcontextprotocol/client';
import { otherIssuer, signInFailed } from '../failure.ts';

/** Results of the first half of a sign-in, which the SDK finds out and stores. */
export interface Flow {
  client?: StoredOAuthClientInformation;
  discovery?: OAuthDiscoveryState;
  resource?: string;
  codeVerifier?: string;
  authorizationUrl?: URL;
}

interface Setup {
  state: string;
  /** Where the authorization server sends the owner back. */
  redirectUrl: string;
  metadata: Pick<OAuthClientMetadata, 'client_name' | 'client_uri'>;
  /** A client id metadata document that the authorization server can read. */
  clientUrl: string | undefined;
  /** Registered by the owner: sent to its issuer only, and never replaced by another one. */
  givenClient: StoredOAuthClientInformation | undefined;
  /** The server named a document that describes its sign-in, which therefore has to be there. */
  mustDescribe: boolean;
  /** The issuer was not compared, which only a server without such a document may need. */
  isUnchecked: boolean;
}

/**
 * Servers of before 2025-06 are their own authorization servers. Their metadata may name an issuer below their
 * origin, which says nothing about another server:
 * https://modelcontextprotocol.io/specification/2025-03-26/basic/authorization#2-3-server-metadata-discovery
 */
const isOwnIssuer = (discovery: OAuthDiscoveryState) =>
  !discovery.resourceMetadata &&
  URL.parse(discovery.authorizationServerMetadata?.issuer ?? '')?.origin ===
    new URL(discovery.authorizationServerUrl).origin;

/**
 * Requires PKCE, which the SDK takes for granted where the metadata do not mention it:
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/security-considerations#authorization-code-protection
 * Only servers of before 2025-06, which describe nothing, may have no metadata at all.
 */
function requirePkce(discovery: OAuthDiscoveryState): void {
  const { resourceMetadata, authorizationServerMetadata: metadata } = discovery;
  if (resourceMetadata && !metadata) {
    throw signInFailed('The authorization server does not describe itself.');
  }
  if (metadata && !metadata.code_challenge_methods_supported?.includes('S256')) {
    throw signInFailed('The authorization server does not protect sign-ins by PKCE with S256.');
  }
}

/** Lets the SDK prepare a sign-in and fill `flow`. There are no tokens to reuse. */
export function createFlowProvider(flow: Flow, setup: Setup): OAuthClientProvider {
  const { redirectUrl, givenClient } = setup;
  return {
    redirectUrl,
    ...(setup.clientUrl !== undefined && { clientMetadataUrl: setup.clientUrl }),
    clientMetadata: {
      ...setup.metadata,
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
    state: () => setup.state,

    clientInformation: () => givenClient ?? flow.client,
    // Without this the SDK neither registers a client nor sends the given one to another issuer.
    ...(!givenClient && {
      saveClientInformation: (client: StoredOAuthClientInformation) => void (flow.client = client),
    }),

    tokens: () => undefined,
    saveTokens: () => undefined,

    saveDiscoveryState(discovery) {
      if (setup.mustDescribe && !discovery.resourceMetadata) {
        throw signInFailed("The MCP server's description of its sign-in cannot be read.");
      }
      if (setup.isUnchecked && !isOwnIssuer(discovery)) throw otherIssuer();
      requirePkce(discovery);
      flow.discovery = discovery;
    },
    saveResourceUrl: (resource) => void (flow.resource = resource),

    saveCodeVerifier: (verifier) => void (flow.codeVerifier = verifier),
    codeVerifier: () => flow.codeVerifier ?? '',
    redirectToAuthorization: (url) => void (flow.authorizationUrl = url),
  };
}
