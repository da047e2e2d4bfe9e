import type { SessionReply } from '../server/contract/chat.ts';
import { RequestError, connectionLost, failureOf } from './failure.ts';
import type { SafeStorage } from './storage.ts';

/** Proof that a conversation is the visitor's own. */
interface Credentials {
  id: string;
  secret: string;
}

export interface RequestInput {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  query?: Record<string, string>;
  body?: object;
  accept?: string;
  signal?: AbortSignal;
}

export interface Session {
  credentials(): Credentials | undefined;
  adopt(credentials: Credentials): void;
  forget(): void;
  /** Fetches a nonce ahead of the first request and answers the server's message limit. */
  warm(): Promise<number>;
  /** Rejects with RequestError unless the answer is a success. */
  request(input: RequestInput): Promise<Response>;
}

export interface SessionDependencies {
  api: string;
  fetch: typeof fetch;
  storage: SafeStorage;
  now?: () => number;
}

/** With plain permalinks the route is itself a query parameter of `api`. */
export function endpoint(api: string, path: string, query: Record<string, string> = {}): string {
  const url = new URL(api, location.href);
  const route = url.searchParams.get('rest_route');
  const join = (base: string) => base.replace(/\/?$/, '/') + path;
  if (route === null) url.pathname = join(url.pathname);
  else url.searchParams.set('rest_route', join(route));
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

export function createSession(dependencies: SessionDependencies): Session {
  const { api, storage, now = Date.now } = dependencies;
  const key = `itih-chat:${api}`;
  let reply: Promise<SessionReply> | undefined;
  let staleAt = 0;

  const send: typeof fetch = (url, init) =>
    dependencies.fetch(url, init).catch((error: unknown) => {
      if (init?.signal?.aborted) throw error;
      throw new RequestError(connectionLost);
    });

  const fetchSession = async (): Promise<SessionReply> => {
    const response = await send(endpoint(api, 'session'), { cache: 'no-store' });
    if (!response.ok) throw new RequestError(await failureOf(response));
    const body = (await response.json().catch(() => ({}))) as Partial<SessionReply>;
    if (!body.nonce) throw new RequestError({ ...connectionLost, code: 'unavailable' });
    // A tenth early, so that a nonce does not expire between check and use.
    staleAt = now() + (body.expires_in ?? 3600) * 900;
    return body as SessionReply;
  };

  /** One request for all who wait; a failed one is not kept. */
  const open = (): Promise<SessionReply> => {
    if (!reply || now() > staleAt) {
      staleAt = Infinity;
      const pending = fetchSession();
      reply = pending;
      pending.catch(() => {
        if (reply === pending) reply = undefined;
      });
    }
    return reply;
  };

  const credentials = (): Credentials | undefined => {
    try {
      const stored = JSON.parse(storage.get(key) ?? 'null') as Credentials | null;
      return stored?.id && stored.secret ? stored : undefined;
    } catch {
      return undefined;
    }
  };

  const attempt = async (input: RequestInput): Promise<Response> => {
    const { nonce } = await open();
    const owner = credentials();
    return send(endpoint(api, input.path, input.query), {
      method: input.method,
      headers: {
        Accept: input.accept ?? 'application/json',
        'X-WP-Nonce': nonce,
        ...(owner && { 'X-Itih-Secret': owner.secret }),
        ...(input.body && { 'Content-Type': 'application/json' }),
      },
      ...(input.body && { body: JSON.stringify(input.body) }),
      ...(input.signal && { signal: input.signal }),
    });
  };

  return {
    credentials,
    adopt: (next) => storage.set(key, JSON.stringify(next)),
    forget: () => storage.remove(key),
    warm: async () => (await open()).limits?.max_message_chars ?? 0,
    async request(input) {
      let response = await attempt(input);
      if (response.ok) return response;
      let failure = await failureOf(response);
      if (failure.code === 'rest_cookie_invalid_nonce') {
        reply = undefined;
        response = await attempt(input);
        if (response.ok) return response;
        failure = await failureOf(response);
      }
      throw new RequestError(failure);
    },
  };
}
