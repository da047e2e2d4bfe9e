import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../errors/app-error.ts';
import {
  bridgeAttachment,
  bridgeBudgetReply,
  bridgeDigest,
  bridgeMailReply,
  bridgePosts,
  bridgeSettings,
  bridgeTransport,
  siteReply,
  type BridgeBudget,
  type BridgeMail,
} from '../contract/bridge.ts';
import { openConnectorKeys } from './connector-keys.ts';
import { asksForPassword } from '../net/site-auth.ts';
import { requestId } from '../runtime/request-id.ts';
import { createPostLoader } from './post-loader.ts';
import { signedHeaders } from './signature.ts';
import type { ServedSite, Site } from './site.ts';

const timeout = 20_000;
/** Milliseconds for calls that a visitor waits for. */
const shortTimeout = 5000;
const maxJson = 32 * 1024 * 1024;
const maxFile = 50 * 1024 * 1024;

export interface BridgeOptions {
  site: Pick<ServedSite, 'get' | 'reread'>;
  fetch?: typeof globalThis.fetch;
  now?: () => number;
}

/** Reads at most `limit` bytes of a body. @throws AppError `too_large` */
export async function readBody(response: Response, limit: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > limit) throw new AppError('too_large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const refusal = z.object({
  code: z.enum(['not_found', 'too_large', 'wrong_site', 'invalid_signature']),
});

/**
 * Returns the code of the shim's own refusal. Any other 404 is about the connection, such as a
 * plugin that is not active.
 */
function refusalCode(text: string): z.infer<typeof refusal>['code'] | null {
  try {
    return refusal.parse(JSON.parse(text)).code;
  } catch {
    return null;
  }
}

/** Returns a query for which no cache has an answer: some go by the address alone. */
const unique = () => ({ _: randomUUID() });

/** Returns the address of a REST route that works for every permalink structure. */
export const routeUrl = (address: string, route: string, query: Record<string, string> = {}) =>
  `${address}/index.php?${new URLSearchParams({ rest_route: route, ...query }).toString()}`;

const unanswered = (message: string, cause: unknown) =>
  new AppError('sidecar_unavailable', { message, cause });

/** @throws AppError `sidecar_unavailable` that tells the owner of the password that is missing, or is another */
function requireAdmitted(response: Response): void {
  if (!asksForPassword(response)) return;
  throw new AppError('sidecar_unavailable', {
    message:
      'The web server of the site asks for a user name and a password. Start the sidecar with ITIH_SITE_AUTH=user:password, with the right ones.',
  });
}

/** @throws AppError `sidecar_unavailable` for an unexpected answer */
function parseJson<S extends z.ZodType>(schema: S, bytes: Uint8Array): z.infer<S> {
  try {
    return schema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  } catch (error) {
    throw unanswered('WordPress sent an unexpected answer.', error);
  }
}

/** Codes with which the plugin refuses a sidecar of another site or secret, as owners are told. */
const strangers: ReadonlyMap<string, string> = new Map([
  [
    'wrong_site',
    'WordPress has another address than before, or is another site. Its admin asks whether it was moved or copied.',
  ],
  [
    'invalid_signature',
    'WordPress has another secret than this sidecar, or the clocks differ by more than a minute.',
  ],
]);

/** Whether the site got another identity or address since it was read. */
const hasChanged = (before: Site, after: Site) =>
  before.id !== after.id || before.url !== after.url || before.secret !== after.secret;

/** Asks the site at `address` for its identity. The call is not signed, because signing needs the answer. */
export async function fetchSiteIdentity(address: string, fetch = globalThis.fetch) {
  try {
    const response = await fetch(routeUrl(address, '/itih/v1/site', unique()), {
      redirect: 'error',
      signal: AbortSignal.timeout(shortTimeout),
    });
    requireAdmitted(response);
    const { id, home_url } = parseJson(siteReply, await readBody(response, maxJson));
    return { id, url: home_url };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw unanswered('WordPress did not answer the chat service.', error);
  }
}

interface Wanted {
  method: string;
  path: string;
  query: Record<string, string>;
  body: string;
  limit: number;
  within: number;
}

/** Sends one signed call. @throws AppError with the code of the plugin's refusal; Error for any other answer */
async function send(
  site: Site,
  { method, path, query: asked, body, limit, within }: Wanted,
  fetch: typeof globalThis.fetch,
  now: number,
): Promise<Uint8Array> {
  const route = `/itih/v1/bridge/${path}`;
  const identity = { role: 'system', user_id: 0, ip: '', locale: '' } as const;
  const query = method === 'GET' ? { ...asked, ...unique() } : asked;
  const call = { method, route, query: Object.entries(query), identity, body };
  // Some hosts block PUT; WordPress also takes the method from a header.
  const isPut = method === 'PUT';
  const response = await fetch(routeUrl(site.address, route, query), {
    method: isPut ? 'POST' : method,
    ...(body && { body }),
    redirect: 'error',
    signal: AbortSignal.timeout(within),
    headers: {
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
      ...(isPut && { 'x-http-method-override': method }),
      ...signedHeaders(call, site, now),
      'x-request-id': requestId() ?? randomUUID(),
    },
  });
  requireAdmitted(response);
  const bytes = await readBody(response, limit);
  if (response.ok) return bytes;
  const text = Buffer.from(bytes).toString('utf8', 0, 500);
  const code = refusalCode(text);
  const elsewhere = response.headers.get('location');
  const said = elsewhere ? `see ${elsewhere}, and ITIH_SITE_URL` : text;
  const cause = new Error(`WordPress answered ${response.status} to ${method} ${route}: ${said}`);
  if (code) throw new AppError(code, { cause });
  throw cause;
}

/**
 * Makes signed calls to the shim. Each throws AppError: `sidecar_unavailable` when the site does not
 * answer or refuses (retryable), `not_found`, `too_large`.
 */
export function createBridge(options: BridgeOptions) {
  const fetch = options.fetch ?? globalThis.fetch;
  const now = options.now ?? Date.now;
  let failures = 0;

  async function call(
    method: string,
    path: string,
    query: Record<string, string> = {},
    body = '',
    { limit = maxJson, within = timeout } = {},
  ): Promise<Uint8Array> {
    const wanted = { method, path, query, body, limit, within };
    const site = await options.site.get();
    try {
      return await send(site, wanted, fetch, now()).catch(async (error: unknown) => {
        const isStranger = error instanceof AppError && strangers.has(error.code);
        const current = isStranger ? await options.site.reread() : site;
        if (!hasChanged(site, current)) throw error;
        return send(current, wanted, fetch, now());
      });
    } catch (error) {
      failures++;
      if (!(error instanceof AppError)) {
        throw unanswered('WordPress did not answer the chat service.', error);
      }
      const refusal = strangers.get(error.code);
      throw refusal === undefined ? error : unanswered(refusal, error.cause);
    }
  }

  async function json<S extends z.ZodType>(
    schema: S,
    method: string,
    path: string,
    query?: Record<string, string>,
    body?: unknown,
    within?: number,
  ): Promise<z.infer<S>> {
    const text = body === undefined ? '' : JSON.stringify(body);
    return parseJson(schema, await call(method, path, query, text, { within }));
  }

  return {
    /** Number of calls that have failed since the start. */
    failures: () => failures,

    async settings() {
      const { connectors = {}, ...reply } = await json(bridgeSettings, 'GET', 'settings');
      const { secret } = await options.site.get();
      return { ...reply, connectorKeys: openConnectorKeys(connectors, secret) };
    },

    async storeSettings(settings: Record<string, unknown>): Promise<void> {
      await json(z.unknown(), 'PUT', 'settings', {}, { settings });
    },

    /** Reads a post; null when it is missing or not public. */
    post: createPostLoader(async (ids) => {
      const query = { ids: ids.join(','), limit: String(ids.length) };
      return (await json(bridgePosts, 'GET', 'posts', query)).posts;
    }),

    /** Reads a post that visitors can view, whether or not the owner lets the chat use it; null otherwise. */
    async openPost(id: number) {
      const query = { ids: String(id), limit: '1', open: '1' };
      return (await json(bridgePosts, 'GET', 'posts', query)).posts[0] ?? null;
    },

    /** Reads a page of the digest of public posts, by id. */
    digest: (after: number, limit: number, postTypes: readonly string[]) =>
      json(bridgeDigest, 'GET', 'digest', {
        after: String(after),
        limit: String(limit),
        post_types: postTypes.join(','),
      }),

    /** Returns those of up to 100 posts and files of the media library that are public at this moment. */
    async standing(ids: readonly number[]) {
      const query = { ids: ids.join(',') };
      return (await json(bridgeDigest, 'GET', 'digest', query, undefined, shortTimeout)).posts;
    },

    /** Lets the site test how answers reach visitors. `publicUrl`: of the port for visitors. */
    transport: (publicUrl: string) =>
      json(bridgeTransport, 'GET', 'transport', { public: publicUrl }),

    /** Mails the owner that tokens run out. */
    tellBudget: (told: BridgeBudget) => json(bridgeBudgetReply, 'POST', 'budget', {}, told),

    /** Mails a conversation to the owner. */
    mail: (conversation: BridgeMail) => json(bridgeMailReply, 'POST', 'mail', {}, conversation),

    attachment: (id: number) => json(bridgeAttachment, 'GET', `attachments/${id}`),

    attachmentFile: (id: number) =>
      call('GET', `attachments/${id}/file`, {}, '', { limit: maxFile }),
  };
}
export type Bridge = ReturnType<typeof createBridge>;
