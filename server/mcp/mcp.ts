import { Connections } from './connections.ts';
import { mcpLimits, type McpContext, type McpLimits } from './context.ts';
import { Discovery } from './discovery.ts';
import { OAuth } from './oauth/oauth.ts';
import { Tools } from './tools.ts';

/** Brings models the tools of MCP servers. */
export class Mcp {
  readonly oauth: OAuth;
  readonly connections: Connections;
  readonly discovery: Discovery;
  readonly tools: Tools;

  constructor(given: Omit<McpContext, 'limits'> & { limits?: Partial<McpLimits> }) {
    const context = { ...given, limits: { ...mcpLimits, ...given.limits } };
    this.oauth = new OAuth(context);
    this.connections = new Connections(context, this.oauth, {
      toolsChanged: (id) => this.discovery.toolsChanged(id),
      opened: (id) => this.discovery.opened(id),
    });
    this.discovery = new Discovery(context, this.oauth, this.connections);
    this.tools = new Tools(context, this.oauth, this.connections, this.discovery);
  }
}
