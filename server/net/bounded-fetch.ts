import type { LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { incomingBody, type Body } from './incoming-body.ts';
import { pinnedLookup } from './pinned-lookup.ts';

interface FetchLimits {
  connectMs: number;
  maxBytes: number;
  agentFor?: (url: URL) => http.Agent;
  addressesOf?: (url: URL) => Promise<LookupAddress[]>;
}

/** Node closes a connection that has been idle for 5 s: between two questions, a handshake with TLS. */
const keeping = { keepAlive: true, scheduling: 'lifo', timeout: 60_000 } as const;
const plainAgent = new http.Agent(keeping);
const tlsAgent = new https.Agent(keeping);

/**
 * A `fetch` for calls to vendors, on node's own HTTP client: the global one lets nobody limit the time
 * to connect or an answer's size, and follows redirects, which no vendor's API needs.
 *
 * @param limits.connectMs Until the connection stands, with TLS.
 * @param limits.maxBytes Of one response's body; more is an error with code `ERR_TOO_LARGE`.
 * @param limits.agentFor Which connections to use; by default those that the whole process shares.
 * @param limits.addressesOf Where a new connection may lead, and nowhere else; asked before each request. By
 *   default wherever the name does.
 */
export function boundedFetch(limits: FetchLimits): typeof fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const addresses = await limits.addressesOf?.(url);
    init.signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const request = (url.protocol === 'http:' ? http : https).request(url, {
        method: init.method ?? 'GET',
        headers: {
          ...Object.fromEntries(new Headers(init.headers)),
          'accept-encoding': 'identity',
        },
        ...(init.signal && { signal: init.signal }),
        ...(addresses && { lookup: pinnedLookup(addresses) }),
        agent: limits.agentFor?.(url) ?? (url.protocol === 'http:' ? plainAgent : tlsAgent),
      });
      limitConnecting(request, url.protocol === 'http:' ? 'connect' : 'secureConnect', limits);
      request.on('error', reject);
      request.on('response', (incoming) => resolve(toResponse(incoming, limits.maxBytes)));
      request.end(typeof init.body === 'string' ? init.body : undefined);
    });
  };
}

function limitConnecting(
  request: http.ClientRequest,
  connected: 'connect' | 'secureConnect',
  { connectMs }: { connectMs: number },
): void {
  const late = () => request.destroy(failure('ETIMEDOUT', 'The connection timed out.'));
  const timer = setTimeout(late, connectMs);
  request.on('close', () => clearTimeout(timer));
  request.on('socket', (socket) => {
    if (request.reusedSocket) clearTimeout(timer);
    else socket.once(connected, () => clearTimeout(timer));
  });
}

function toResponse(incoming: http.IncomingMessage, maxBytes: number): Response {
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

const bodies = new WeakMap<Response, Body>();

/**
 * A response's body without web streams, which take a good part of the time that relaying one costs.
 * Whoever has asked for it reads `response.body` no more.
 */
export function bodyOf(response: Response): Body {
  return bodies.get(response) ?? streamedBody(response.body?.getReader());
}

/** Of a `fetch` that is not ours. */
function streamedBody(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Body {
  return {
    read: async () => (await reader?.read())?.value,
    hold: () => undefined,
    release: () => undefined,
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
    // Nothing is read of what `bodyOf` may be asked for.
    { highWaterMark: 0 },
  );
}

function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
