import { timingSafeEqual } from 'node:crypto';
import type { FinishSignIn } from '../../contract/mcp.ts';
import { AppError } from '../../errors/app-error.ts';
import { createAuthorizationFetch } from './authorization-fetch.ts';
import { createFlowProvider, type Flow } from './flow.ts';
import { expiryOf, secretsOf, type Grant, type Pending } from './records.ts';
import type { SignInDependencies } from './sign-in.ts';
import { toSignInFailure } from './sign-in-failure.ts';

/** Says the same whatever does not fit: state, user or time. */
const unknownSignIn = () =>
  new AppError('invalid_request', {
    message: 'This sign-in has ended, or somebody else began it. Begin again.',
  });

const isSame = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

function toParams(answer: Omit<FinishSignIn, 'state'>): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(answer))
    if (value !== undefined) params.set(name, value);
  return params;
}

export function createFinish({ records, guard, limits, clock }: SignInDependencies) {
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
    const { url, redirectUrl, client, discovery, codeVerifier, resource, scope } = pending;
    const flow: Flow = { client, discovery, codeVerifier };
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
    try {
      const transport = new StreamableHTTPClientTransport(new URL(url), {
        authProvider: createFlowProvider(flow, { state, redirectUrl }),
        fetch: await createAuthorizationFetch(url, { guard, limits }),
      });
      // Compares the issuer before anything else of the answer is believed (RFC 9207).
      await transport.finishAuth(toParams(answer));
    } catch (error) {
      throw toSignInFailure(error, redirectUrl, secretsOf({ pending }));
    }
    const { tokens } = flow;
    if (!tokens) throw new AppError('internal_error');
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
