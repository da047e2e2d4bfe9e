import type { Selectable } from 'kysely';
import { AppError } from '../errors/app-error.ts';
import type { Log } from '../runtime/log.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { toNumber, type Database, changeRows, rowOf } from './database.ts';
import type { McpServerTable } from './schema.ts';

/** A tool as its server described it at the last discovery. */
export interface StoredTool {
  name: string;
  title: string;
  description: string;
  /** JSON Schema that every vendor accepts; null when the tool's schema cannot be converted. */
  inputSchema: Record<string, unknown> | null;
  /** The tool's own annotations; null when absent. */
  readOnly: boolean | null;
  destructive: boolean | null;
}

export interface McpServer {
  id: number;
  name: string;
  url: string;
  /** Empty for none. */
  authHeader: string;
  /** Sealed for the server's origin; `mcp/oauth/records.ts` opens it. Null for none. */
  oauth: string | null;
  enabled: boolean;
  /** Names; null: the owner has not chosen. */
  allowedTools: string[] | null;
  tools: StoredTool[];
  /** Milliseconds; null before the first time. */
  discoveredAt: number | null;
}

type McpServerFields = Pick<
  McpServer,
  'name' | 'url' | 'authHeader' | 'oauth' | 'enabled' | 'allowedTools'
>;

type Row = Selectable<McpServerTable>;

type Changes = { [Name in keyof McpServerFields]?: McpServerFields[Name] | undefined };

const originOf = (url: string) => new URL(url).origin;

/** Queries of the table of MCP servers. Headers are stored encrypted, each for its server's origin. */
export class McpServers {
  readonly #query: Database['query'];
  readonly #secrets: Secrets;
  readonly #clock: () => number;
  readonly #log: Log;

  constructor({ query }: Database, secrets: Secrets, clock: () => number, log: Log) {
    this.#query = query;
    this.#secrets = secrets;
    this.#clock = clock;
    this.#log = log;
  }

  #open({ id, url, auth_header: text }: Row) {
    try {
      return this.#secrets.open(text ?? '', originOf(url));
    } catch (error) {
      this.#log.error(
        { err: error, server: id },
        'a stored header cannot be decrypted; enter it again',
      );
      return { secret: '', isOld: false };
    }
  }

  /** Decrypts a header, and stores one under an older key again under the present one. */
  async #reveal(row: Row): Promise<string> {
    const { secret, isOld } = this.#open(row);
    if (isOld) {
      await changeRows(
        this.#query,
        'mcp_servers',
        { id: row.id, auth_header: row.auth_header },
        { auth_header: this.#secrets.seal(secret, originOf(row.url)) },
      );
    }
    return secret;
  }

  readonly #toServer = async (row: Row): Promise<McpServer> => ({
    id: row.id,
    name: row.name,
    url: row.url,
    authHeader: await this.#reveal(row),
    oauth: row.oauth,
    enabled: row.enabled === 1,
    allowedTools: row.allowed_tools === null ? null : (JSON.parse(row.allowed_tools) as string[]),
    tools: row.tools === null ? [] : (JSON.parse(row.tools) as StoredTool[]),
    discoveredAt: row.discovered_at === null ? null : toNumber(row.discovered_at),
  });

  /** Converts changes to columns. @param url Address that the header is for */
  readonly #toColumns = ({ authHeader, enabled, allowedTools, ...rest }: Changes, url: string) => ({
    ...rest,
    ...(authHeader !== undefined && {
      auth_header: authHeader && this.#secrets.seal(authHeader, originOf(url)),
    }),
    ...(enabled !== undefined && { enabled: Number(enabled) }),
    ...(allowedTools !== undefined && {
      allowed_tools: allowedTools && JSON.stringify(allowedTools),
    }),
    updated_at: this.#clock(),
  });

  async list(): Promise<McpServer[]> {
    const rows = await this.#query.selectFrom('mcp_servers').selectAll().orderBy('id').execute();
    return Promise.all(rows.map(this.#toServer));
  }

  /** Returns the ids of the servers whose header the present key material does not open. */
  async unreadable(): Promise<number[]> {
    const columns = ['id', 'url', 'auth_header'] as const;
    const rows = await this.#query.selectFrom('mcp_servers').select(columns).execute();
    return rows.flatMap(({ id, url, auth_header: text }) => {
      try {
        this.#secrets.open(text ?? '', originOf(url));
        return [];
      } catch {
        return id;
      }
    });
  }

  /** @throws AppError `not_found` */
  async get(id: number): Promise<McpServer> {
    const row = await this.#query
      .selectFrom('mcp_servers')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw new AppError('not_found');
    return this.#toServer(row);
  }

  /** @returns Id of the server */
  async add({ name, url, ...rest }: McpServerFields): Promise<number> {
    const result = await this.#query
      .insertInto('mcp_servers')
      .values({ ...this.#toColumns(rest, url), name, url, created_at: this.#clock() })
      .executeTakeFirstOrThrow();
    return Number(result.insertId);
  }

  /**
   * Changes only the named fields.
   *
   * @throws AppError `invalid_request` when another address would get the header
   */
  async update(before: McpServer, changes: Changes): Promise<void> {
    const { url = before.url } = changes;
    const isUnnamed = changes.authHeader === undefined;
    if (isUnnamed && before.authHeader && originOf(url) !== originOf(before.url)) {
      const message = 'Enter the header again: it was stored for another address.';
      throw new AppError('invalid_request', { fields: { auth_header: message } });
    }
    await changeRows(this.#query, 'mcp_servers', { id: before.id }, this.#toColumns(changes, url));
  }

  /** Reads what each request to a server needs. Undefined: the server is missing. */
  readOauth(id: number): Promise<Pick<McpServer, 'id' | 'url' | 'oauth'> | undefined> {
    return rowOf(this.#query, 'mcp_servers', ['id', 'url', 'oauth'], { id });
  }

  /** Replaces a sealed text that still is `before`. False: another one has changed it. */
  async replaceOauth(id: number, before: string | null, after: string | null): Promise<boolean> {
    const result = await this.#query
      .updateTable('mcp_servers')
      .set({ oauth: after })
      .where('id', '=', id)
      .where('oauth', before === null ? 'is' : '=', before)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  }

  /** Stores the tools of a server, unless its address is no longer `url`. */
  async storeTools(id: number, url: string, tools: readonly StoredTool[]): Promise<void> {
    await changeRows(
      this.#query,
      'mcp_servers',
      { id, url },
      { tools: JSON.stringify(tools), discovered_at: this.#clock() },
    );
  }

  /** Deletes the tools after a change of the address. */
  async forgetTools(id: number): Promise<void> {
    await changeRows(this.#query, 'mcp_servers', { id }, { tools: null, discovered_at: null });
  }

  /** Deletes a server. False when it is missing. */
  async remove(id: number): Promise<boolean> {
    const result = await this.#query
      .deleteFrom('mcp_servers')
      .where('id', '=', id)
      .executeTakeFirst();
    return Number(result.numDeletedRows) > 0;
  }
}
