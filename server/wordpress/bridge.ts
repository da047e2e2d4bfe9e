import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../errors/app-error.ts';
import {
  bridgeAiReply,
  bridgeAttachment,
  bridgeBudgetReply,
  bridgeDigest,
  bridgeMailReply,
  bridgePosts,
  bridgeSettings,
  bridgeTransport,
  bridgeWeekReply,
  siteReply,
  type BridgeAi,
  type BridgeBudget,
  type BridgeMail,
  type BridgePost,
  type BridgeWeek,
} from '../contract/bridge.ts';
import { olderPage } from '../contract/older.ts';
import { readBounded } from '../net/response-body.ts';
import { asksForPassword } from '../net/site-auth.ts';
import { requestId } from '../runtime/request-id.ts';
import { openConnectorKeys } from './settings-secrets.ts';
import { signedHeaders } from './signature.ts';
import type { ServedSite, Site } from './site.ts';

/** Milliseconds. */
const timeout = 20_000;
/** Milliseconds for calls that a visitor waits for. */
const shortTimeout = 5000;
const maxJson = 32 * 1024 * 1024;
const maxFile = 50 * 1024 * 1024;
/** Bytes; of an answer that is longer nobody would read the end. */
const maxAnswer = 1024 * 1024;

export interface BridgeOptions {
  site: Pick<ServedSite, 'get' | 'reread'>;
  fetch?: typeof globalThis.fetch;
  now?: () => number;
}

/** Reads at most `limit` bytes of a body. @throws AppError `too_large`; the transport's error */
async function readBody(response: Response, limit: number): Promise<Buffer> {
  if (!response.body) return Buffer.alloc(0);
  return readBounded(response.body, limit).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ERR_TOO_LARGE' ? new AppError('too_large') : error;
  });
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
function parseJson<S extends z.ZodType>(schema: S, bytes: Buffer): z.infer<S> {
  try {
    return schema.parse(JSON.parse(bytes.toString('utf8')));
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

/** Returns posts by their ids, those of up to 100 that are public. */
type FetchPosts = (ids: readonly number[]) => Promise<BridgePost[]>;

interface WantedPost {
  id: number;
  resolve: (post: BridgePost | null) => void;
  reject: (error: unknown) => void;
}

const maxBatch = 100;

/**
 * Loads single posts in batches: posts that are requested during a call go into the next
 * one, because each call starts WordPress once.
 */
export class PostLoader {
  readonly #fetchPosts: FetchPosts;
  readonly #waiting: WantedPost[] = [];
  #calling = false;

  constructor(fetchPosts: FetchPosts) {
    this.#fetchPosts = fetchPosts;
  }

  /** Returns null for a post that is missing, or not public. */
  load(id: number): Promise<BridgePost | null> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ id, resolve, reject });
      // Concurrent requests, such as those of workers that claimed together, share a call.
      if (!this.#calling) {
        this.#calling = true;
        queueMicrotask(() => void this.#work());
      }
    });
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) await this.#fetch(this.#waiting.splice(0, maxBatch));
    this.#calling = false;
  }

  async #fetch(batch: readonly WantedPost[]): Promise<void> {
    const ids = [...new Set(batch.map(({ id }) => id))];
    try {
      const found = new Map((await this.#fetchPosts(ids)).map((post) => [post.id, post]));
      for (const { id, resolve } of batch) resolve(found.get(id) ?? null);
    } catch (error) {
      // A post whose shortcode ends PHP, or never ends, must not fail the others.
      if (ids.length > 1)
        for (const id of ids) void this.#fetch(batch.filter((one) => one.id === id));
      else for (const { reject } of batch) reject(error);
    }
  }
}

interface Call {
  path: string;
  query?: Record<string, string>;
  /** Sent as JSON. */
  payload?: object;
  method?: 'GET' | 'PUT' | 'POST';
  /** Maximum bytes of the answer. */
  limit?: number;
  /** Milliseconds. */
  within?: number;
}

/** Sends one signed call. @throws AppError with the code of the plugin's refusal; Error for any other answer */
async function send(
  site: Site,
  { path, query: given = {}, payload, method = 'GET', limit = maxJson, within = timeout }: Call,
  fetch: typeof globalThis.fetch,
  now: number,
): Promise<Buffer> {
  const route = `/itih/v1/bridge/${path}`;
  const body = payload === undefined ? '' : JSON.stringify(payload);
  const identity = { role: 'system', user_id: 0, ip: '', locale: '' } as const;
  const query = method === 'GET' ? { ...given, ...unique() } : given;
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
  const text = bytes.toString('utf8', 0, 500);
  const code = refusalCode(text);
  const elsewhere = response.headers.get('location');
  const reason = elsewhere ? `see ${elsewhere}, and ITIH_SITE_URL` : text;
  const cause = new Error(`WordPress answered ${response.status} to ${method} ${route}: ${reason}`);
  if (code) throw new AppError(code, { cause });
  throw cause;
}

/**
 * Makes signed calls to the shim. Each throws AppError: `sidecar_unavailable` when the site does not
 * answer or refuses (retryable), `not_found`, `too_large`.
 */
export class Bridge {
  readonly #site: BridgeOptions['site'];
  readonly #fetch: typeof globalThis.fetch;
  readonly #now: () => number;
  readonly #posts = new PostLoader((ids) => this.#postsOf(ids));
  #failures = 0;

  constructor({ site, fetch = globalThis.fetch, now = Date.now }: BridgeOptions) {
    this.#site = site;
    this.#fetch = fetch;
    this.#now = now;
  }

  /** Number of calls that have failed since the start. */
  get failures(): number {
    return this.#failures;
  }

  async settings() {
    const { connectors = {}, ...reply } = await this.#json(bridgeSettings, { path: 'settings' });
    const { secret } = await this.#site.get();
    return { ...reply, connectorKeys: openConnectorKeys(connectors, secret) };
  }

  async storeSettings(settings: Record<string, unknown>): Promise<void> {
    await this.#json(z.unknown(), { method: 'PUT', path: 'settings', payload: { settings } });
  }

  /** Reads a post; null when it is missing or not public. */
  post(id: number): Promise<BridgePost | null> {
    return this.#posts.load(id);
  }

  /** Reads a post that visitors can view, whether or not the owner lets the chat use it; null otherwise. */
  async openPost(id: number): Promise<BridgePost | null> {
    return (await this.#postsOf([id], { open: '1' }))[0] ?? null;
  }

  /** Reads a page of the digest of public posts, by id. */
  digest(after: number, limit: number, postTypes: readonly string[]) {
    const query = { after: String(after), limit: String(limit), post_types: postTypes.join(',') };
    return this.#json(bridgeDigest, { path: 'digest', query });
  }

  /** Returns those of up to 100 posts and files of the media library that are public at this moment. */
  async standing(ids: readonly number[]) {
    const call = { path: 'digest', query: { ids: ids.join(',') }, within: shortTimeout };
    return (await this.#json(bridgeDigest, call)).posts;
  }

  /** Lets the site test how answers reach visitors. `publicUrl`: of the port for visitors. */
  transport(publicUrl: string) {
    return this.#json(bridgeTransport, { path: 'transport', query: { public: publicUrl } });
  }

  /** Reads a page of what the plugin "ItihRag AI Chatbot" has stored. */
  older(table: string, after: string, adopt: boolean) {
    const payload = { table, after, adopt };
    return this.#json(olderPage, { method: 'POST', path: 'older', payload });
  }

  /** Mails the owner that tokens run out. */
  tellBudget(payload: BridgeBudget) {
    return this.#json(bridgeBudgetReply, { method: 'POST', path: 'budget', payload });
  }

  /** Mails the owner the figures of a week. */
  tellWeek(payload: BridgeWeek) {
    return this.#json(bridgeWeekReply, { method: 'POST', path: 'week', payload });
  }

  /** Mails a conversation to the owner. */
  mail(payload: BridgeMail) {
    return this.#json(bridgeMailReply, { method: 'POST', path: 'mail', payload });
  }

  /** Has the AI that is connected to WordPress write an answer. */
  ai(payload: BridgeAi) {
    // WordPress lists the vendor's models before it asks.
    const within = payload.seconds * 1000 + shortTimeout;
    const call = { method: 'POST', path: 'ai', payload, within, limit: maxAnswer } as const;
    return this.#json(bridgeAiReply, call);
  }

  attachment(id: number) {
    return this.#json(bridgeAttachment, { path: `attachments/${id}` });
  }

  attachmentFile(id: number): Promise<Uint8Array> {
    return this.#bytes({ path: `attachments/${id}/file`, limit: maxFile });
  }

  async #postsOf(ids: readonly number[], query = {}): Promise<BridgePost[]> {
    const listed = { ids: ids.join(','), limit: String(ids.length), ...query };
    return (await this.#json(bridgePosts, { path: 'posts', query: listed })).posts;
  }

  async #json<S extends z.ZodType>(schema: S, call: Call): Promise<z.infer<S>> {
    return parseJson(schema, await this.#bytes(call));
  }

  async #bytes(call: Call): Promise<Buffer> {
    const site = await this.#site.get();
    try {
      return await send(site, call, this.#fetch, this.#now()).catch(async (error: unknown) => {
        const isStranger = error instanceof AppError && strangers.has(error.code);
        const current = isStranger ? await this.#site.reread() : site;
        if (!hasChanged(site, current)) throw error;
        return send(current, call, this.#fetch, this.#now());
      });
    } catch (error) {
      this.#failures++;
      if (!(error instanceof AppError)) {
        throw unanswered('WordPress did not answer the chat service.', error);
      }
      const refusal = strangers.get(error.code);
      throw refusal === undefined ? error : unanswered(refusal, error.cause);
    }
  }
}
