import type { AddressGuard } from '../../net/address-guard.ts';
import type { Log } from '../../runtime/log.ts';
import type { McpLimits } from '../limits.ts';
import { createAuthorizationFetch } from './authorization-fetch.ts';
import type { Grant, Records } from './records.ts';

interface Dependencies {
  records: Records;
  guard: AddressGuard;
  limits: McpLimits;
  log: Log;
}

/** RFC 8414 section 2. The SDK's type has them for one of the two kinds of metadata. */
interface RevocationMetadata {
  revocation_endpoint?: string | undefined;
  revocation_endpoint_auth_methods_supported?: string[] | undefined;
  token_endpoint_auth_methods_supported?: string[] | undefined;
}

/** Tells the authorization server that tokens are no longer used: https://www.rfc-editor.org/rfc/rfc7009#section-2 */
export function createSignOut({ records, guard, limits, log }: Dependencies) {
  async function revoke(url: string, grant: Grant): Promise<void> {
    const { client, discovery, tokens } = grant;
    const metadata: RevocationMetadata | undefined = discovery.authorizationServerMetadata;
    const endpoint = metadata?.revocation_endpoint;
    if (!endpoint) return;
    const { selectClientAuthMethod } = await import('@modelcontextprotocol/client');
    const offered =
      metadata.revocation_endpoint_auth_methods_supported ??
      metadata.token_endpoint_auth_methods_supported;
    const method = selectClientAuthMethod(client, offered ?? []);
    const { client_id: id, client_secret: secret = '' } = client;
    const fetch = await createAuthorizationFetch(url, { guard, limits });
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

  /**
   * Deletes the tokens of a server, and then revokes them where the authorization server offers that.
   *
   * @returns False: it could not be told. @throws AppError `not_found`
   */
  return async (id: number): Promise<boolean> => {
    let grant: Grant | undefined;
    const { row } = await records.read(id);
    await records.change(id, ({ givenClient, challenge, grant: last, pending }) => {
      grant = last;
      if (!last && !pending) return null;
      return {
        ...(givenClient && { givenClient }),
        ...(challenge && { challenge }),
        needs: 'needed',
      };
    });
    if (!grant) return true;
    try {
      await revoke(row.url, grant);
      return true;
    } catch (error) {
      log.warn({ err: error, server: id }, 'the tokens of an MCP server could not be revoked');
      return false;
    }
  };
}
