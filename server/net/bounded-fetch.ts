import type { LookupAddress } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { incomingBody, type Body } from './response-body.ts';
import { sendRequest } from './send-request.ts';

interface FetchLimits {
  /** Milliseconds until the connection stands, with TLS. */
  connectMs: number;
  /** Size of one response's body; more is an error with code `ERR_TOO_LARGE`. */
  maxBytes: number;
  /** Selects the connections to use. By default those that the whole process shares. */
  agentFor?: (url: URL) => http.Agent;
  /** Returns the addresses that a new connection may lead to; called before each request. By default all. */
  addressesOf?: (url: URL) => Promise<LookupAddress[]>;
}

/** Node's default closes a connection after 5 s without use: a TLS handshake between two questions. */
const keepAlive = { keepAlive: true, scheduling: 'lifo', timeout: 60_000 } as const;
const plainAgent = new http.Agent(keepAlive);
const tlsAgent = new https.Agent(keepAlive);
const sharedAgent = ({ protocol }: URL) => (protocol === 'https:' ? tlsAgent : plainAgent);

/**
 * Returns a `fetch` with limits, on Node's HTTP client. The global `fetch` has no limit of the time to
 * connect or of a response's size, follows redirects, which no vendor's API needs, and takes 1.8 times the
 * processor time for each token that is relayed. Redirects are responses.
 */
export function boundedFetch(limits: FetchLimits): typeof fetch {
  const { connectMs, maxBytes, agentFor = sharedAgent } = limits;
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const addresses = await limits.addressesOf?.(url);
    const { method, headers, body, signal } = init;
    signal?.throwIfAborted();
    const incoming = await sendRequest(url, {
      connectMs,
      addresses,
      agent: agentFor(url),
      headers: { ...Object.fromEntries(new Headers(headers)), 'accept-encoding': 'identity' },
      ...(method && { method }),
      ...(typeof body === 'string' && { body }),
      ...(signal && { signal }),
    });
    return toResponse(incoming, maxBytes);
  };
}

const bodies = new WeakMap<Response, Body>();

function toResponse(incoming: IncomingMessage, maxBytes: number): Response {
  const status = incoming.statusCode ?? 502;
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  if ([101, 204, 205, 304].includes(status)) {
    incoming.resume();
    return new Response(null, { status: status === 101 ? 502 : status, headers });
  }
  const body = incomingBody(incoming, maxBytes);
  const response = new Response(toStream(body), { status, headers });
  bodies.set(response, body);
  return response;
}

/**
 * Returns a response's body without web streams, which take a good part of the time that relaying a token
 * costs. The caller must not read `response.body` as well.
 */
export function bodyOf(response: Response): Body {
  const own = bodies.get(response);
  if (own) return own;
  const reader = response.body?.getReader();
  return {
    read: async () => (await reader?.read())?.value,
    pause: (until) => until,
    cancel: () => void reader?.cancel().catch(() => undefined),
  };
}

function toStream(body: Body): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const bytes = await body.read();
        if (bytes) controller.enqueue(bytes);
        else controller.close();
      },
      cancel: () => body.cancel(),
    },
    // Reads nothing ahead: the body may be read by `bodyOf` instead.
    { highWaterMark: 0 },
  );
}
