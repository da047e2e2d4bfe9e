import { timingSafeEqual } from 'node:crypto';
import type { FinishSignIn } from '../../contract/mcp.ts';
import { AppError } from '../../errors/app-error.ts';
import type { AddressGuard } from '../../net/address-guard.ts';
import type { McpLimits } from '../limits.ts';
import { createAuthorizationFetch } from './authorization-fetch.ts';
import { expiryOf, secretsOf, type Grant, type Pending, type Records } from './records.ts';
import { toSignInFailure } from './sign-in-failure.ts';

interface Dependencies {
  records: Records;
  guard: AddressGuard;
  limits: McpLimits;
  clock: () => number;
}

/** Says the same whatever does not fit: state, user or time. */
const unknownSignIn = () =>
  new AppError('invalid_request', {
    message: 'This sign-in has ended, or somebody else began it. Begin again.',
  });

const isSame = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

export function createFinish({ records, guard, limits, clock }: Dependencies) {
  /**
   * Takes a sign-in that has begun, once. It stays for its owner if somebody else tries.
   *
   * @throws AppError `invalid_request`
   */
  async function take(id: number, state: string, userId: number): Promise<Pending> {
    let taken: Pending | undefined;
    await records.change(id, (record) => {
      const { pending, ...rest } = record;
      taken = undefined;
      if (!pending || pending.userId !== userId || !isSame(pending.state, state)) return null;
      taken = pending;
      return rest;
    });
    if (!taken || taken.expiresAt < clock()) throw unknownSignIn();
    return taken;
  }

  /**
   * Exchanges a code for tokens, once: the SDK's `finishAuth` sends a code again that was refused, which an
   * authorization server may take for theft (RFC 6749 section 4.1.2).
   */
  async function exchange(pending: Pending, answer: Omit<FinishSignIn, 'state'>) {
    const { url, redirectUrl, client, discovery, codeVerifier, resource } = pending;
    const { authorizationServerUrl, authorizationServerMetadata: metadata } = discovery;
    const { exchangeAuthorization, OAuthError, validateAuthorizationResponseIssuer } =
      await import('@modelcontextprotocol/client');
    const { code, iss, error = 'invalid_request', error_description: words = error } = answer;
    if (code === undefined) {
      // Before a refusal is believed; `exchangeAuthorization` does it with a code (RFC 9207 section 2.4).
      validateAuthorizationResponseIssuer({
        iss,
        expectedIssuer: metadata?.issuer,
        issParameterSupported: metadata?.authorization_response_iss_parameter_supported === true,
      });
      throw new OAuthError(error, words);
    }
    return exchangeAuthorization(authorizationServerUrl, {
      ...(iss !== undefined && { iss }),
      ...(metadata && { metadata }),
      ...(resource !== undefined && { resource }),
      clientInformation: client,
      authorizationCode: code,
      codeVerifier,
      redirectUri: redirectUrl,
      fetchFn: await createAuthorizationFetch(url, { guard, limits }),
    });
  }

  /**
   * Ends a sign-in with the parameters that the authorization server sent, and stores its tokens.
   *
   * @returns Id of the server
   * @throws AppError `invalid_request` for another user, a second time or too late; `provider_error`,
   *   `provider_timeout`; `not_found`
   */
  return async ({ state, ...answer }: FinishSignIn, userId: number): Promise<number> => {
    const id = Number(state.split('.', 1)[0]);
    if (!Number.isSafeInteger(id) || id < 1) throw unknownSignIn();
    const pending = await take(id, state, userId);
    const { url, redirectUrl, client, discovery, resource, scope } = pending;
    const tokens = await exchange(pending, answer).catch((error: unknown) => {
      throw toSignInFailure(error, redirectUrl, secretsOf({ pending }));
    });
    const grant: Grant = {
      client,
      discovery,
      tokens,
      ...(resource !== undefined && { resource }),
      expiresAt: expiryOf(tokens, clock()),
    };
    let isStored = false;
    await records.change(id, ({ givenClient, challenge }, now) => {
      isStored = now === url;
      if (!isStored) return null;
      const isGiven =
        givenClient?.client_id === client.client_id &&
        givenClient.client_secret === client.client_secret;
      return {
        ...(givenClient && { givenClient: isGiven ? client : givenClient }),
        ...(challenge && { challenge }),
        ...(scope !== undefined && { scope }),
        grant,
      };
    });
    if (!isStored) throw unknownSignIn();
    return id;
  };
}
