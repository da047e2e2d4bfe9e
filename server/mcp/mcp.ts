import type { Log } from '../runtime/log.ts';
import type { AddressGuard } from '../net/address-guard.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { McpServers } from '../storage/mcp-servers.ts';
import type { State } from '../storage/state.ts';
import { createConnections } from './connections.ts';
import { createDiscovery } from './discovery.ts';
import { mcpLimits, type McpLimits } from './limits.ts';
import { OAuth } from './oauth/oauth.ts';
import type { OAuthSite } from './oauth/site.ts';
import { createTools } from './tools.ts';

interface Dependencies {
  mcpServers: McpServers;
  secrets: Secrets;
  state: State;
  guard: AddressGuard;
  version: string;
  clock: () => number;
  log: Log;
  site: () => Promise<OAuthSite>;
  limits?: Partial<McpLimits>;
}

/** Brings models the tools of MCP servers. */
export function createMcp(dependencies: Dependencies) {
  const limits = { ...mcpLimits, ...dependencies.limits };
  const oauth = new OAuth({ ...dependencies, limits });
  const connections = createConnections({
    ...dependencies,
    limits,
    oauth,
    toolsChanged: (id) => discovery.toolsChanged(id),
    opened: (id) => discovery.opened(id),
  });
  const discovery = createDiscovery({ ...dependencies, oauth, connections });
  return {
    connections,
    discovery,
    oauth,
    tools: createTools({ ...dependencies, oauth, connections, discovery }),
  };
}
