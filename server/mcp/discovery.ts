import type { Tool } from '@modelcontextprotocol/client';
import type { McpServer, StoredTool } from '../storage/mcp-servers.ts';
import type { Connections } from './connections.ts';
import type { McpContext } from './context.ts';
import { toMcpFailure } from './failure.ts';
import { toLegalSchema } from './legal-schema.ts';
import type { OAuth } from './oauth/oauth.ts';

/** Milliseconds between two looks at a server that asks for a sign-in. */
const lookAgainMs = 60_000;

const maxChars = { title: 200, description: 4000 };

/** Asks servers for their tools and stores the lists. */
export class Discovery {
  readonly #context: McpContext;
  readonly #oauth: OAuth;
  readonly #connections: Connections;
  /** When servers were looked at that ask for a sign-in. */
  readonly #looked = new Map<number, number>();
  /** Servers that are being asked. */
  readonly #pending = new Set<number>();

  constructor(context: McpContext, oauth: OAuth, connections: Connections) {
    this.#context = context;
    this.#oauth = oauth;
    this.#connections = connections;
  }

  /** @throws AppError `blocked_address`, `provider_error`, `provider_timeout`; the signal's reason */
  async discover(server: McpServer, signal: AbortSignal): Promise<StoredTool[]> {
    const { id, url, authHeader } = server;
    this.#pending.add(id);
    try {
      const tools = await this.#connections.use(id, server, (one) => one.listTools(signal), signal);
      const stored = this.#withinLimits(id, tools);
      await this.#context.mcpServers.storeTools(id, url, stored);
      await this.#oauth.answered(id);
      return stored;
    } catch (error) {
      signal.throwIfAborted();
      throw toMcpFailure(error, authHeader);
    } finally {
      this.#pending.delete(id);
    }
  }

  /** Reads the tools again in the background, after a server's notification. */
  toolsChanged(id: number): void {
    void this.#rediscover(id);
  }

  /** Reads the tools again when a connection is opened for another purpose. */
  opened(id: number): void {
    if (!this.#pending.has(id)) void this.#rediscover(id);
  }

  /**
   * Looks in the background whether a server that has asked for a sign-in still does: a gateway's short 401 should
   * not keep its tools away until somebody looks.
   */
  lookAgain(server: McpServer): void {
    const { id } = server;
    const { clock, limits, log } = this.#context;
    const now = clock();
    if (this.#pending.has(id) || now - (this.#looked.get(id) ?? -Infinity) < lookAgainMs) return;
    this.#looked.set(id, now);
    this.discover(server, AbortSignal.timeout(limits.listMs)).then(
      () => log.info({ server: id }, 'an MCP server answers again without a sign-in'),
      // It was told when its tools were withdrawn.
      () => undefined,
    );
  }

  async #rediscover(id: number): Promise<void> {
    const { mcpServers, limits, log } = this.#context;
    try {
      const server = await mcpServers.get(id);
      if (server.enabled) await this.discover(server, AbortSignal.timeout(limits.listMs));
    } catch (error) {
      log.warn({ err: error, server: id }, 'the tools of an MCP server could not be read');
    }
  }

  #withinLimits(id: number, tools: readonly Tool[]): StoredTool[] {
    const { limits, log } = this.#context;
    let chars = 0;
    const all = tools.slice(0, limits.maxTools).map((tool) => this.#toStored(id, tool));
    const kept = all.filter(
      (tool) => (chars += JSON.stringify(tool).length) < limits.maxToolsChars,
    );
    if (kept.length < tools.length) {
      log.warn({ server: id, tools: tools.length, kept: kept.length }, 'there are too many tools');
    }
    return kept;
  }

  #toStored(serverId: number, tool: Tool): StoredTool {
    const { annotations } = tool;
    const stored: StoredTool = {
      name: tool.name,
      title: (tool.title ?? annotations?.title ?? '').slice(0, maxChars.title),
      description: (tool.description ?? '').slice(0, maxChars.description),
      inputSchema: null,
      readOnly: annotations?.readOnlyHint ?? null,
      destructive: annotations?.destructiveHint ?? null,
    };
    try {
      if (tool.execution?.taskSupport === 'required') throw new Error('it only runs as a task');
      stored.inputSchema = toLegalSchema(tool.inputSchema, this.#context.limits.maxSchemaChars);
    } catch (error) {
      const { message } = error as Error;
      const about = { server: serverId, tool: tool.name };
      this.#context.log.warn(about, `a tool is not offered: ${message}`);
    }
    return stored;
  }
}
