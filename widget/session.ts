import type { SessionReply } from '../server/contract/chat.ts';
import { createEarlierChats, type EarlierChats } from './earlier.ts';
import { RequestError, lost, readFailure } from './failure.ts';
import type { SafeStorage } from './storage.ts';

/** Proof that a conversation is the visitor's own. */
export interface Owner {
  id: string;
  secret: string;
}

interface RequestOptions {
  query?: Record<string, string>;
  body?: object;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export interface Session {
  earlier: EarlierChats;
  owner(): Owner | undefined;
  adopt(owner: Owner): void;
  forget(): void;
  /** The question whose answer is on its way, in any tab of the browser. */
  pending(): number;
  /** 0: none. */
  setPending(question: number): void;
  /** Hears of questions in other tabs, and with 0 of a conversation that was deleted there. */
  listen(listener: (question: number) => void): void;
  /** Fetches a nonce ahead of the first request, and what else the server says at the beginning. */
  warm(): Promise<SessionReply>;
  /** Asks anew whether a question would be answered now. */
  isAvailable(): Promise<boolean>;
  /** Rejects with RequestError unless the answer is a success, or as `fetch` does on abort. */
  request(method: string, path: string, options?: RequestOptions): Promise<Response>;
}

/** With plain permalinks the route is itself a query parameter of `api`. */
export function endpoint(api: string, path: string, query?: Record<string, string>): string {
  const url = new URL(api, location.href);
  const parameters = url.searchParams;
  const route = parameters.get('rest_route');
  if (route) parameters.set('rest_route', route + path);
  else url.pathname += path;
  for (const name in query) parameters.set(name, query[name] ?? '');
  return url.href;
}

/** A query for which no cache has an answer, whatever rules it goes by. */
const unique = () => ({ _: `${Math.random()}` });

/** The page that the visitor is on. */
export const pageUrl = () => location.href.replace(/#.*/, '').slice(0, 2048);

export function createSession(api: string, storage: SafeStorage, fetcher: typeof fetch): Session {
  const key = `itih-chat:${api}`;
  const pendingKey = `${key} pending`;
  let reply: Promise<SessionReply> | undefined;

  const send = async (url: string, init: RequestInit): Promise<Response> => {
    try {
      return await fetcher(url, init);
    } catch (error) {
      throw init.signal?.aborted ? error : new RequestError(lost);
    }
  };

  const fetchReply = async (): Promise<SessionReply> => {
    const response = await send(endpoint(api, 'session', unique()), { cache: 'no-store' });
    if (!response.ok) throw new RequestError(await readFailure(response));
    const body = (await response.json().catch(() => null)) as SessionReply | null;
    if (!body?.nonce) throw new RequestError(lost);
    return body;
  };

  /** One fetch for all who wait; a failed one is not kept. */
  const open = (): Promise<SessionReply> => {
    if (!reply) {
      const pending = fetchReply();
      reply = pending;
      pending.catch(() => {
        if (reply === pending) reply = undefined;
      });
    }
    return reply;
  };

  const owner = (): Owner | undefined => {
    const [id, secret] = (storage.get(key) ?? '').split(' ');
    return id && secret ? { id, secret } : undefined;
  };

  const attempt = async (
    method: string,
    path: string,
    options?: RequestOptions,
  ): Promise<Response> => {
    const { nonce } = await open();
    const { query, body, signal } = options ?? {};
    const headers = new Headers({ ...options?.headers, 'X-WP-Nonce': nonce });
    const secret = owner()?.secret;
    if (secret && !headers.has('X-Itih-Secret')) headers.set('X-Itih-Secret', secret);
    if (body) headers.set('Content-Type', 'application/json');
    const init = { method, headers, body: body ? JSON.stringify(body) : null };
    const asked = method === 'GET' ? { ...query, ...unique() } : query;
    return send(endpoint(api, path, asked), { ...init, signal: signal ?? null });
  };

  return {
    earlier: createEarlierChats(storage, `${key} earlier`),
    owner,
    adopt: ({ id, secret }) => storage.set(key, `${id} ${secret}`),
    forget: () => storage.remove(key),
    pending: () => Number(storage.get(pendingKey)),
    setPending(question) {
      if (question) storage.set(pendingKey, String(question));
      else storage.remove(pendingKey);
    },
    listen(listener) {
      addEventListener('storage', (event) => {
        if (event.key === key && event.newValue === null) listener(0);
        if (event.key === pendingKey && event.newValue !== null) listener(Number(event.newValue));
      });
    },
    warm: open,
    async isAvailable() {
      reply = undefined;
      // A server before there was such a word answers, too.
      return (await open()).available !== false;
    },
    async request(method, path, options) {
      for (let fresh = false; ; fresh = true) {
        const response = await attempt(method, path, options);
        if (response.ok) return response;
        const failure = await readFailure(response);
        if (fresh || failure.code !== 'rest_cookie_invalid_nonce') throw new RequestError(failure);
        reply = undefined;
      }
    },
  };
}
