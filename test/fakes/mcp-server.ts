import http from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from './listen.ts';

type Json = Record<string, unknown>;

interface Message {
  jsonrpc?: unknown;
  id?: string | number;
  method?: string;
  params?: Json & { _meta?: Json; name?: string; arguments?: Json };
}

export interface FakeCall {
  input: Json;
  /** Sends progress, if the client has asked for it. */
  progress: (done: number) => void;
  /** Aborted when the client says that it no longer waits. */
  cancelled: AbortSignal;
  response: http.ServerResponse;
}

export interface FakeTool {
  definition?: Json;
  /** Its result; or null when it has answered by itself. */
  call?: (call: FakeCall) => Promise<Json | null> | Json | null;
}

interface Options {
  /** With sessions, or the one that has none. */
  protocol?: '2025-11-25' | '2026-07-28';
  /** The required Authorization header. */
  authorization?: string;
  pageSize?: number;
  tools?: Record<string, FakeTool>;
}

/** Answers in place of the result; `id` is the request's. */
class Refusal extends Error {
  readonly status: number;
  readonly body: Json;
  constructor(status: number, code: number, message: string, data?: Json) {
    super(message);
    this.status = status;
    this.body = { code, message, ...(data && { data }) };
  }
}

const meta = 'io.modelcontextprotocol/';
const sum: FakeTool = {
  definition: {
    description: 'Adds two numbers.',
    inputSchema: {
      type: 'object',
      properties: { a: { type: 'number' }, b: { type: 'number' } },
      required: ['a', 'b'],
    },
    annotations: { readOnlyHint: true },
  },
  call: ({ input }) => ({
    content: [{ type: 'text', text: String(Number(input['a']) + Number(input['b'])) }],
  }),
};

/**
 * An MCP server over streamable HTTP that refuses what the specification lets it refuse:
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/transports and, without sessions,
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export async function startMcpServer(options: Options = {}) {
  const { protocol = '2025-11-25', authorization, pageSize = 100 } = options;
  const tools: Record<string, FakeTool> = options.tools ?? { sum };
  const requests: { method: string; headers: http.IncomingHttpHeaders; message: Message }[] = [];
  /** Session → whether the client has said that it is initialized. */
  const sessions = new Map<string, boolean>();
  const running = new Map<Message['id'], AbortController>();
  /** Streams that tell of changes, each with the id that its messages carry. */
  const listeners = new Map<http.ServerResponse, Message['id']>();
  let intercept: ((request: http.IncomingMessage, response: http.ServerResponse) => boolean) | null;
  let made = 0;

  /** Without sessions each list says how long it may be kept. */
  const freshness = protocol === '2026-07-28' ? { ttlMs: 0, cacheScope: 'private' } : {};
  const capabilities = { tools: { listChanged: true } };
  const serverInfo = { name: 'fake', version: '1' };

  /** @throws Refusal */
  function checkSession(request: http.IncomingMessage, { method }: Message): void {
    if (method === 'initialize') return;
    const id = request.headers['mcp-session-id'];
    if (typeof id !== 'string') throw new Refusal(400, -32_000, 'Mcp-Session-Id is required');
    const initialized = sessions.get(id);
    if (initialized === undefined) throw new Refusal(404, -32_001, 'Session not found');
    if (request.headers['mcp-protocol-version'] !== protocol) {
      throw new Refusal(400, -32_000, 'Unsupported protocol version');
    }
    if (method === 'notifications/initialized') sessions.set(id, true);
    else if (request.method === 'POST' && !initialized) {
      throw new Refusal(400, -32_000, 'Not initialized');
    }
  }

  /** @throws Refusal */
  function checkMetadata(request: http.IncomingMessage, { method, params }: Message): void {
    const version = params?._meta?.[`${meta}protocolVersion`];
    const { headers } = request;
    const mismatch = (name: string) => new Refusal(400, -32_020, `Header mismatch: ${name}`);
    if (version === undefined || headers['mcp-protocol-version'] !== version) {
      throw mismatch('MCP-Protocol-Version');
    }
    if (version !== protocol) {
      throw new Refusal(400, -32_022, 'Unsupported protocol version', { supported: [protocol] });
    }
    if (headers['mcp-method'] !== method) throw mismatch('Mcp-Method');
    if (method === 'tools/call' && headers['mcp-name'] !== params?.name) throw mismatch('Mcp-Name');
    if (!params?._meta?.[`${meta}clientCapabilities`]) {
      throw new Refusal(400, -32_602, 'clientCapabilities are missing');
    }
  }

  /** @throws Refusal */
  function checkMessage(request: http.IncomingMessage, message: Message): void {
    const { accept = '', 'content-type': type } = request.headers;
    if (!accept.includes('application/json') || !accept.includes('text/event-stream')) {
      throw new Refusal(406, -32_000, 'Not Acceptable');
    }
    if (type !== 'application/json') throw new Refusal(415, -32_000, 'Unsupported Media Type');
    if (message.jsonrpc !== '2.0' || typeof message.method !== 'string') {
      throw new Refusal(400, -32_600, 'Invalid Request');
    }
  }

  function list({ params }: Message): Json {
    const from = Number(params?.['cursor'] ?? 0);
    const names = Object.keys(tools);
    const page = names.slice(from, from + pageSize).map((name) => ({
      name,
      inputSchema: { type: 'object' },
      ...tools[name]?.definition,
    }));
    const next = from + pageSize;
    return { tools: page, ...freshness, ...(next < names.length && { nextCursor: String(next) }) };
  }

  const send = (response: http.ServerResponse, message: Json) => {
    response.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);
  };
  const startStream = (response: http.ServerResponse) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();

  async function callTool({ id, params }: Message, response: http.ServerResponse) {
    const tool = tools[params?.name ?? ''];
    if (!tool) throw new Refusal(200, -32_602, `Unknown tool: ${params?.name}`);
    const controller = new AbortController();
    running.set(id, controller);
    response.on('close', () => {
      // Without sessions this is how a client says that it no longer waits.
      if (!response.writableFinished && protocol === '2026-07-28') controller.abort();
    });
    const progressToken = params?._meta?.['progressToken'];
    const progress = (done: number) => {
      if (progressToken === undefined || response.writableEnded) return;
      if (!response.headersSent) startStream(response);
      send(response, {
        method: 'notifications/progress',
        params: { progressToken, progress: done },
      });
    };
    const call: FakeCall = {
      input: params?.arguments ?? {},
      progress,
      cancelled: controller.signal,
      response,
    };
    try {
      return tool.call ? await tool.call(call) : { content: [] };
    } finally {
      running.delete(id);
    }
  }

  async function result(message: Message, response: http.ServerResponse): Promise<Json | null> {
    switch (message.method ?? '') {
      case 'server/discover':
        if (protocol !== '2026-07-28') break;
        return { supportedVersions: [protocol], capabilities, ...freshness };
      case 'initialize': {
        if (protocol !== '2025-11-25') break;
        const session = `session-${++made}`;
        sessions.set(session, false);
        response.setHeader('mcp-session-id', session);
        return { protocolVersion: protocol, capabilities, serverInfo };
      }
      case 'tools/list':
        return list(message);
      case 'tools/call':
        return callTool(message, response);
      case 'subscriptions/listen':
        if (protocol !== '2026-07-28') break;
        startStream(response);
        listeners.set(response, message.id);
        send(response, {
          method: 'notifications/subscriptions/acknowledged',
          params: {
            _meta: { [`${meta}subscriptionId`]: message.id },
            notifications: message.params?.['notifications'],
          },
        });
        return null;
      default:
    }
    throw new Refusal(protocol === '2026-07-28' ? 404 : 200, -32_601, 'Method not found');
  }

  function notified({ method, params }: Message): void {
    if (method === 'notifications/cancelled') {
      running.get(params?.['requestId'] as Message['id'])?.abort();
    }
  }

  const sendJson = (response: http.ServerResponse, status: number, body: Json) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', ...body }));
  };

  async function post(
    request: http.IncomingMessage,
    response: http.ServerResponse,
    message: Message,
  ) {
    checkMessage(request, message);
    if (protocol === '2026-07-28') checkMetadata(request, message);
    else checkSession(request, message);
    if (message.id === undefined) {
      notified(message);
      response.writeHead(202).end();
      return;
    }
    const answer = await result(message, response);
    if (answer === null) return;
    const body = {
      id: message.id,
      result: { ...(protocol === '2026-07-28' && { resultType: 'complete' }), ...answer },
    };
    if (!response.headersSent) return sendJson(response, 200, body);
    send(response, body);
    response.end();
  }

  async function serve(request: http.IncomingMessage, response: http.ServerResponse) {
    const raw = await text(request);
    let message: Message = {};
    try {
      message = raw ? (JSON.parse(raw) as Message) : {};
      requests.push({ method: request.method ?? '', headers: request.headers, message });
      if (intercept?.(request, response)) return;
      if (authorization !== undefined && request.headers.authorization !== authorization) {
        response.setHeader('www-authenticate', 'Bearer resource_metadata="https://auth.example/"');
        throw new Refusal(401, -32_000, 'Unauthorized');
      }
      if (request.method === 'POST') return await post(request, response, message);
      if (protocol === '2026-07-28') throw new Refusal(405, -32_000, 'Method Not Allowed');
      checkSession(request, message);
      if (request.method === 'DELETE') {
        sessions.delete(String(request.headers['mcp-session-id']));
        response.writeHead(200).end();
        return;
      }
      startStream(response);
      listeners.set(response, undefined);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      sendJson(response, error.status, { id: message.id ?? null, error: error.body });
    }
  }

  const server = http.createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.destroy(error as Error));
    response.on('close', () => listeners.delete(response));
  });
  const { url, close } = await listen(server);
  return {
    url: `${url}/mcp`,
    close,
    tools,
    requests,
    sessions,
    /** How many clients hear of changes. */
    listeners: () => listeners.size,
    /** JSON-RPC methods in the order that they came. */
    methods: () => requests.flatMap(({ message }) => message.method ?? []),
    /** Answers in the server's place and says so by `true`. */
    intercept: (handler: typeof intercept) => void (intercept = handler),
    /** As after a restart. */
    forgetSessions: () => sessions.clear(),
    announceChange(): void {
      for (const [response, id] of listeners) {
        const params = id === undefined ? {} : { _meta: { [`${meta}subscriptionId`]: id } };
        send(response, { method: 'notifications/tools/list_changed', params });
      }
    },
  };
}
export type FakeMcpServer = Awaited<ReturnType<typeof startMcpServer>>;
