import type { FetchLike } from '@modelcontextprotocol/client';
import { boundedFetch } from '../../net/bounded-fetch.ts';
import { unlessAborted } from '../../net/unless-aborted.ts';
import type { McpContext } from '../context.ts';
import { unreachable } from '../failure.ts';

/**
 * Makes the `fetch` for discovery and tokens. The MCP server chooses these addresses, so each is checked: one
 * on the Internet may not lead to private hosts, not even to those that the operator has allowed. Only HTTPS,
 * but for this machine and for the server's own origin:
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/security-considerations#communication-security
 *
 * @throws (the fetch) AppError `blocked_address`, `provider_error`, `provider_timeout`; the SDK's
 *   `InsecureTokenEndpointError`; an error with code `ERR_TOO_LARGE` while the body is read
 */
export async function authorizationFetch(
  serverUrl: string,
  { guard, limits }: Pick<McpContext, 'guard' | 'limits'>,
): Promise<FetchLike> {
  const { connectMs, authorizationMs, maxAuthorizationBytes: maxBytes } = limits;
  const { assertSecureTokenEndpoint } = await import('@modelcontextprotocol/client');
  const server = new URL(serverUrl);
  const inTime = AbortSignal.timeout(connectMs);
  const { inside } = await unlessAborted(guard.addressesOf(server, true), inTime);

  return async (input, init = {}) => {
    const url = new URL(input);
    const isOwn = url.origin === server.origin;
    if (!isOwn) assertSecureTokenEndpoint(url);
    const timeout = AbortSignal.timeout(authorizationMs);
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    const { addresses } = await unlessAborted(guard.addressesOf(url, inside || isOwn), signal);
    const fetch = boundedFetch({
      connectMs,
      maxBytes,
      addressesOf: () => Promise.resolve(addresses),
    });
    const { body } = init;
    const form = body instanceof URLSearchParams && { body: body.toString() };
    const request = { ...init, signal, ...form };
    return fetch(url, request).catch((error: unknown) => {
      throw signal.aborted ? error : unreachable(error, 'authorization server');
    });
  };
}
