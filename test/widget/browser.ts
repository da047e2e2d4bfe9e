import { ReadableStream } from 'node:stream/web';
import { TextDecoder, TextEncoder } from 'node:util';
import type { ChatEvent } from '../../server/contract/chat.ts';
import type { SafeStorage } from '../../widget/storage.ts';

/** Adds browser features that jsdom lacks. */
export function completeBrowser(): void {
  class Observer {
    observe(): void {}
    disconnect(): void {}
  }
  Object.assign(globalThis, {
    TextDecoder,
    ResizeObserver: Observer,
    IntersectionObserver: Observer,
    matchMedia: () => ({ matches: false }),
  });
}

export function memoryStorage(entries: Record<string, string> = {}): SafeStorage {
  const map = new Map(Object.entries(entries));
  return {
    get: (key) => map.get(key) ?? null,
    set: (key, value) => void map.set(key, value),
    remove: (key) => void map.delete(key),
  };
}

const encoder = new TextEncoder();

/** jsdom has no Response; this is as much of one as the widget reads. */
export function respond(status: number, body: unknown, type = 'application/json'): Response {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    ok: status < 300,
    status,
    headers: new Headers({ 'Content-Type': type }),
    json: () => new Promise((resolve) => resolve(JSON.parse(text))),
    body: streamOf([text]),
  } as unknown as Response;
}

export function streamOf(chunks: readonly (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) {
        controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
      }
      controller.close();
    },
  });
}

export const frame = (event: ChatEvent, id = 1): string =>
  `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

export const eventStream = (events: readonly ChatEvent[]): Response =>
  respond(200, events.map(frame).join(''), 'text/event-stream; charset=utf-8');

/** A stream whose events are sent by the test. */
export function liveStream() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (own) => void (controller = own as never),
    cancel: () => void (controller = undefined),
  });
  return {
    response: {
      ok: true,
      status: 200,
      headers: new Headers({ 'Content-Type': 'text/event-stream' }),
      body,
    } as unknown as Response,
    send: (event: ChatEvent) => controller?.enqueue(encoder.encode(frame(event))),
    end: () => controller?.close(),
    fail: () => controller?.error(new TypeError('network error')),
  };
}

export const apiError = (status: number, code: string, message = '', data = {}): Response =>
  respond(status, { code, message, data: { status, ...data } });

export const done = {
  type: 'done',
  message_id: 7,
  finish_reason: 'stop',
  usage: { prompt_tokens: 1, completion_tokens: 1 },
  model: 'builtin:extractive-1',
  ms: 5,
} as const satisfies ChatEvent;

export const meta = {
  type: 'meta',
  session_id: 's1',
  session_secret: 'proof',
  message_id: 6,
} as const satisfies ChatEvent;

export const source = {
  n: 1,
  title: 'Opening hours',
  url: 'https://example.org/hours/',
  kind: 'post',
  passage_url: 'https://example.org/hours/#:~:text=Open',
  excerpt: 'Open daily.',
} as const;

/** Lets promises settle and the frame that shows their outcome pass. */
export const settle = (ms = 130): Promise<void> => new Promise((done) => setTimeout(done, ms));

interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: Record<string, unknown>;
  signal: AbortSignal | null;
}

type Handler = (call: Call) => Response | Promise<Response>;

/** A `fetch` that answers by "METHOD path"; what has no handler is a broken connection. */
export function fakeServer(handlers: Record<string, Handler>) {
  const calls: Call[] = [];
  const fetch = ((input: string, init: RequestInit = {}) => {
    const url = new URL(input);
    const route = url.searchParams.get('rest_route') ?? url.pathname.replace('/wp-json', '');
    const call: Call = {
      method: init.method ?? 'GET',
      path: route.replace('/itih/v1/', ''),
      query: url.searchParams,
      headers: new Headers(init.headers),
      body: JSON.parse((init.body as string | null) ?? '{}') as Record<string, unknown>,
      signal: init.signal ?? null,
    };
    calls.push(call);
    const handler = handlers[`${call.method} ${call.path}`];
    return handler
      ? Promise.resolve(handler(call))
      : Promise.reject(new TypeError('Failed to fetch'));
  }) as typeof globalThis.fetch;
  const made = (name: string) => calls.filter(({ method, path }) => `${method} ${path}` === name);
  return { fetch, calls, made, handlers };
}

export const session = (nonce = 'n1'): Response =>
  respond(200, { nonce, expires_in: 3600, limits: { max_message_chars: 40 } });
