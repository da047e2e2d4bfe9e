import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AddressGuard } from '../../net/address-guard.ts';
import type { Log } from '../../runtime/log.ts';
import type { State } from '../../storage/state.ts';
import { causes, signInNeeded } from '../failure.ts';
import type { McpLimits } from '../limits.ts';
import { createAuthorizationFetch } from './authorization-fetch.ts';
import { expiryOf, secretsOf, type Grant, type Records } from './records.ts';
import { toSignInFailure } from './sign-in-failure.ts';

export interface RefreshDependencies {
  records: Records;
  state: Pick<State, 'lease' | 'replaceText'>;
  guard: AddressGuard;
  limits: McpLimits;
  clock: () => number;
  log: Log;
}

/** Milliseconds between two looks at a refresh that another sidecar does. */
const lookAgainMs = 100;

/** The refresh token or the client is no longer valid, so that asking again cannot help (RFC 6749 section 5.2). */
const isFinal = (error: unknown) =>
  Array.from(causes(error)).some(
    ({ name, code }) =>
      name === 'OAuthError' &&
      ['invalid_grant', 'invalid_client', 'unauthorized_client'].includes(String(code)),
  );

/** Refreshes tokens, each once for all who need it, in this process and in other sidecars. */
export function createRefresh({ records, state, guard, limits, clock, log }: RefreshDependencies) {
  const owner = randomUUID();
  /** Refreshes of this process by server. */
  const running = new Map<number, Promise<Grant>>();

  async function requestTokens(url: string, grant: Grant): Promise<Grant> {
    const { client, discovery, resource, tokens } = grant;
    const { refreshAuthorization } = await import('@modelcontextprotocol/client');
    const { authorizationServerMetadata: metadata } = discovery;
    const fresh = await refreshAuthorization(discovery.authorizationServerUrl, {
      ...(metadata && { metadata }),
      clientInformation: client,
      refreshToken: tokens.refresh_token ?? '',
      // Letter for letter as in the sign-in: a `URL` would end an origin with a slash.
      ...(resource !== undefined && { resource }),
      fetchFn: await createAuthorizationFetch(url, { guard, limits }),
    });
    // The answer leaves out what has not changed.
    return { ...grant, tokens: { ...tokens, ...fresh }, expiresAt: expiryOf(fresh, clock()) };
  }

  /** Refreshes with the lease held. @throws AppError */
  async function exchange(id: number, stale: string): Promise<Grant> {
    const { row, record } = await records.read(id);
    const { grant } = record;
    if (!grant) throw signInNeeded('needed');
    if (grant.tokens.access_token !== stale) return grant;
    const fresh = await requestTokens(row.url, grant).catch(async (error: unknown) => {
      const failure = toSignInFailure(error, '', secretsOf(record));
      log.warn({ err: failure, server: id }, 'the tokens of an MCP server could not be refreshed');
      throw isFinal(error) ? await records.demand(id, 'expired') : failure;
    });
    // Somebody may have signed out meanwhile, or signed in again.
    await records.change(id, (now) =>
      now.grant?.tokens.access_token === stale ? { ...now, grant: fresh } : null,
    );
    return fresh;
  }

  /**
   * Waits for the lease: servers that rotate refresh tokens take a second use of one for theft, and end the
   * whole grant (RFC 9700 section 4.14.2).
   */
  async function exchangeOnce(id: number, stale: string): Promise<Grant> {
    const name = `mcp-refresh:${id}`;
    // A sidecar that dies in a refresh leaves a lease that ends.
    const leaseMs = 2 * limits.authorizationMs;
    const deadline = clock() + leaseMs;
    while (!(await state.lease(name, owner, clock(), clock() + leaseMs))) {
      const { grant } = (await records.read(id)).record;
      if (grant && grant.tokens.access_token !== stale) return grant;
      if (!grant || clock() > deadline) throw signInNeeded('expired');
      await sleep(lookAgainMs);
    }
    try {
      return await exchange(id, stale);
    } finally {
      await state.replaceText(name, owner, null);
    }
  }

  /** Returns a grant other than the one with `stale`. @throws AppError */
  return (id: number, stale: string): Promise<Grant> => {
    const refreshing = running.get(id) ?? exchangeOnce(id, stale).finally(() => running.delete(id));
    running.set(id, refreshing);
    return refreshing;
  };
}
