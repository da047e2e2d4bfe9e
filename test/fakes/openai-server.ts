import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { groundedAnswer } from './grounded-answer.ts';
import { hashedEmbedding } from './hashed-embedding.ts';
import { answer, namedBehaviours, type Behaviour } from './openai-behaviours.ts';
import {
  authorisationRefusal,
  completionRefusal,
  embeddingRefusal,
  estimateTokens,
  type Refusal,
} from './openai-rules.ts';
import { streamCompletion, wholeCompletion, type CompletionRequest } from './openai-stream.ts';

interface RecordedRequest {
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

export interface OpenAiServerOptions {
  /** 0, the default: any free port. */
  port?: number;
  /** The only key that is accepted; null: none is asked for. */
  apiKey?: string | null;
  /** Model → dimensions of its vectors; 0: it writes. In addition to the known ones. */
  models?: Record<string, number>;
  /** Parameters that this server does not know, as old compatible ones do not. */
  refuses?: string[];
  /** Milliseconds before each piece of the default answer. */
  delayMs?: number;
}

export const fakeApiKey = 'fake-key';

/** https://developers.openai.com/api/docs/models */
const knownModels: Record<string, number> = {
  'gpt-4o-mini': 0,
  'gpt-4.1-mini': 0,
  'gpt-5-mini': 0,
  'o3-mini': 0,
  'text-embedding-3-small': 1536,
  'text-embedding-3-large': 3072,
  'text-embedding-ada-002': 1536,
};

export type OpenAiServer = Awaited<ReturnType<typeof startOpenAiServer>>;

/**
 * A server that speaks OpenAI's documented wire format and refuses what OpenAI refuses:
 * `/v1/chat/completions`, `/v1/embeddings`, `/v1/models`. It answers from the numbered sources in the
 * prompt, unless a behaviour was scripted.
 */
export async function startOpenAiServer(options: OpenAiServerOptions = {}) {
  const apiKey = options.apiKey === undefined ? fakeApiKey : options.apiKey;
  const models = { ...knownModels, ...options.models };
  for (const name of Object.keys(namedBehaviours)) models[`fake-${name}`] = 0;
  const requests: RecordedRequest[] = [];
  const scripted: Behaviour[] = [];
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
    const path = new URL(request.url ?? '', 'http://fake').pathname;
    const body = request.method === 'POST' ? await json(request).catch(() => null) : {};
    record(request, response, path, (body ?? {}) as Record<string, unknown>);
    if (request.method === 'POST' && path === '/__script') {
      scripted.push(...(body as Behaviour[]));
      return sendJson(response, 200, { scripted: scripted.length });
    }
    const unauthorised =
      apiKey !== null && authorisationRefusal(request.headers.authorization, apiKey);
    if (unauthorised) return refuse(response, unauthorised);
    const route = routes[`${request.method} ${path}`];
    if (!route) return refuse(response, unknownUrl(request.method, path));
    if (body === null || typeof body !== 'object') return refuse(response, unparsable);
    const extra = options.refuses?.find((name) => name in body);
    if (extra) return refuse(response, unknownParameter(extra));
    await route(body as Record<string, unknown>, response);
  }

  function record(
    request: http.IncomingMessage,
    response: http.ServerResponse,
    path: string,
    body: Record<string, unknown>,
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

  const writers = Object.keys(models).filter((model) => models[model] === 0);
  const embedders = Object.keys(models).filter((model) => models[model] !== 0);
  const routes: Record<
    string,
    (body: Record<string, unknown>, response: http.ServerResponse) => Promise<void> | void
  > = {
    'GET /v1/models': (_body, response) => behave(response, scripted.shift(), listModels),
    'POST /v1/embeddings': (body, response) => {
      const refusal = embeddingRefusal(body, embedders);
      if (refusal) return refuse(response, refusal);
      return behave(response, scripted.shift(), (to) => embed(to, body));
    },
    'POST /v1/chat/completions': (body, response) => {
      const refusal = completionRefusal(body, writers);
      if (refusal) return refuse(response, refusal);
      const request = body as unknown as CompletionRequest;
      const behaviour =
        scripted.shift() ?? named(request) ?? answer({ delayMs: options.delayMs ?? 0 });
      return behave(response, behaviour, (to) => complete(to, request, behaviour));
    },
  };

  function listModels(response: http.ServerResponse) {
    const listed = Object.keys(models).filter((id) => !id.startsWith('fake-'));
    const data = listed.map((id) => ({
      id,
      object: 'model',
      created: 1_686_935_002,
      owned_by: 'openai',
    }));
    sendJson(response, 200, { object: 'list', data });
  }

  function embed(response: http.ServerResponse, body: Record<string, unknown>) {
    const model = String(body['model']);
    const dimensions = Number(body['dimensions'] ?? models[model]);
    const texts = (Array.isArray(body['input']) ? body['input'] : [body['input']]) as string[];
    const tokens = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
    const data = texts.map((text, index) => {
      const vector = hashedEmbedding(text, dimensions);
      const base64 = () => Buffer.from(vector.buffer).toString('base64');
      const embedding = body['encoding_format'] === 'base64' ? base64() : [...vector];
      return { object: 'embedding', index, embedding };
    });
    const usage = { prompt_tokens: tokens, total_tokens: tokens };
    sendJson(response, 200, { object: 'list', data, model, usage });
  }

  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    /** The base URL, with `/v1`. */
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    /** Each of the next requests that OpenAI would not refuse takes one. */
    script: (...behaviours: Behaviour[]) => void scripted.push(...behaviours),
    /** Requests whose response is neither complete nor given up by the client. */
    openRequests: () => open,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** `[[fake:stall]]` in the last message, or the model `fake-stall`. */
function named({ model, messages }: CompletionRequest): Behaviour | undefined {
  const marker = /\[\[fake:([\w-]+)\]\]/.exec(JSON.stringify(messages.at(-1)?.content));
  return namedBehaviours[marker?.[1] ?? ''] ?? namedBehaviours[model.replace(/^fake-/, '')];
}

async function behave(
  response: http.ServerResponse,
  behaviour: Behaviour | undefined,
  otherwise: (response: http.ServerResponse) => Promise<void> | void,
): Promise<void> {
  switch (behaviour?.kind) {
    case undefined:
    case 'answer':
      return otherwise(response);
    case 'error':
      return sendJson(response, behaviour.status, behaviour.body, behaviour.headers);
    case 'hang':
      if (behaviour.after === 'headers') {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      }
      return;
    case 'raw':
      response.writeHead(behaviour.status ?? 200, { 'content-type': behaviour.contentType });
      response.end(behaviour.body);
      return;
    case 'reset':
      response.destroy();
  }
}

async function complete(
  response: http.ServerResponse,
  request: CompletionRequest,
  behaviour: Behaviour,
): Promise<void> {
  if (behaviour.kind !== 'answer') return;
  const fallback = groundedAnswer(request.messages);
  if (request.stream) return streamCompletion(response, request, behaviour, fallback);
  sendJson(response, 200, wholeCompletion(request, behaviour, fallback));
}

function sendJson(
  response: http.ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'x-request-id': 'req_fake',
    ...headers,
  });
  response.end(JSON.stringify(body));
}

function refuse(response: http.ServerResponse, { status, error }: Refusal): void {
  sendJson(response, status, { error });
}

const invalid = { type: 'invalid_request_error', param: null, code: null };

function unknownUrl(method: string | undefined, path: string): Refusal {
  const message = `Invalid URL (${method} ${path})`;
  return { status: 404, error: { ...invalid, message } };
}

const unparsable: Refusal = {
  status: 400,
  error: { ...invalid, message: 'We could not parse the JSON body of your request.' },
};

function unknownParameter(name: string): Refusal {
  const message = `Unknown parameter: '${name}'.`;
  return { status: 400, error: { ...invalid, message, param: name, code: 'unknown_parameter' } };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      key: { type: 'string', default: fakeApiKey },
      delay: { type: 'string', default: '20' },
    },
  });
  const server = await startOpenAiServer({
    port: Number(values.port),
    apiKey: values.key,
    delayMs: Number(values.delay),
  });
  process.stdout.write(`${server.url}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void server.close().then(() => process.exit(0)));
  }
}
