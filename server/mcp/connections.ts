import { AppError } from '../errors/app-error.ts';
import type { AddressGuard } from '../net/address-guard.ts';
import { unlessAborted } from '../net/unless-aborted.ts';
import { openConnection, type McpAddress, type McpConnection } from './connection.ts';
import type { McpLimits } from './limits.ts';
import type { OAuth } from './oauth/oauth.ts';

interface Dependencies {
  guard: AddressGuard;
  version: string;
  /** Called when a server reports that its tools have changed. */
  toolsChanged: (serverId: number) => void;
  /** Called when a connection is open: its tools may have changed while there was none. */
  opened: (serverId: number) => void;
  oauth: OAuth;
  limits: McpLimits;
}

interface Pooled {
  address: string;
  opening: Promise<McpConnection>;
  stopOpening: AbortController;
  users: number;
  idle: NodeJS.Timeout | undefined;
}

const closeOnceOpen = ({ opening }: Pooled) =>
  opening.then(
    (connection) => connection.close(),
    () => undefined,
  );

const open = (all: Dependencies, id: number, address: McpAddress, signal: AbortSignal) =>
  openConnection(address, {
    ...all,
    signal,
    signedFetch: (send) => all.oauth.signedFetch(id, send),
    toolsChanged: () => all.toolsChanged(id),
  });

/** Keeps one connection for each server: opened by the first use, closed some time after the last. */
export function createConnections(dependencies: Dependencies) {
  const { opened, limits } = dependencies;
  const pool = new Map<number, Pooled>();
  let closed = false;

  function obtain(id: number, { url, authHeader }: McpAddress): Pooled {
    if (closed) throw new AppError('sidecar_unavailable');
    const address = JSON.stringify([url, authHeader]);
    const known = pool.get(id);
    if (known?.address === address) return known;
    if (known) retire(id, known);
    const stopOpening = new AbortController();
    const opening = open(dependencies, id, { url, authHeader }, stopOpening.signal);
    const pooled: Pooled = { address, opening, stopOpening, users: 0, idle: undefined };
    pool.set(id, pooled);
    opening.then(
      () => opened(id),
      () => drop(id, pooled),
    );
    return pooled;
  }

  /** Closes a connection at once; waiting calls fail. */
  async function drop(id: number, pooled: Pooled): Promise<void> {
    if (pool.get(id) === pooled) pool.delete(id);
    clearTimeout(pooled.idle);
    pooled.stopOpening.abort();
    await closeOnceOpen(pooled);
  }

  /** Closes a connection after its last call; the next use opens another one. */
  function retire(id: number, pooled: Pooled): void {
    if (pool.get(id) === pooled) pool.delete(id);
    if (pooled.users === 0) void drop(id, pooled);
  }

  function release(id: number, pooled: Pooled): void {
    if (--pooled.users > 0) return;
    if (pool.get(id) !== pooled) void drop(id, pooled);
    else pooled.idle = setTimeout(() => void drop(id, pooled), limits.idleMs).unref();
  }

  async function attempt<T>(
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
      release(id, pooled);
    }
  }

  return {
    limits,

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
      const pooled = obtain(id, server);
      try {
        return await attempt(id, pooled, work, signal);
      } catch (error) {
        signal.throwIfAborted();
        const connection = await pooled.opening.catch(() => null);
        if (!connection?.hasForgotten(error)) throw error;
        retire(id, pooled);
        return attempt(id, obtain(id, server), work, signal);
      }
    },

    /** Closes a server's connection after a change of its settings. */
    async drop(id: number): Promise<void> {
      const pooled = pool.get(id);
      if (pooled) await drop(id, pooled);
    },

    /** Closes all connections for good. */
    async close(): Promise<void> {
      closed = true;
      await Promise.all([...pool].map(([id, pooled]) => drop(id, pooled)));
    },
  };
}
export type Connections = ReturnType<typeof createConnections>;
