import { Connections } from './connections.ts';
import { mcpLimits, type McpContext, type McpLimits } from './context.ts';
import { createDiscovery } from './discovery.ts';
import { OAuth } from './oauth/oauth.ts';
import { createTools } from './tools.ts';

type Given = Omit<McpContext, 'limits'> & { limits?: Partial<McpLimits> };

/** Brings models the tools of MCP servers. */
export function createMcp(given: Given) {
  const context = { ...given, limits: { ...mcpLimits, ...given.limits } };
  const oauth = new OAuth(context);
  const connections = new Connections(context, oauth, {
    toolsChanged: (id) => discovery.toolsChanged(id),
    opened: (id) => discovery.opened(id),
  });
  const discovery = createDiscovery(context, oauth, connections);
  return {
    connections,
    discovery,
    oauth,
    tools: createTools(context, oauth, connections, discovery),
  };
}
