import { lookup } from 'node:dns/promises';
import { createLog, type Log } from '../../server/runtime/log.ts';
import type { McpLimits } from '../../server/mcp/context.ts';
import { Mcp } from '../../server/mcp/mcp.ts';
import type { OfferedTool } from '../../server/mcp/tools.ts';
import { AddressGuard, parseAllowed } from '../../server/net/address-guard.ts';
import { finishSignIn, type FinishSignIn } from '../../server/contract/mcp.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import type { Settings } from '../../server/contract/settings.ts';
import { Secrets } from '../../server/secrets/secrets.ts';
import type { Database } from '../../server/storage/database.ts';
import { State } from '../../server/storage/state.ts';
import { McpServers } from '../../server/storage/mcp-servers.ts';
import { memoryDatabase } from '../storage/memory-database.ts';

export const withMcp: Settings = { ...settingsDefaults, mcp: { enabled: true } };
/** Nobody aborts. */
export const patient = new AbortController().signal;

export const testSite = {
  name: 'A site',
  homeUrl: 'http://localhost:3000',
  redirectUrl: 'http://localhost:3000/wp-admin/admin.php?page=chat',
};

/** Follows the authorization server's redirect. @returns The parameters with which it sends the owner back */
export async function visit(page: string): Promise<FinishSignIn> {
  const response = await fetch(page, { redirect: 'manual' });
  const back = new URL(response.headers.get('location') ?? '');
  return finishSignIn.parse(
    Object.fromEntries([...back.searchParams].filter(([name]) => name !== 'page')),
  );
}

type Fields = Parameters<McpServers['add']>[0];

interface Options {
  /** As ITIH_FETCH_ALLOW. */
  allow?: string;
  limits?: Partial<McpLimits>;
  /** A database that another sidecar uses, too. */
  database?: Database;
  clock?: () => number;
  log?: Log;
  /** The site's client id metadata document, where authorization servers can read it. */
  clientUrl?: string;
  resolve?: (name: string) => Promise<{ address: string; family: number }[]>;
}

/** All of MCP on a database of its own, as `server/composition/services.ts` puts it together. */
export async function openMcp(options: Options = {}) {
  const { allow = '127.0.0.1', limits = {}, resolve, clientUrl, clock = Date.now } = options;
  const database = options.database ?? (await memoryDatabase());
  const log = options.log ?? createLog('silent');
  const secrets = new Secrets('m'.repeat(32));
  const mcpServers = new McpServers(database, secrets, clock, log);
  const guard = new AddressGuard(
    parseAllowed(allow),
    resolve ?? ((name) => lookup(name, { all: true })),
  );
  const mcp = new Mcp({
    mcpServers,
    secrets,
    state: new State(database),
    guard,
    version: '0.0.0',
    clock,
    log,
    site: () => Promise.resolve({ ...testSite, clientUrl }),
    limits,
  });
  const { connections, discovery, tools } = mcp;

  return {
    database,
    mcpServers,
    ...mcp,

    /** Makes the server known. @returns Its id */
    know(url: string, fields: Partial<Fields> = {}): Promise<number> {
      const defaults = { name: 'Shop', authHeader: '', enabled: true, allowedTools: null };
      return mcpServers.add({ ...defaults, oauth: null, ...fields, url });
    },

    async discover(id: number): Promise<void> {
      await discovery.discover(await mcpServers.get(id), patient);
    },

    /** Makes the server known and asks it for its tools. @returns Its id */
    async add(url: string, fields: Partial<Fields> = {}): Promise<number> {
      const id = await this.know(url, fields);
      await this.discover(id);
      return id;
    },

    signInState: async (id: number) => mcp.oauth.view(await mcpServers.get(id)).state,

    /** Signs in as an owner does, in a browser that agrees to everything. */
    async signIn(id: number, userId = 1): Promise<void> {
      const page = await mcp.oauth.begin(id, userId);
      await mcp.oauth.finish(await visit(page), userId);
    },

    async offered(name: string): Promise<OfferedTool> {
      const offered = await tools.offered(withMcp);
      const found = offered.find(({ definition }) => definition.name === name);
      if (!found) throw new Error(`${name} is not offered.`);
      return found;
    },

    async close(): Promise<void> {
      await connections.close();
      await database.close();
    },
  };
}
export type OpenMcp = Awaited<ReturnType<typeof openMcp>>;
