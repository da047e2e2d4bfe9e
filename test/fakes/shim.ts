/** Calls the sidecar as the shim does: signed, in somebody's name. */
import type { Identity, SiteIdentity } from '../../server/contract/bridge.ts';
import type { ChatEvent } from '../../server/contract/chat.ts';
import type { ErrorCode } from '../../server/contract/errors.ts';
import {
  isSignedAnswer,
  signatureHeaders,
  signedHeaders,
  streamedBody,
} from '../../server/wordpress/signature.ts';

export interface CallOptions {
  role?: Identity['role'];
  /** 0 without a login, 1 for an administrator. */
  userId?: number;
  ip?: string;
  locale?: string;
  query?: Record<string, string>;
  /** A string is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export interface Answer<T> {
  status: number;
  headers: Headers;
  body: T;
}

/** One event as it came, with its arrival in milliseconds after the call. */
export type Frame = { id: number; event: string; at: number; data: ChatEvent };

export async function* readFrames(response: Response, started: number): AsyncGenerator<Frame> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n');
      text = text.slice(end + 2);
      const field = (name: string) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const data = field('data');
      if (data === undefined) continue;
      yield {
        id: Number(field('id')),
        event: field('event') ?? '',
        at: performance.now() - started,
        data: JSON.parse(data) as ChatEvent,
      };
    }
  }
}

/** The site that `startWordPressSite` stands for. */
export const fakeSite: SiteIdentity = {
  id: '3f1c2a9e-5d0b-4c7a-9b1e-0a2b3c4d5e6f',
  url: 'http://site.test',
};

/** Codes with which a sidecar answers before it has verified a call. */
const unsigned: readonly ErrorCode[] = [
  'invalid_signature',
  'wrong_site',
  'incompatible_version',
  'newer_database',
  'foreign_tables',
  'sidecar_unavailable',
];

export function shimFor(sidecarUrl: string, secret: string, site = fakeSite) {
  function signed(
    method: string,
    path: string,
    options: CallOptions,
  ): RequestInit & { url: string } {
    const { role = 'visitor', ip = '192.0.2.1', locale = 'en_US', query = {}, body } = options;
    const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
    const { userId = role === 'admin' ? 1 : 0 } = options;
    const identity = { role, user_id: userId, ip, locale };
    const route = `/itih/v1${path}`;
    const entries = Object.entries(query);
    const call = { method, route, query: entries, identity, body: text };
    const search = entries.length > 0 ? `?${new URLSearchParams(query).toString()}` : '';
    return {
      url: sidecarUrl + route + search,
      method,
      ...(text && { body: text }),
      ...(options.signal && { signal: options.signal }),
      headers: {
        'content-type': 'application/json',
        ...signedHeaders(call, { ...site, secret }, Date.now()),
        ...options.headers,
      },
    };
  }

  /** Takes no answer without signature, as the shim, but a refusal of the call itself. */
  function requireSignature(init: RequestInit, response: Response, text: string): void {
    const body = response.headers.get(signatureHeaders.bodyHash) === streamedBody ? null : text;
    const sent = init.headers as Record<string, string>;
    const isRefusal = response.status >= 400 && unsigned.some((code) => text.includes(`"${code}"`));
    if (!isSignedAnswer(sent, response, body, { ...site, secret }) && !isRefusal) {
      throw new Error(`An answer without signature: ${response.status} ${text.slice(0, 200)}`);
    }
  }

  async function call<T = Record<string, unknown>>(
    method: string,
    path: string,
    options: CallOptions = {},
  ): Promise<Answer<T>> {
    const { url, ...init } = signed(method, path, options);
    const response = await fetch(url, init);
    const text = await response.text();
    requireSignature(init, response, text);
    const json = response.headers.get('content-type')?.includes('json');
    return {
      status: response.status,
      headers: response.headers,
      body: (json ? JSON.parse(text) : text) as T,
    };
  }

  return {
    signed,
    call,
    admin: <T = Record<string, unknown>>(method: string, path: string, options: CallOptions = {}) =>
      call<T>(method, path, { role: 'admin', ...options }),

    /** All frames of one streamed answer. */
    async chat(
      message: string,
      options: CallOptions & { session?: ChatSession; fields?: Record<string, unknown> } = {},
    ) {
      const { session, fields, ...rest } = options;
      const started = performance.now();
      const { url, ...init } = signed('POST', '/chat', {
        ...rest,
        body: { message, ...fields, ...(session && { session_id: session.id }) },
        headers: { ...rest.headers, ...(session && { 'x-itih-secret': session.secret }) },
      });
      const response = await fetch(url, init);
      const frames: Frame[] = [];
      if (response.ok) requireSignature(init, response, '');
      if (!response.ok) return { status: response.status, frames, text: '', session: null };
      for await (const frame of readFrames(response, started)) frames.push(frame);
      const events = frames.map(({ data }) => data);
      const text = events.map((event) => (event.type === 'delta' ? event.content : '')).join('');
      const [meta] = events;
      const opened: ChatSession | null =
        meta?.type === 'meta' ? { id: meta.session_id, secret: meta.session_secret ?? '' } : null;
      return { status: response.status, frames, text, session: opened };
    },
  };
}

export interface ChatSession {
  id: string;
  secret: string;
}
