import type {
  Client,
  FetchLike,
  StreamableHTTPClientTransport,
  Tool,
} from '@modelcontextprotocol/client';
import type { AddressGuard } from '../net/address-guard.ts';
import { unlessAborted } from '../net/unless-aborted.ts';
import { httpStatus } from './failure.ts';
import type { McpLimits } from './limits.ts';
import { createPinnedFetch } from './pinned-fetch.ts';

export interface McpAddress {
  url: string;
  /** Empty for none. */
  authHeader: string;
}

interface Setup {
  guard: AddressGuard;
  limits: McpLimits;
  version: string;
  /** Makes a `fetch` that sends the server's tokens. */
  signedFetch: (send: FetchLike) => FetchLike;
  /** Called when the server reports that its tools have changed. */
  toolsChanged: () => void;
  /** Aborts opening the connection. */
  signal: AbortSignal;
}

export type CallResult = Awaited<ReturnType<Client['callTool']>>;

/** Limits in milliseconds for the delay before a stream is resumed, which the server chooses. */
const resumeDelay = { min: 100, max: 30_000 };

/**
 * Connects to one server. Loads the SDK with the first connection: most sites have no MCP server.
 *
 * @throws AppError `blocked_address`; SDK and transport errors, for `toMcpFailure`
 */
export async function openConnection({ url: text, authHeader }: McpAddress, setup: Setup) {
  const { guard, limits, version } = setup;
  const inTime = AbortSignal.any([setup.signal, AbortSignal.timeout(limits.connectMs)]);
  const sdk = await import('@modelcontextprotocol/client');
  const url = new URL(text);
  const { addresses } = await unlessAborted(guard.addressesOf(url, true), inTime);
  const pinned = createPinnedFetch(url, addresses, limits);
  const transport = new sdk.StreamableHTTPClientTransport(url, {
    // A header that the owner has entered is used in place of OAuth.
    fetch: authHeader ? pinned.fetch : setup.signedFetch(pinned.fetch),
    requestInit: {
      headers: {
        'user-agent': `itih-rag-chat/${version}`,
        ...(authHeader && { authorization: authHeader }),
      },
    },
    reconnectionScheduler(reconnect, delay) {
      const wait = Math.min(Math.max(delay, resumeDelay.min), resumeDelay.max);
      const timer = setTimeout(reconnect, wait).unref();
      return () => clearTimeout(timer);
    },
  });
  const client = new sdk.Client(
    { name: 'itih-rag-chat', version },
    {
      // Asks the server which protocol it speaks: with sessions, or 2026-07-28.
      versionNegotiation: { mode: 'auto' },
      listMaxPages: limits.maxPages,
      listChanged: {
        tools: { autoRefresh: false, debounceMs: 300, onChanged: setup.toolsChanged },
      },
    },
  );
  try {
    // The SDK's request for the protocol takes no signal.
    const options = { signal: inTime, timeout: limits.connectMs };
    await unlessAborted(client.connect(transport, options), inTime);
  } catch (error) {
    await transport.close();
    await client.close();
    pinned.close();
    throw error;
  }
  return {
    /** Reads all pages of the list. */
    async listTools(signal: AbortSignal): Promise<Tool[]> {
      if (!client.getServerCapabilities()?.tools) return [];
      const options = {
        signal: AbortSignal.any([signal, AbortSignal.timeout(limits.listMs)]),
        timeout: limits.listMs,
        cacheMode: 'bypass',
      } as const;
      return (await pinned.during(() => client.listTools({}, options))).tools;
    },

    /** Calls a tool. Tells the server when the call is aborted. */
    callTool(
      { name, inputSchema }: Pick<Tool, 'name' | 'inputSchema'>,
      input: Record<string, unknown>,
      signal: AbortSignal,
    ): Promise<CallResult> {
      const options = {
        signal: AbortSignal.any([signal, AbortSignal.timeout(limits.callMs)]),
        timeout: limits.callIdleMs,
        resetTimeoutOnProgress: true,
        onprogress: () => undefined,
        // Without the schema of its output: the model reads any result.
        toolDefinition: { name, inputSchema },
      };
      return pinned.during(() => client.callTool({ name, arguments: input }, options));
    },

    /**
     * Tells whether an error means that the server has forgotten this session, and did not carry out the call.
     * Servers should answer 404; some answer 400:
     * https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management
     */
    hasForgotten(error: unknown): boolean {
      if (transport.sessionId === undefined) return false;
      const status = httpStatus(error);
      return status === 404 || (status === 400 && /session|initiali[sz]ed/i.test(String(error)));
    },

    close: () => close(client, transport, limits.closeMs).finally(pinned.close),
  };
}
export type McpConnection = Awaited<ReturnType<typeof openConnection>>;

/** Ends the session first: otherwise it stays in the server's memory. */
async function close(client: Client, transport: StreamableHTTPClientTransport, within: number) {
  const ended = transport.terminateSession().catch(() => undefined);
  await unlessAborted(ended, AbortSignal.timeout(within)).catch(() => undefined);
  await client.close();
}
