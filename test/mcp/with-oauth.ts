import { startMcpServer } from '../fakes/mcp-server.ts';
import { protect, startOAuthServer } from '../fakes/oauth-server.ts';
import { openMcp, patient } from './open-mcp.ts';

type OpenOptions = NonNullable<Parameters<typeof openMcp>[0]>;

interface Options extends OpenOptions {
  behaviour?: Parameters<typeof startOAuthServer>[1];
  protection?: Parameters<typeof protect>[2];
  server?: Parameters<typeof startMcpServer>[0];
  /** Tokens are for the server's whole origin, which has no slash at its end. */
  isWholeOrigin?: boolean;
}

/** Starts an MCP server behind an authorization server, and ours, which knows its address. */
export async function openBed(options: Options = {}) {
  const { behaviour, protection, isWholeOrigin, ...rest } = options;
  const server = await startMcpServer(options.server);
  const resource = isWholeOrigin ? new URL(server.url).origin : server.url;
  const oauth = await startOAuthServer(() => resource, behaviour);
  protect(server, oauth, { ...protection, description: { resource, ...protection?.description } });
  /** Milliseconds by which the clock is ahead. */
  const bed = { ahead: 0 };
  const mcp = await openMcp({ clock: () => Date.now() + bed.ahead, ...rest });
  const id = await mcp.know(server.url);
  return Object.assign(bed, {
    server,
    oauth,
    mcp,
    id,
    call: async (name = 'sum') =>
      (await mcp.offered(name)).call({ a: 40, b: 2 }, { signal: patient }),
    async close() {
      await mcp.close();
      await server.close();
      await oauth.close();
    },
  });
}

export type Bed = Awaited<ReturnType<typeof openBed>>;

/** As `openBed`, with the owner signed in and the tools discovered. */
export async function openSignedIn(options: Options = {}): Promise<Bed> {
  const bed = await openBed(options);
  await bed.mcp.discover(bed.id).catch(() => undefined);
  await bed.mcp.signIn(bed.id);
  await bed.mcp.discover(bed.id);
  return bed;
}
