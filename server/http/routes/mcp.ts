import type { z } from 'zod';
import { AppError } from '../../errors/app-error.ts';
import {
  createMcpServer,
  finishSignIn,
  updateMcpServer,
  type DiscoverReply,
  type McpServerView,
  type McpToolView,
  type SignInReply,
  type SignOutReply,
} from '../../contract/mcp.ts';
import type { OAuth } from '../../mcp/oauth/oauth.ts';
import { isOffered, neverOffered } from '../../mcp/tools.ts';
import type { AddressGuard } from '../../net/address-guard.ts';
import { unlessAborted } from '../../net/unless-aborted.ts';
import type { Services } from '../../composition/services.ts';
import type { McpServer, StoredTool } from '../../storage/mcp-servers.ts';
import type { Handlers } from '../contract-router.ts';
import { identityOf } from '../identity.ts';
import { clientGone, parseBody, parseId } from '../request.ts';

const toTools = (tools: readonly StoredTool[], { allowedTools }: McpServer): McpToolView[] =>
  tools.map((tool) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    enabled: isOffered(tool, allowedTools),
    never: neverOffered(tool),
  }));

const viewBy =
  (oauth: OAuth) =>
  (server: McpServer): McpServerView => {
    const { state, clientId, hasSecret } = oauth.view(server);
    return {
      id: server.id,
      name: server.name,
      url: server.url,
      auth_header_set: server.authHeader !== '',
      oauth_client_id: clientId,
      oauth_client_secret_set: hasSecret,
      sign_in: state,
      enabled: server.enabled,
      allowed_tools: server.allowedTools,
      tools: toTools(server.tools, server),
      discovered_at:
        server.discoveredAt === null ? null : new Date(server.discoveredAt).toISOString(),
    };
  };

const clientOf = (fields: z.output<typeof updateMcpServer>) => ({
  clientId: fields.oauth_client_id,
  clientSecret: fields.oauth_client_secret,
});

/** Milliseconds for resolving a host name. */
const lookupMs = 5000;

const wrongUrl = (message: string) => new AppError('invalid_request', { fields: { url: message } });

/** @throws AppError `invalid_request`, `blocked_address` */
async function checkUrl(text: string, guard: AddressGuard): Promise<void> {
  const url = new URL(text);
  if (url.username || url.password) {
    throw wrongUrl('A user name or password belongs into the Authorization header.');
  }
  try {
    await unlessAborted(guard.addressesOf(url, true), AbortSignal.timeout(lookupMs));
  } catch (error) {
    // An unknown host name is resolved again at each connection.
    if (error instanceof AppError) throw error;
  }
}

export function mcpRoutes({ mcpServers, mcp, guard }: Services): Handlers {
  const { oauth } = mcp;
  const toView = viewBy(oauth);
  return {
    'GET /mcp/servers': async (_request, response) => {
      response.json((await mcpServers.list()).map(toView));
    },

    'POST /mcp/servers': async (request, response) => {
      const fields = parseBody(createMcpServer, request);
      await checkUrl(fields.url, guard);
      const id = await mcpServers.add({
        name: fields.name,
        url: fields.url,
        authHeader: fields.auth_header ?? '',
        oauth: oauth.clientFor(undefined, fields.url, clientOf(fields)),
        enabled: fields.enabled ?? true,
        allowedTools: fields.allowed_tools ?? null,
      });
      response.status(201).json(toView(await mcpServers.get(id)));
    },

    'POST /mcp/servers/<id>': async (request, response) => {
      const id = parseId(request);
      const fields = parseBody(updateMcpServer, request);
      const before = await mcpServers.get(id);
      if (fields.url !== undefined) await checkUrl(fields.url, guard);
      const { name, url = before.url, enabled, allowed_tools: allowedTools } = fields;
      const hasMoved = url !== before.url;
      if (!hasMoved) await oauth.changeClient(id, clientOf(fields));
      await mcpServers.update(before, {
        ...{ name, url, enabled, allowedTools, authHeader: fields.auth_header },
        oauth: hasMoved ? oauth.clientFor(before, url, clientOf(fields)) : undefined,
      });
      if (hasMoved) await mcpServers.forgetTools(id);
      const server = await mcpServers.get(id);
      if (!server.enabled) await mcp.connections.drop(id);
      response.json(toView(server));
    },

    'DELETE /mcp/servers/<id>': async (request, response) => {
      const id = parseId(request);
      await oauth.signOut(id);
      if (!(await mcpServers.remove(id))) throw new AppError('not_found');
      await mcp.connections.drop(id);
      response.json({ deleted: true });
    },

    'POST /mcp/servers/<id>/discover': async (request, response) => {
      const server = await mcpServers.get(parseId(request));
      const tools = await mcp.discovery.discover(server, clientGone(request));
      const reply: DiscoverReply = { tools: toTools(tools, server) };
      response.json(reply);
    },

    'POST /mcp/servers/<id>/sign-in': async (request, response) => {
      const { user_id: userId } = identityOf(response);
      const reply: SignInReply = { url: await oauth.begin(parseId(request), userId) };
      response.json(reply);
    },

    'POST /mcp/sign-in': async (request, response) => {
      const answer = parseBody(finishSignIn, request);
      const id = await oauth.finish(answer, identityOf(response).user_id);
      await mcp.connections.drop(id);
      response.json(toView(await mcpServers.get(id)));
    },

    'DELETE /mcp/servers/<id>/sign-in': async (request, response) => {
      const id = parseId(request);
      const revoked = await oauth.signOut(id);
      await mcp.connections.drop(id);
      const reply: SignOutReply = { server: toView(await mcpServers.get(id)), revoked };
      response.json(reply);
    },
  };
}
