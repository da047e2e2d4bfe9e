import type {
  Client,
  FetchLike,
  StreamableHTTPClientTransport,
  Tool,
} from '@modelcontextprotocol/client';
import { AppError } from '../errors/app-error.ts';
import { unlessAborted } from '../net/unless-aborted.ts';
import type { McpContext, McpLimits } from './context.ts';
import { httpStatus } from './failure.ts';
import type { OAuth } from './oauth/oauth.ts';
import { PinnedFetch } from './pinned-fetch.ts';

interface McpAddress {
  url: string;
  /** Empty for none. */
  authHeader: string;
}

interface Setup extends Pick<McpContext, 'guard' | 'limits' | 'version'> {
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

/** A connection to one server. */
class McpConnection {
  readonly #client: Client;
  readonly #transport: StreamableHTTPClientTransport;
  readonly #pinned: PinnedFetch;
  readonly #limits: McpLimits;

  constructor(
    client: Client,
    transport: StreamableHTTPClientTransport,
    pinned: PinnedFetch,
    limits: McpLimits,
  ) {
    this.#client = client;
    this.#transport = transport;
    this.#pinned = pinned;
    this.#limits = limits;
  }

  /**
   * Connects to a server. Loads the SDK with the first connection: most sites have no MCP server.
   *
   * @throws AppError `blocked_address`; SDK and transport errors, for `toMcpFailure`
   */
  static async open({ url: text, authHeader }: McpAddress, setup: Setup): Promise<McpConnection> {
    const { guard, limits, version } = setup;
    const inTime = AbortSignal.any([setup.signal, AbortSignal.timeout(limits.connectMs)]);
    const sdk = await import('@modelcontextprotocol/client');
    const url = new URL(text);
    const { addresses } = await unlessAborted(guard.addressesOf(url, true), inTime);
    const pinned = new PinnedFetch(url, addresses, limits);
    const send: FetchLike = (input, init) => pinned.fetch(input, init);
    const transport = new sdk.StreamableHTTPClientTransport(url, {
      // A header that the owner has entered is used in place of OAuth.
      fetch: authHeader ? send : setup.signedFetch(send),
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
    return new McpConnection(client, transport, pinned, limits);
  }

  /** Reads all pages of the list. */
  async listTools(signal: AbortSignal): Promise<Tool[]> {
    if (!this.#client.getServerCapabilities()?.tools) return [];
    const { listMs: timeout } = this.#limits;
    const within = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
    const options = { signal: within, timeout, cacheMode: 'bypass' } as const;
    return (await this.#pinned.during(() => this.#client.listTools({}, options))).tools;
  }

  /** Calls a tool. Tells the server when the call is aborted. */
  callTool(
    { name, inputSchema }: Pick<Tool, 'name' | 'inputSchema'>,
    input: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<CallResult> {
    const options = {
      signal: AbortSignal.any([signal, AbortSignal.timeout(this.#limits.callMs)]),
      timeout: this.#limits.callIdleMs,
      resetTimeoutOnProgress: true,
      onprogress: () => undefined,
      // Without the schema of its output: the model reads any result.
      toolDefinition: { name, inputSchema },
    };
    return this.#pinned.during(() => this.#client.callTool({ name, arguments: input }, options));
  }

  /**
   * Tells whether an error means that the server has forgotten this session, and did not carry out the call.
   * Servers should answer 404; some answer 400:
   * https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management
   */
  hasForgotten(error: unknown): boolean {
    if (this.#transport.sessionId === undefined) return false;
    const status = httpStatus(error);
    return status === 404 || (status === 400 && /session|initiali[sz]ed/i.test(String(error)));
  }

  /** Ends the session first: otherwise it stays in the server's memory. */
  async close(): Promise<void> {
    const ended = this.#transport.terminateSession().catch(() => undefined);
    const inTime = AbortSignal.timeout(this.#limits.closeMs);
    await unlessAborted(ended, inTime).catch(() => undefined);
    await this.#client.close().finally(() => this.#pinned.close());
  }
}

interface Pooled {
  address: string;
  opening: Promise<McpConnection>;
  stopOpening: AbortController;
  users: number;
  idle: NodeJS.Timeout | undefined;
}

interface Listener {
  /** Called when a server reports that its tools have changed. */
  toolsChanged: (serverId: number) => void;
  /** Called when a connection is open: its tools may have changed while there was none. */
  opened: (serverId: number) => void;
}

/** Keeps one connection for each server: opened by the first use, closed some time after the last. */
export class Connections {
  readonly #context: McpContext;
  readonly #oauth: OAuth;
  readonly #listener: Listener;
  readonly #pool = new Map<number, Pooled>();
  #closed = false;

  constructor(context: McpContext, oauth: OAuth, listener: Listener) {
    this.#context = context;
    this.#oauth = oauth;
    this.#listener = listener;
  }

  /**
   * Runs `work` with the connection to a server. If the server has forgotten the session, as after a restart,
   * opens a new one and repeats the work once, because it was not carried out.
   *
   * @throws the signal's reason; for `toMcpFailure`: AppError, SDK and transport errors
   */
  async use<T>(
    id: number,
    server: McpAddress,
    work: (connection: McpConnection) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const pooled = this.#obtain(id, server);
    try {
      return await this.#attempt(id, pooled, work, signal);
    } catch (error) {
      signal.throwIfAborted();
      const connection = await pooled.opening.catch(() => null);
      if (!connection?.hasForgotten(error)) throw error;
      this.#retire(id, pooled);
      return this.#attempt(id, this.#obtain(id, server), work, signal);
    }
  }

  /** Closes a server's connection after a change of its settings; waiting calls fail. */
  async drop(id: number, pooled = this.#pool.get(id)): Promise<void> {
    if (!pooled) return;
    if (this.#pool.get(id) === pooled) this.#pool.delete(id);
    clearTimeout(pooled.idle);
    pooled.stopOpening.abort();
    await pooled.opening.then(
      (connection) => connection.close(),
      () => undefined,
    );
  }

  /** Closes all connections for good. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#pool.keys()].map((id) => this.drop(id)));
  }

  #obtain(id: number, { url, authHeader }: McpAddress): Pooled {
    if (this.#closed) throw new AppError('sidecar_unavailable');
    const address = JSON.stringify([url, authHeader]);
    const known = this.#pool.get(id);
    if (known?.address === address) return known;
    if (known) this.#retire(id, known);
    const stopOpening = new AbortController();
    const opening = McpConnection.open(
      { url, authHeader },
      {
        ...this.#context,
        signal: stopOpening.signal,
        signedFetch: (send) => this.#oauth.signedFetch(id, send),
        toolsChanged: () => this.#listener.toolsChanged(id),
      },
    );
    const pooled: Pooled = { address, opening, stopOpening, users: 0, idle: undefined };
    this.#pool.set(id, pooled);
    opening.then(
      () => this.#listener.opened(id),
      () => this.drop(id, pooled),
    );
    return pooled;
  }

  /** Closes a connection after its last call; the next use opens another one. */
  #retire(id: number, pooled: Pooled): void {
    if (this.#pool.get(id) === pooled) this.#pool.delete(id);
    if (pooled.users === 0) void this.drop(id, pooled);
  }

  async #attempt<T>(
    id: number,
    pooled: Pooled,
    work: (connection: McpConnection) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    pooled.users++;
    clearTimeout(pooled.idle);
    try {
      return await work(await unlessAborted(pooled.opening, signal));
    } finally {
      if (--pooled.users === 0) {
        const end = () => void this.drop(id, pooled);
        if (this.#pool.get(id) !== pooled) end();
        else pooled.idle = setTimeout(end, this.#context.limits.idleMs).unref();
      }
    }
  }
}
