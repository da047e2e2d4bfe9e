import { isDeepStrictEqual } from 'node:util';
import type { McpToolView } from '../contract/mcp.ts';
import type { Settings } from '../contract/settings.ts';
import type { ToolDefinition } from '../providers/language-model.ts';
import type { McpServer, StoredTool } from '../storage/mcp-servers.ts';
import type { CallResult, Connections } from './connections.ts';
import type { McpContext } from './context.ts';
import type { Discovery } from './discovery.ts';
import { toMcpFailure } from './failure.ts';
import type { OAuth } from './oauth/oauth.ts';

/** The result of a call, for the model. */
interface ToolOutcome {
  ok: boolean;
  content: string;
}

export interface OfferedTool {
  /** Its name is valid for every vendor, unique, and stable as long as the tools are. */
  definition: ToolDefinition;
  /** For a visitor: title or name, without control characters, at most 80 characters. */
  label: string;
  /** Calls the tool. `ok` false: an error for the model to read. @throws only the signal's reason */
  call(input: Record<string, unknown>, options: { signal: AbortSignal }): Promise<ToolOutcome>;
}

/** OpenAI's limits, with room for a fence: https://github.com/getsentry/sentry-mcp/issues/106 */
const maxOffered = 128;
const maxDescription = 960;
const maxLabel = 80;

/**
 * By the protocol a tool counts as destructive unless its annotations deny it:
 * https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations
 * Tools that deny it are offered by default, tools without annotations if the owner allows them, and tools that
 * declare themselves destructive never.
 */
export function isOffered(tool: StoredTool, allowedTools: McpServer['allowedTools']): boolean {
  if (neverOffered(tool)) return false;
  if (allowedTools !== null) return allowedTools.includes(tool.name);
  return tool.readOnly === true || tool.destructive === false;
}

/** Returns why the owner cannot allow a tool; undefined: they can. */
export function neverOffered({ inputSchema, destructive }: StoredTool): McpToolView['never'] {
  if (destructive === true) return 'destructive';
  return inputSchema === null ? 'unusable' : undefined;
}

const labelOf = ({ title, name }: StoredTool) =>
  (title || name)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLabel);

/** Some servers tell what they were sent. */
function withoutHeader({ ok, content }: ToolOutcome, authHeader: string): ToolOutcome {
  const secrets = [authHeader, ...authHeader.split(/\s+/)].filter(({ length }) => length >= 8);
  return {
    ok,
    content: secrets.reduce((text, secret) => text.replaceAll(secret, '[key]'), content),
  };
}

/** The tools that models may call. */
export class Tools {
  readonly #context: McpContext;
  readonly #oauth: OAuth;
  readonly #connections: Connections;
  readonly #discovery: Discovery;

  constructor(context: McpContext, oauth: OAuth, connections: Connections, discovery: Discovery) {
    this.#context = context;
    this.#oauth = oauth;
    this.#connections = connections;
    this.#discovery = discovery;
  }

  /** Reads stored lists of tools, so that a server that is down does not delay a question. */
  async offered(settings: Settings): Promise<OfferedTool[]> {
    if (!settings.mcp.enabled) return [];
    const { mcpServers, log } = this.#context;
    const known = await mcpServers.list();
    const servers = known.filter((server) => server.enabled && !this.#isWithdrawn(server));
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
        name: names[index]!,
        description: tool.description.slice(0, maxDescription),
        inputSchema: tool.inputSchema ?? {},
      },
      label: labelOf(tool) || names[index]!,
      call: (input, { signal }) => this.#call(server, tool, input, signal),
    }));
  }

  /** Whether the chat has to go on without a server, because somebody has to sign in first. */
  #isWithdrawn(server: McpServer): boolean {
    const isRefused = ['needed', 'expired'].includes(this.#oauth.view(server).state);
    // One whose tools are not known has never been of use.
    if (isRefused && server.tools.length > 0) this.#discovery.lookAgain(server);
    return isRefused;
  }

  async #call(
    server: McpServer,
    { name, inputSchema }: StoredTool,
    input: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<ToolOutcome> {
    const { log, limits } = this.#context;
    try {
      const tool = { name, inputSchema: { ...inputSchema, type: 'object' as const } };
      const result = await this.#connections.use(
        server.id,
        server,
        (connection) => connection.callTool(tool, input, signal),
        signal,
      );
      return withoutHeader(toOutcome(result, limits.maxResultChars), server.authHeader);
    } catch (error) {
      signal.throwIfAborted();
      const failure = toMcpFailure(error, server.authHeader);
      log.warn({ err: failure, server: server.id, tool: name }, 'a tool could not be called');
      return { ok: false, content: cut(failure.message, limits.maxResultChars) };
    }
  }
}

/** Turns a result into text of at most `maxChars` characters. Names parts that are not text. */
export function toOutcome(result: CallResult, maxChars: number): ToolOutcome {
  const parts = result.content.map(describe);
  const structured = result.structuredContent;
  const texts = result.content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  // The text may be the same as JSON, as the protocol advises, or only a summary:
  // https://modelcontextprotocol.io/specification/2025-11-25/server/tools#structured-content
  if (structured !== undefined && !texts.some((text) => isSame(text, structured))) {
    parts.splice(texts.length > 0 ? parts.length : 0, 0, JSON.stringify(structured));
  }
  const content = parts.filter((part) => part !== '').join('\n\n');
  const empty = result.isError ? 'The tool failed and did not say why.' : 'The tool said nothing.';
  return { ok: !result.isError, content: cut(content || empty, maxChars) };
}

function isSame(text: string, structured: unknown): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(text), structured);
  } catch {
    return false;
  }
}

type Block = CallResult['content'][number];

function describe(block: Block): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
      return `[An image (${block.mimeType}), not shown]`;
    case 'audio':
      return `[A sound (${block.mimeType}), not played]`;
    case 'resource_link':
      return `[A resource: ${block.title ?? block.name}, ${block.uri}]`;
    case 'resource':
      return 'text' in block.resource
        ? block.resource.text
        : `[A file: ${block.resource.uri}, not shown]`;
    default:
      // Cannot happen: the SDK refuses types that it does not know.
      return block satisfies never;
  }
}

/** Cuts a text and tells the model so: otherwise it would take the cut text for complete. */
function cut(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const note = `\n\n[Cut: this is the beginning of ${text.length} characters.]`;
  // Never cuts between the halves of one character.
  return text.slice(0, maxChars - note.length).replace(/[\ud800-\udbff]$/, '') + note;
}

/** Every vendor accepts `^[a-zA-Z][a-zA-Z0-9_-]{0,63}$`. */
const maxNameChars = 64;

function legalName(text: string): string {
  const name = text.replace(/[^a-zA-Z0-9_-]+/g, '_');
  return (/^[a-zA-Z]/.test(name) ? name : `tool_${name}`).slice(0, maxNameChars);
}

/**
 * Makes unique names for models, stable as long as the tools are. A name that is taken gets its server's name in
 * front, then a number behind.
 */
export function nameTools(tools: readonly { server: string; tool: string }[]): string[] {
  const taken = new Set<string>();
  return tools.map(({ server, tool }) => {
    let name = legalName(tool);
    if (taken.has(name)) name = legalName(`${server}_${tool}`);
    for (let n = 2; taken.has(name); n++) {
      const end = `_${n}`;
      name = legalName(`${server}_${tool}`).slice(0, maxNameChars - end.length) + end;
    }
    taken.add(name);
    return name;
  });
}
