import { AsyncLocalStorage } from 'node:async_hooks';
import type { LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { boundedFetch } from '../net/bounded-fetch.ts';
import { pinnedLookup } from '../net/pinned-lookup.ts';
import { elsewhere, tooLarge, unauthorised, unreachable } from './failure.ts';
import type { McpLimits } from './limits.ts';

/** Milliseconds for a response to end after its result, so that its connection can be used again. */
const drainMs = 1000;

/**
 * Makes the `fetch` of one MCP server, with sockets of its own to the checked addresses only, whatever the name
 * resolves to later. The SDK follows redirects; this refuses other origins.
 */
export function createPinnedFetch(
  url: URL,
  addresses: LookupAddress[],
  limits: Pick<McpLimits, 'connectMs' | 'maxBytes'>,
) {
  const options = { keepAlive: true, lookup: pinnedLookup(addresses) };
  const agent = url.protocol === 'https:' ? new https.Agent(options) : new http.Agent(options);
  const bounded = boundedFetch({ ...limits, agentFor: () => agent });

  const workSignal = new AsyncLocalStorage<AbortSignal>();

  async function pinnedFetch(input: string | URL, init: RequestInit = {}): Promise<Response> {
    if (new URL(input).origin !== url.origin) throw elsewhere();
    const id = requestId(init.body);
    // A notification, such as that a call is cancelled, is sent after the call's work.
    const isNotification = init.body !== undefined && id === undefined;
    const signals = [init.signal, isNotification ? undefined : workSignal.getStore()].filter(
      (one) => !!one,
    );
    const signal = AbortSignal.any(signals);
    const response = await bounded(input, { ...init, signal }).catch((error: unknown) => {
      throw signal.aborted ? error : unreachable(error);
    });
    if (response.status === 401 || response.status === 403) {
      await response.body?.cancel();
      throw unauthorised(response.status);
    }
    if (!response.body || id === undefined || !isStream(response)) return response;
    return new Response(endWithError(response.body, id), response);
  }

  return {
    fetch: pinnedFetch,

    /**
     * Runs `work` and ends its requests with it, also those that resume its answers. The SDK leaves requests open
     * after their time limit: https://github.com/modelcontextprotocol/typescript-sdk/issues/2615
     */
    async during<T>(work: () => Promise<T>): Promise<T> {
      const over = new AbortController();
      try {
        return await workSignal.run(over.signal, work);
      } finally {
        setTimeout(() => over.abort(), drainMs).unref();
      }
    },

    close: () => agent.destroy(),
  };
}

const isStream = ({ headers }: Response) =>
  headers.get('content-type')?.startsWith('text/event-stream') === true;

/** Returns the id of a JSON-RPC request; a notification has none. */
function requestId(body: BodyInit | null | undefined): unknown {
  if (typeof body !== 'string') return undefined;
  return (JSON.parse(body) as { id?: unknown }).id;
}

/**
 * Ends a stream that is too large with a JSON-RPC error for its request. The SDK would otherwise take it for a
 * broken connection, request the same bytes again, and leave the caller waiting.
 */
function endWithError(body: ReadableStream<Uint8Array>, id: unknown): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        if ((error as { code?: string }).code !== 'ERR_TOO_LARGE') throw error;
        const answer = {
          jsonrpc: '2.0',
          id,
          error: { code: -32_000, message: tooLarge().message },
        };
        controller.enqueue(new TextEncoder().encode(`\n\ndata: ${JSON.stringify(answer)}\n\n`));
        controller.close();
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
