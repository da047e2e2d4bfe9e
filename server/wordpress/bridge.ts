import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../app-error.ts';
import { bridgeAttachment, bridgeDigest, bridgePosts, bridgeSettings } from '../contract/bridge.ts';
import { createPostLoader } from './post-loader.ts';
import { encodeIdentity, sign, signatureHeaders } from './signature.ts';
import { connectToSite } from './site-connection.ts';

const timeout = 20_000;
/** A visitor waits for this one. */
const shortTimeout = 5000;
const maxJson = 32 * 1024 * 1024;
const maxFile = 50 * 1024 * 1024;

export interface BridgeOptions {
  /** Of WordPress, without a trailing slash. */
  siteUrl: string;
  secret: string;
  /** Whether to look for the site on this machine first. */
  tryLoopback?: boolean;
  fetch?: typeof globalThis.fetch;
  now?: () => number;
}

/** Reads at most `limit` bytes of a body. @throws AppError `too_large` */
async function readBody(response: Response, limit: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > limit) throw new AppError('too_large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const refusal = z.object({ code: z.enum(['not_found', 'too_large']) });

/**
 * What the shim itself says of the thing asked for. Any other 404 is about the way to it: a
 * plugin that is not active, a page of the theme.
 */
function refusalCode(text: string): z.infer<typeof refusal>['code'] | null {
  try {
    return refusal.parse(JSON.parse(text)).code;
  } catch {
    return null;
  }
}

/** The site is known by its plugin, which answers a signed call. */
const connected = ({ tryLoopback = false, ...options }: BridgeOptions): typeof globalThis.fetch =>
  connectToSite({
    siteUrl: options.siteUrl,
    tryLoopback,
    probe: (fetch) => createBridge({ ...options, fetch }).settings(),
    now: options.now ?? Date.now,
  });

/**
 * Signed calls to the shim. Each throws AppError: `sidecar_unavailable` when the site does not
 * answer or refuses (worth another try), `not_found`, `too_large`.
 */
export function createBridge(options: BridgeOptions) {
  const fetch = options.fetch ?? connected(options);
  const now = options.now ?? Date.now;

  async function call(
    method: string,
    path: string,
    query: Record<string, string> = {},
    body = '',
    { limit = maxJson, within = timeout } = {},
  ): Promise<Uint8Array> {
    const route = `/itih/v1/bridge/${path}`;
    const requestId = randomUUID();
    const timestamp = Math.floor(now() / 1000);
    const identity = encodeIdentity({ role: 'system', user_id: 0, ip: '', locale: '' });
    const call = {
      method,
      route,
      query: Object.entries(query),
      timestamp,
      requestId,
      identity,
      body,
    };
    // Works for every permalink structure; nginx refuses a PUT on `/` itself.
    const url = `${options.siteUrl}/index.php?${new URLSearchParams({ rest_route: route, ...query }).toString()}`;
    try {
      const response = await fetch(url, {
        method,
        ...(body && { body }),
        redirect: 'error',
        signal: AbortSignal.timeout(within),
        headers: {
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
          [signatureHeaders.timestamp]: String(timestamp),
          [signatureHeaders.identity]: identity,
          [signatureHeaders.requestId]: requestId,
          [signatureHeaders.signature]: sign(call, options.secret),
        },
      });
      const bytes = await readBody(response, limit);
      if (response.ok) return bytes;
      const text = Buffer.from(bytes).toString('utf8', 0, 500);
      const code = refusalCode(text);
      if (code) throw new AppError(code);
      const elsewhere = response.headers.get('location');
      const said = elsewhere ? `see ${elsewhere}, and ITIH_SITE_URL` : text;
      throw new Error(`WordPress answered ${response.status} to ${method} ${route}: ${said}`);
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw new AppError('sidecar_unavailable', {
        message: 'WordPress did not answer the chat service.',
        cause: error,
      });
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
    const bytes = await call(method, path, query, text, { within });
    try {
      return schema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
    } catch (error) {
      throw new AppError('sidecar_unavailable', {
        message: 'WordPress answered something else than was asked for.',
        cause: error,
      });
    }
  }

  return {
    settings: () => json(bridgeSettings, 'GET', 'settings'),

    async storeSettings(settings: Record<string, unknown>): Promise<void> {
      await json(z.unknown(), 'PUT', 'settings', {}, { settings });
    },

    /** Null: gone, or not public. */
    post: createPostLoader(async (ids) => {
      const query = { ids: ids.join(','), limit: String(ids.length) };
      return (await json(bridgePosts, 'GET', 'posts', query)).posts;
    }),

    /** What public posts there are, by id, a page at a time. */
    digest: (after: number, limit: number, postTypes: readonly string[]) =>
      json(bridgeDigest, 'GET', 'digest', {
        after: String(after),
        limit: String(limit),
        post_types: postTypes.join(','),
      }),

    /** Those of up to 100 posts and files of the media library that are public at this moment. */
    async standing(ids: readonly number[]) {
      const query = { ids: ids.join(',') };
      return (await json(bridgeDigest, 'GET', 'digest', query, undefined, shortTimeout)).posts;
    },

    attachment: (id: number) => json(bridgeAttachment, 'GET', `attachments/${id}`),

    attachmentFile: (id: number) =>
      call('GET', `attachments/${id}/file`, {}, '', { limit: maxFile }),
  };
}
export type Bridge = ReturnType<typeof createBridge>;
