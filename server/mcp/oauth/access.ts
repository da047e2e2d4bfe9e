import type { AuthProvider } from '@modelcontextprotocol/client';
import { causes, httpStatus, unauthorised } from '../failure.ts';
import type { Refusal } from './records.ts';
import { createRefresh, type RefreshDependencies } from './refresh.ts';

/** The tokens of requests that were refused: by the answer, another one may be in use already. */
const sentTokens = new WeakMap<Response, string>();

/** Notes with which token a request was sent that is answered by 401. */
export function noteToken(response: Response, headers: HeadersInit | undefined): void {
  const [, token] = (new Headers(headers).get('authorization') ?? '').split(' ');
  if (response.status === 401 && token) sentTokens.set(response, token);
}

/** Gives transports the tokens of their servers, and tells when somebody has to sign in. */
export function createAccess(dependencies: RefreshDependencies) {
  const { records, limits, clock } = dependencies;
  const refresh = createRefresh(dependencies);

  async function currentToken(id: number): Promise<string | undefined> {
    const { grant } = (await records.read(id)).record;
    if (!grant) return undefined;
    const { tokens, expiresAt } = grant;
    const now = clock();
    const isDue = expiresAt !== null && expiresAt - limits.refreshAheadMs < now;
    if (!isDue || !tokens.refresh_token) return tokens.access_token;
    try {
      return (await refresh(id, tokens.access_token)).tokens.access_token;
    } catch (error) {
      // It may be valid for some seconds yet.
      if (expiresAt > now) return tokens.access_token;
      throw error;
    }
  }

  async function renew(id: number, stale: string | undefined, refusal: Refusal): Promise<void> {
    const { record } = await records.read(id);
    const { grant, needs } = record;
    if (!grant) throw await records.demand(id, needs === 'expired' ? needs : 'needed', refusal);
    if (grant.tokens.access_token !== stale) return;
    if (!grant.tokens.refresh_token) throw await records.demand(id, 'expired', refusal);
    await refresh(id, stale);
  }

  return {
    /** Makes the SDK's access to one server's tokens, for as long as a connection is open. */
    providerFor(id: number, authHeader: string): AuthProvider {
      // The transport sends this header as long as there is no token.
      if (authHeader) {
        return {
          token: () => Promise.resolve(undefined),
          onUnauthorized: () => Promise.reject(unauthorised(401)),
        };
      }
      return {
        token: () => currentToken(id),
        async onUnauthorized({ response }) {
          const { extractWWWAuthenticateParams } = await import('@modelcontextprotocol/client');
          const refusal = toRefusal(extractWWWAuthenticateParams(response));
          await renew(id, sentTokens.get(response), refusal);
        },
      };
    },

    /**
     * Looks at the error of a connection: a token that was refused although it was new, or one that does not
     * reach far enough.
     *
     * @returns An AppError where somebody has to sign in; otherwise `error`
     */
    async examine(id: number, authHeader: string, error: unknown): Promise<unknown> {
      if (authHeader) return error;
      const [wider] = Array.from(causes(error)).filter(isScopeError);
      if (wider)
        return records.demand(
          id,
          'more_rights',
          toRefusal({ ...wider, scope: wider.requiredScope }),
        );
      if (httpStatus(error) === 401) return records.demand(id, 'expired');
      return error;
    },

    /** Notes that a server answers without a sign-in. */
    async answered(id: number): Promise<void> {
      await records.change(id, ({ needs, ...record }) =>
        needs === 'needed' || needs === 'expired' ? record : null,
      );
    },
  };
}
export type Access = ReturnType<typeof createAccess>;

interface ScopeError extends Error {
  requiredScope?: string;
  resourceMetadataUrl?: URL;
}

/** The SDK's `InsufficientScopeError`. */
const isScopeError = (error: Error): error is ScopeError => error.name === 'InsufficientScopeError';

interface ChallengeParams {
  resourceMetadataUrl?: URL | undefined;
  scope?: string | undefined;
}

const toRefusal = ({ resourceMetadataUrl, scope }: ChallengeParams): Refusal => ({
  ...(resourceMetadataUrl && { resourceMetadataUrl: resourceMetadataUrl.href }),
  ...(scope !== undefined && { scope }),
});
