import type { Log } from '../runtime/log.ts';
import type { AddressGuard } from '../net/address-guard.ts';
import type { McpServers } from '../storage/mcp-servers.ts';
import { createConnections } from './connections.ts';
import { createDiscovery } from './discovery.ts';
import { createTools } from './tools.ts';

/** Brings models the tools of MCP servers. */
export function createMcp(mcpServers: McpServers, guard: AddressGuard, version: string, log: Log) {
  const connections = createConnections({
    guard,
    version,
    toolsChanged: (id) => discovery.toolsChanged(id),
    opened: (id) => discovery.opened(id),
  });
  const discovery = createDiscovery({ mcpServers, connections, log });
  return { connections, discovery, tools: createTools({ mcpServers, connections, log }) };
}
