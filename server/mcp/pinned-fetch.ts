import { AsyncLocalStorage } from 'node:async_hooks';
import type { LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { createParser } from 'eventsource-parser';
import { boundedFetch } from '../net/bounded-fetch.ts';
import { pinnedLookup } from '../net/send-request.ts';
import { connectionClosed, elsewhere, tooLarge, unreachable } from './failure.ts';
import type { McpLimits } from './context.ts';

/** Requests that belong together. */
interface Work {
  signal: AbortSignal;
  fail: (error: Error) => void;
}

/** Milliseconds for a response to end after its result, so that its connection can be used again. */
const drainMs = 1000;

/**
 * Calls one MCP server, with sockets of its own to the checked addresses only, whatever the name resolves to later.
 * The SDK follows redirects; this refuses other origins.
 */
export class PinnedFetch {
  readonly #origin: string;
  readonly #agent: http.Agent;
  readonly #bounded: typeof fetch;
  readonly #current = new AsyncLocalStorage<Work>();

  constructor(
    { origin, protocol }: URL,
    addresses: LookupAddress[],
    limits: Pick<McpLimits, 'connectMs' | 'maxBytes'>,
  ) {
    const options = { keepAlive: true, lookup: pinnedLookup(addresses) };
    this.#origin = origin;
    this.#agent = protocol === 'https:' ? new https.Agent(options) : new http.Agent(options);
    this.#bounded = boundedFetch({ ...limits, agentFor: () => this.#agent });
  }

  async fetch(input: string | URL, init: RequestInit = {}): Promise<Response> {
    if (new URL(input).origin !== this.#origin) throw elsewhere();
    const id = requestId(init.body);
    // A notification, such as that a call is cancelled, is sent after the call's work.
    const isNotification = init.body !== undefined && id === undefined;
    const work = isNotification ? undefined : this.#current.getStore();
    const signal = AbortSignal.any([init.signal, work?.signal].filter((one) => !!one));
    const resumes = new Headers(init.headers).has('last-event-id');
    const response = await this.#bounded(input, { ...init, signal }).catch((error: unknown) => {
      if (resumes) work?.fail(connectionClosed(error));
      throw signal.aborted ? error : unreachable(error);
    });
    // The SDK would leave the caller waiting: a server that was killed no longer knows the answer.
    if (resumes && !response.ok) work?.fail(connectionClosed());
    if (!response.body || id === undefined || !isStream(response)) return response;
    return new Response(endWithError(response.body, id), response);
  }

  /**
   * Runs `work` and ends its requests with it, also those that resume its answers. The SDK leaves requests open
   * after their time limit: https://github.com/modelcontextprotocol/typescript-sdk/issues/2615
   *
   * @throws AppError when an answer cannot be resumed
   */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const over = new AbortController();
    const { promise: failed, reject: fail } = Promise.withResolvers<never>();
    try {
      return await Promise.race([this.#current.run({ signal: over.signal, fail }, work), failed]);
    } finally {
      setTimeout(() => over.abort(), drainMs).unref();
    }
  }

  close(): void {
    this.#agent.destroy();
  }
}

const isStream = ({ headers }: Response) =>
  headers.get('content-type')?.startsWith('text/event-stream') === true;

/** Returns the id of a JSON-RPC request; a notification has none. */
function requestId(body: BodyInit | null | undefined): unknown {
  if (typeof body !== 'string') return undefined;
  return (JSON.parse(body) as { id?: unknown }).id;
}

/**
 * Ends a stream that brings no answer to its request with a JSON-RPC error: one that is too large, and one that
 * ends or breaks, as when the server dies. The SDK would take the first for a broken connection and request the
 * same bytes again, and would leave the caller of the second waiting. One with an event id can be resumed:
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery
 */
function endWithError(body: ReadableStream<Uint8Array>, id: unknown): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let isAnswered = false;
  let isResumable = false;
  const parser = createParser({
    onEvent(event) {
      isResumable ||= !!event.id;
      isAnswered ||= isAnswerTo(event.data, id);
    },
  });

  function end(controller: ReadableStreamDefaultController<Uint8Array>, { message }: Error): void {
    const answer = { jsonrpc: '2.0', id, error: { code: -32_000, message } };
    controller.enqueue(new TextEncoder().encode(`\n\ndata: ${JSON.stringify(answer)}\n\n`));
    controller.close();
  }

  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (value) {
          parser.feed(decoder.decode(value, { stream: true }));
          controller.enqueue(value);
        } else if (done && (isAnswered || isResumable)) controller.close();
        else if (done) end(controller, connectionClosed());
      } catch (error) {
        if ((error as { code?: string }).code === 'ERR_TOO_LARGE') end(controller, tooLarge());
        else if (isAnswered || isResumable) throw error;
        else end(controller, connectionClosed());
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function isAnswerTo(data: string, id: unknown): boolean {
  try {
    const message = JSON.parse(data) as { id?: unknown; method?: unknown } | null;
    return message?.id === id && message?.method === undefined;
  } catch {
    return false;
  }
}
