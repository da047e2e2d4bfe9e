import { isDeepStrictEqual } from 'node:util';
import type {
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import type { McpServerView } from '../../contract/mcp.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Log } from '../../runtime/log.ts';
import type { Secrets } from '../../secrets/secrets.ts';
import type { McpServer, McpServers } from '../../storage/mcp-servers.ts';
import { signInNeeded } from '../failure.ts';

/** The tokens of one server, and all that is needed to refresh and to revoke them. */
export interface Grant {
  client: StoredOAuthClientInformation;
  discovery: OAuthDiscoveryState;
  /** RFC 8707. Absent: the server describes itself as none. */
  resource?: string;
  tokens: StoredOAuthTokens;
  /** Milliseconds; null: unknown. */
  expiresAt: number | null;
}

/** A sign-in that has begun in somebody's browser. */
export interface Pending extends Pick<Grant, 'resource'> {
  state: string;
  /** The server's address at that time: the tokens are for no other one. */
  url: string;
  /** The WordPress user who began it. */
  userId: number;
  expiresAt: number;
  redirectUrl: string;
  codeVerifier: string;
  scope?: string;
  client: StoredOAuthClientInformation;
  discovery: OAuthDiscoveryState;
}

/** Parameters of a server's last refusal (RFC 6750 section 3, RFC 9728 section 5.1). */
export interface Refusal {
  resourceMetadataUrl?: string;
  scope?: string;
}

export interface OAuthRecord {
  /** Registered by the owner. Its issuer is known after the first sign-in; it is sent to no other one. */
  givenClient?: StoredOAuthClientInformation;
  /** Absent: nobody has to act. */
  needs?: 'needed' | 'expired' | 'more_rights';
  challenge?: Refusal;
  /** All scopes that were asked for: a new sign-in must not lose one. */
  scope?: string;
  grant?: Grant;
  pending?: Pending;
}

type Sealed = Pick<McpServer, 'id' | 'url' | 'oauth'>;

interface Dependencies {
  mcpServers: McpServers;
  secrets: Secrets;
  log: Log;
}

const maxAttempts = 5;

/**
 * Reads and writes what is known of each server's authorization: one sealed text for the server's origin. Its
 * tokens go to that origin and to the endpoints that the sealed text names, so another address gets neither.
 */
export function createRecords({ mcpServers, secrets, log }: Dependencies) {
  const originOf = (url: string) => new URL(url).origin;

  /** @returns `isOld`: it is sealed with an older key. */
  function unseal({ id, url, oauth }: Sealed): { record: OAuthRecord; isOld: boolean } {
    if (oauth === null) return { record: {}, isOld: false };
    try {
      const { secret, isOld } = secrets.open(oauth, originOf(url));
      return { record: JSON.parse(secret) as OAuthRecord, isOld };
    } catch (error) {
      log.error({ err: error, server: id }, 'stored tokens cannot be decrypted; sign in again');
      return { record: { needs: 'needed' }, isOld: false };
    }
  }

  const seal = (record: OAuthRecord, url: string): string | null =>
    Object.values(record).some((value) => value !== undefined)
      ? secrets.seal(JSON.stringify(record), originOf(url))
      : null;

  /** @throws AppError `not_found` */
  async function read(id: number) {
    const row = await mcpServers.readOauth(id);
    if (!row) throw new AppError('not_found');
    const { record, isOld } = unseal(row);
    if (isOld) await mcpServers.replaceOauth(id, row.oauth, seal(record, row.url));
    return { row, record };
  }

  /**
   * Replaces a record by what `make` makes of it and of the server's address, also while other sidecars change
   * it. Null: nothing is to be changed.
   *
   * @throws AppError `not_found`, `conflict`
   */
  async function change(
    id: number,
    make: (record: OAuthRecord, url: string) => OAuthRecord | null,
  ) {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const { row, record } = await read(id);
      const after = make(record, row.url);
      if (after === null) return;
      if (await mcpServers.replaceOauth(id, row.oauth, seal(after, row.url))) return;
    }
    throw new AppError('conflict');
  }

  return {
    open: (sealed: Sealed): OAuthRecord => unseal(sealed).record,
    seal,
    read,
    change,

    /**
     * Notes that somebody has to sign in, and why. Without a valid token only what is known of the way to one
     * is kept.
     *
     * @returns The error to throw
     */
    async demand(id: number, why: NonNullable<OAuthRecord['needs']>, refusal?: Refusal) {
      let isNews = false;
      await change(id, (before) => {
        const after = { ...before, needs: why, ...(refusal && { challenge: refusal }) };
        if (why !== 'more_rights') delete after.grant;
        isNews = before.needs !== why;
        // Each refused call of a visitor comes here.
        return isDeepStrictEqual(before, after) ? null : after;
      });
      if (isNews) log.warn({ server: id, reason: why }, 'an MCP server asks for a sign-in');
      return signInNeeded(why);
    },
  };
}
export type Records = ReturnType<typeof createRecords>;

/** A header that the owner has entered is used in place of OAuth. */
export function signInState(
  { needs, grant }: OAuthRecord,
  authHeader: string,
): McpServerView['sign_in'] {
  if (authHeader) return 'none';
  return needs ?? (grant ? 'signed_in' : 'none');
}

/** @returns What no message may contain */
export const secretsOf = ({ givenClient, grant, pending }: OAuthRecord): string[] =>
  [
    givenClient?.client_secret,
    grant?.tokens.access_token,
    grant?.tokens.refresh_token,
    pending?.client.client_secret,
    pending?.codeVerifier,
  ].filter((one) => one !== undefined);

/** @returns Milliseconds; null where the authorization server does not say */
export const expiryOf = (
  { expires_in: seconds }: { expires_in?: number | undefined },
  now: number,
) => (seconds === undefined ? null : now + seconds * 1000);
