import type { McpToolView } from '../contract/mcp.ts';
import type { Settings } from '../contract/settings.ts';
import type { Log } from '../runtime/log.ts';
import type { ToolDefinition } from '../providers/language-model.ts';
import type { McpServer, McpServers, StoredTool } from '../storage/mcp-servers.ts';
import type { Connections } from './connections.ts';
import { toMcpFailure } from './failure.ts';
import { nameTools } from './tool-names.ts';
import { cut, toOutcome, type ToolOutcome } from './tool-result.ts';

export interface OfferedTool {
  /** Its name is legal for every vendor, unlike all others, and the same as long as the tools are. */
  definition: ToolDefinition;
  /** For a visitor: title or name, without control characters, at most 80 characters. */
  label: string;
  /** `ok` false: an error for the model to read. @throws only the signal's reason */
  call(input: Record<string, unknown>, options: { signal: AbortSignal }): Promise<ToolOutcome>;
}

/** What a model may ask to be called. */
export interface Tools {
  /** From what the servers said when they were last asked, so one that is down costs a question no time. */
  offered(settings: Settings, signal: AbortSignal): Promise<OfferedTool[]>;
}

/** OpenAI takes so many tools, and so much about each: https://github.com/getsentry/sentry-mcp/issues/106 */
const maxOffered = 128;
const maxDescription = 1024;
const maxLabel = 80;

/**
 * By the protocol a tool may be destructive until it says otherwise, and what it says is a hint:
 * https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations
 * So without the owner's word only those are offered that say that they are not; with it also those that
 * say nothing; and never those that say that they are.
 */
export function isOffered(tool: StoredTool, allowedTools: McpServer['allowedTools']): boolean {
  if (neverOffered(tool)) return false;
  if (allowedTools !== null) return allowedTools.includes(tool.name);
  return tool.readOnly === true || tool.destructive === false;
}

/** Why no choice of the owner's can offer it; undefined: one can. */
export function neverOffered({ inputSchema, destructive }: StoredTool): McpToolView['never'] {
  if (destructive === true) return 'destructive';
  return inputSchema === null ? 'unusable' : undefined;
}

const labelOf = ({ title, name }: StoredTool) =>
  (title || name)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLabel);

interface Dependencies {
  mcpServers: McpServers;
  connections: Connections;
  log: Log;
}

export function createTools({ mcpServers, connections, log }: Dependencies): Tools {
  const { maxResultChars } = connections.limits;

  async function call(
    server: McpServer,
    { name, inputSchema }: StoredTool,
    input: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<ToolOutcome> {
    try {
      const tool = { name, inputSchema: { ...inputSchema, type: 'object' as const } };
      const result = await connections.use(
        server.id,
        server,
        (connection) => connection.callTool(tool, input, signal),
        signal,
      );
      return toOutcome(result, maxResultChars);
    } catch (error) {
      signal.throwIfAborted();
      const failure = toMcpFailure(error, server.authHeader);
      log.warn({ err: failure, server: server.id, tool: name }, 'a tool could not be called');
      return { ok: false, content: cut(failure.message, maxResultChars) };
    }
  }

  return {
    async offered(settings) {
      if (!settings.mcp.enabled) return [];
      const servers = (await mcpServers.list()).filter(({ enabled }) => enabled);
      const all = servers.flatMap((server) =>
        server.tools
          .filter((tool) => isOffered(tool, server.allowedTools))
          .map((tool) => ({ server, tool })),
      );
      const offered = all.slice(0, maxOffered);
      if (all.length > maxOffered) {
        log.warn({ tools: all.length, offered: maxOffered }, 'there are too many tools');
      }
      const names = nameTools(
        offered.map(({ server, tool }) => ({ server: server.name, tool: tool.name })),
      );
      return offered.map(({ server, tool }, index) => ({
        definition: {
          name: names[index] ?? '',
          description: tool.description.slice(0, maxDescription),
          inputSchema: tool.inputSchema ?? {},
        },
        label: labelOf(tool) || (names[index] ?? ''),
        call: (input, { signal }) => call(server, tool, input, signal),
      }));
    },
  };
}
