import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { json } from 'node:stream/consumers';

/** Faults that every fake vendor knows. Plain data, so that a test in another process can send it. */
export type Misbehaviour =
  | { kind: 'error'; status: number; body: unknown; headers?: Record<string, string> }
  /** Takes the request and says nothing, before or after the response's headers, or a text for ever, whose `{n}` counts. */
  | { kind: 'hang'; after?: 'headers'; again?: { text: string; everyMs: number } }
  /** Anything that is not the documented format. */
  | { kind: 'raw'; status?: number; contentType: string; body: string }
  /** Ends the TCP connection without a response. */
  | { kind: 'reset' };

/** Faults that look the same at every vendor. */
export const commonFaults = {
  hang: { kind: 'hang' },
  'hang-after-headers': { kind: 'hang', after: 'headers' },
  reset: { kind: 'reset' },
  html: {
    kind: 'raw',
    contentType: 'text/html',
    body: '<!doctype html><title>Welcome</title><p>It works!\n\n',
  },
} satisfies Record<string, Misbehaviour>;

/** A whole response, and a stream of server-sent events, whatever their form. */
export const rawJson = (body: unknown, contentType = 'application/json'): Misbehaviour => ({
  kind: 'raw',
  contentType,
  body: JSON.stringify(body),
});
export const rawEvents = (...events: object[]): Misbehaviour => ({
  kind: 'raw',
  contentType: 'text/event-stream',
  body: events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''),
});

/** The next answer of a fake vendor, which writes it in its own format. */
export interface ScriptedAnswer {
  reasoning?: string[];
  text?: string[];
  toolCalls?: { name: string; input: Record<string, unknown> }[];
  usage?: { prompt_tokens: number; completion_tokens: number; cached_tokens?: number };
  /** Before each piece. */
  delayMs?: number;
  /** Bytes of one write, so that frames and characters break anywhere. */
  writeBytes?: number;
}

export interface RecordedRequest {
  method: string;
  path: string;
  headers: http.IncomingHttpHeaders;
  body: Record<string, unknown>;
  /** A number for each TCP connection. */
  connection: number;
  /** The client closed the connection before the response was complete. */
  closedEarly: boolean;
  /** Resolves when the response is complete or its connection is closed. */
  closed: Promise<void>;
}

/** A vendor's error response. */
export interface VendorRefusal {
  status: number;
  body: unknown;
}

type Body = Record<string, unknown>;
type Route<Answer> = (
  body: Body,
  /** Sends `otherwise`'s answer, or what was scripted in its place. */
  reply: (otherwise: (response: http.ServerResponse, scripted?: Answer) => unknown) => unknown,
  /** Every request passes here first, so that a script is only used up by requests in order. */
  refuse: (refusal: VendorRefusal) => unknown,
  request: http.IncomingMessage,
) => unknown;

export interface VendorServerOptions<Answer> {
  /** 0, the default: any free port. */
  port?: number;
  /** `GET /path`, or with a `*` at its end; refuses what the vendor refuses, then replies. */
  routes: Record<string, Route<Answer>>;
  /** A POST request's body; what rejects is `unparsable`. By default, JSON. */
  parse?: (request: http.IncomingMessage) => Promise<unknown>;
  /** Before any route. */
  authorise: (request: http.IncomingMessage) => VendorRefusal | undefined;
  unknownRoute: (method: string, path: string) => VendorRefusal;
  unparsable: VendorRefusal;
  /** Sent with every response that is JSON. */
  headers?: Record<string, string>;
  /** The behaviour that a request asks for by name, when nothing is scripted. */
  named?: (body: Body) => Misbehaviour | Answer | undefined;
}

/** An HTTP server for a fake vendor: records what it is asked and takes scripted behaviours, one for each request. */
export async function startVendorServer<Answer extends { kind: 'answer' }>(
  options: VendorServerOptions<Answer>,
) {
  const requests: RecordedRequest[] = [];
  const scripted: (Misbehaviour | Answer)[] = [];
  const numbers = new WeakMap<object, number>();
  let opened = 0;
  let open = 0;

  const server = http.createServer((request, response) => {
    void serve(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.on('connection', (socket) => {
    numbers.set(socket, ++opened);
  });

  async function serve(request: http.IncomingMessage, response: http.ServerResponse) {
    const method = request.method ?? '';
    const path = new URL(request.url ?? '', 'http://fake').pathname;
    const parse = options.parse ?? json;
    const body = method === 'POST' ? await parse(request).catch(() => null) : {};
    record(request, response, path, (body ?? {}) as Body);
    const refuse = ({ status, body: said }: VendorRefusal) =>
      sendJson(response, status, said, options.headers);
    if (method === 'POST' && path === '/__script') {
      scripted.push(...(body as Answer[]));
      return sendJson(response, 200, { scripted: scripted.length });
    }
    const unauthorised = options.authorise(request);
    if (unauthorised) return refuse(unauthorised);
    const route = findRoute(options.routes, `${method} ${path}`);
    if (!route) return refuse(options.unknownRoute(method, path));
    if (body === null || typeof body !== 'object') return refuse(options.unparsable);
    const reply: Parameters<Route<Answer>>[1] = (otherwise) => {
      const behaviour = scripted.shift() ?? options.named?.(body as Body);
      if (behaviour === undefined) return otherwise(response);
      if (behaviour.kind === 'answer') return otherwise(response, behaviour);
      misbehave(response, behaviour, options.headers);
    };
    await route(body as Body, reply, refuse, request);
  }

  function record(
    request: http.IncomingMessage,
    response: http.ServerResponse,
    path: string,
    body: Body,
  ) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const recorded: RecordedRequest = {
      method: request.method ?? '',
      path,
      headers: request.headers,
      body,
      connection: numbers.get(request.socket) ?? 0,
      closedEarly: false,
      closed: promise,
    };
    requests.push(recorded);
    open++;
    response.on('close', () => {
      open--;
      recorded.closedEarly = !response.writableFinished;
      resolve();
    });
  }

  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    /** Without a path. */
    origin: `http://127.0.0.1:${port}`,
    requests,
    /** Each of the next requests that the vendor would not refuse takes one. */
    script: (...behaviours: (Misbehaviour | Answer)[]) => void scripted.push(...behaviours),
    /** Requests whose response is neither complete nor given up by the client. */
    openRequests: () => open,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function findRoute<Answer>(
  routes: Record<string, Route<Answer>>,
  wanted: string,
): Route<Answer> | undefined {
  const pattern = Object.keys(routes).find(
    (key) => key.endsWith('*') && wanted.startsWith(key.slice(0, -1)),
  );
  return routes[wanted] ?? (pattern === undefined ? undefined : routes[pattern]);
}

function misbehave(
  response: http.ServerResponse,
  behaviour: Misbehaviour,
  headers: Record<string, string> | undefined,
): void {
  switch (behaviour.kind) {
    case 'error':
      return sendJson(response, behaviour.status, behaviour.body, {
        ...headers,
        ...behaviour.headers,
      });
    case 'hang':
      if (behaviour.after === 'headers') {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      }
      if (behaviour.again) repeat(response, behaviour.again);
      return;
    case 'raw':
      response.writeHead(behaviour.status ?? 200, { 'content-type': behaviour.contentType });
      response.end(behaviour.body);
      return;
    case 'reset':
      response.destroy();
      return;
    default:
      behaviour satisfies never;
  }
}

/** Writes until the client leaves. */
function repeat(response: http.ServerResponse, again: { text: string; everyMs: number }): void {
  let n = 0;
  const write = () => response.write(again.text.replace('{n}', `${n++}`));
  const timer = setInterval(write, again.everyMs);
  response.on('close', () => clearInterval(timer));
}

export function sendJson(
  response: http.ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** Writes a stream as fast as it is read. `writeBytes`: of one write, so that frames and characters break anywhere. */
export function streamWriter(response: http.ServerResponse, writeBytes?: number) {
  return async function write(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    const size = writeBytes ?? bytes.length;
    for (let at = 0; at < bytes.length && !response.destroyed; at += size) {
      const flowing = response.write(bytes.subarray(at, at + size));
      if (writeBytes) await setImmediate();
      if (!flowing) await drained(response);
    }
  };
}

/** Faults in the middle of a stream. */
export type StreamFault = 'stall' | 'cut' | 'cut mid-frame' | 'error frame' | 'invalid json';

/** How the ones that need words look in a vendor's format. */
export type StreamFaults = Partial<Record<StreamFault, string>>;

/** Ends a stream in the middle of the answer. */
export async function breakOff(
  response: http.ServerResponse,
  fault: StreamFault,
  frames: StreamFaults,
): Promise<void> {
  if (fault === 'stall') return;
  response.write(frames[fault] ?? '');
  if (fault !== 'cut mid-frame') return void response.end();
  await setImmediate();
  response.destroy();
}

function drained(response: http.ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
  });
}

/** A text in pieces as models write it: word by word. */
export const inWords = (text: string): string[] => text.match(/\s*\S+\s*$|\s*\S+/g) ?? [];
