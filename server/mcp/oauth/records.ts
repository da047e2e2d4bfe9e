import { isDeepStrictEqual } from 'node:util';
import type {
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { AppError } from '../../errors/app-error.ts';
import type { McpServer } from '../../storage/mcp-servers.ts';
import type { McpContext } from '../context.ts';
import { signInNeeded } from '../failure.ts';

/** The tokens of one server, and all that is needed to refresh and to revoke them. */
interface Grant {
  client: StoredOAuthClientInformation;
  discovery: OAuthDiscoveryState;
  tokens: StoredOAuthTokens;
}

/** A sign-in that has begun in somebody's browser. */
export interface Pending {
  state: string;
  /** The server's address at that time: the tokens are for no other one. */
  url: string;
  /** The WordPress user who began it. */
  userId: number;
  /** Milliseconds. */
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
  /** All scopes that were requested: a new sign-in must not lose one. */
  scope?: string;
  grant?: Grant;
  pending?: Pending;
}

type Sealed = Pick<McpServer, 'id' | 'url' | 'oauth'>;

const maxAttempts = 5;

const originOf = (url: string) => new URL(url).origin;

/**
 * Reads and writes what is known of each server's authorization: one sealed text for the server's origin. Its
 * tokens go to that origin and to the endpoints that the sealed text names, so another address gets neither.
 */
export class Records {
  readonly #context: McpContext;

  constructor(context: McpContext) {
    this.#context = context;
  }

  open({ id, url, oauth }: Sealed): OAuthRecord {
    return this.#unseal({ id, url, oauth }).record;
  }

  seal(record: OAuthRecord, url: string): string | null {
    const isEmpty = Object.values(record).every((value) => value === undefined);
    return isEmpty ? null : this.#context.secrets.seal(JSON.stringify(record), originOf(url));
  }

  /** @throws AppError `not_found` */
  async read(id: number) {
    const row = await this.#context.mcpServers.readOauth(id);
    if (!row) throw new AppError('not_found');
    const { record, isOld } = this.#unseal(row);
    // Under the present key.
    if (isOld)
      await this.#context.mcpServers.replaceOauth(id, row.oauth, this.seal(record, row.url));
    return { row, record };
  }

  /**
   * Replaces a record by what `make` makes of it and of the server's address, also while other sidecars change
   * it. Null: nothing is to be changed.
   *
   * @throws AppError `not_found`, `conflict`
   */
  async change(id: number, make: (record: OAuthRecord, url: string) => OAuthRecord | null) {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const { row, record } = await this.read(id);
      const after = make(record, row.url);
      if (after === null) return;
      if (await this.#context.mcpServers.replaceOauth(id, row.oauth, this.seal(after, row.url)))
        return;
    }
    throw new AppError('conflict');
  }

  /**
   * Notes that somebody has to sign in, and why. Without a valid token only what is known of the way to one
   * is kept.
   *
   * @returns The error to throw
   */
  async demand(id: number, why: NonNullable<OAuthRecord['needs']>, refusal?: Refusal) {
    let isNews = false;
    await this.change(id, (before) => {
      const after = { ...before, needs: why, ...(refusal && { challenge: refusal }) };
      if (why !== 'more_rights') delete after.grant;
      isNews = before.needs !== why;
      // Each refused call of a visitor comes here.
      return isDeepStrictEqual(before, after) ? null : after;
    });
    if (isNews)
      this.#context.log.warn({ server: id, reason: why }, 'an MCP server asks for a sign-in');
    return signInNeeded(why);
  }

  /** `isOld`: it is sealed with an older key. */
  #unseal({ id, url, oauth }: Sealed): { record: OAuthRecord; isOld: boolean } {
    if (oauth === null) return { record: {}, isOld: false };
    try {
      const { secret, isOld } = this.#context.secrets.open(oauth, originOf(url));
      return { record: JSON.parse(secret) as OAuthRecord, isOld };
    } catch (error) {
      this.#context.log.error(
        { err: error, server: id },
        'stored tokens cannot be decrypted; sign in again',
      );
      return { record: { needs: 'needed' }, isOld: false };
    }
  }
}
