import { lookup } from 'node:dns/promises';
import { createLog } from '../../server/runtime/log.ts';
import { createConnections } from '../../server/mcp/connections.ts';
import { createDiscovery } from '../../server/mcp/discovery.ts';
import type { McpLimits } from '../../server/mcp/limits.ts';
import { createTools, type OfferedTool } from '../../server/mcp/tools.ts';
import { createAddressGuard, parseAllowed } from '../../server/net/address-guard.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import type { Settings } from '../../server/contract/settings.ts';
import { createSecrets } from '../../server/secrets/secrets.ts';
import { createMcpServers } from '../../server/storage/mcp-servers.ts';
import { memoryDatabase } from '../storage/memory-database.ts';

export const withMcp: Settings = { ...settingsDefaults, mcp: { enabled: true } };
/** Nobody aborts. */
export const patient = new AbortController().signal;

interface Options {
  /** As ITIH_FETCH_ALLOW. */
  allow?: string;
  limits?: Partial<McpLimits>;
  resolve?: (name: string) => Promise<{ address: string; family: number }[]>;
}

/** All of MCP on a database of its own, as `server/composition/services.ts` puts it together. */
export async function openMcp({ allow = '127.0.0.1', limits = {}, resolve }: Options = {}) {
  const database = await memoryDatabase();
  const log = createLog('silent');
  const secrets = createSecrets('m'.repeat(32));
  const mcpServers = createMcpServers(database, secrets, Date.now, log);
  const guard = createAddressGuard(
    parseAllowed(allow),
    resolve ?? ((name) => lookup(name, { all: true })),
  );
  const connections = createConnections({
    guard,
    version: '0.0.0',
    limits,
    toolsChanged: (id) => discovery.toolsChanged(id),
    opened: (id) => discovery.opened(id),
  });
  const discovery = createDiscovery({ mcpServers, connections, log });
  const tools = createTools({ mcpServers, connections, log });

  return {
    database,
    mcpServers,
    connections,
    discovery,
    tools,

    /** Makes the server known and asks it for its tools. @returns Its id */
    async add(
      url: string,
      fields: { name?: string; authHeader?: string; allowedTools?: string[] | null } = {},
    ): Promise<number> {
      const { name = 'Shop', authHeader = '', allowedTools = null } = fields;
      const id = await mcpServers.add({ name, url, authHeader, enabled: true, allowedTools });
      await discovery.discover(await mcpServers.get(id), patient);
      return id;
    },

    async offered(name: string): Promise<OfferedTool> {
      const offered = await tools.offered(withMcp, patient);
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
