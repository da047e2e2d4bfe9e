import { z } from 'zod';

/** What the shim and the sidecar say to each other; every call signed, see `wordpress/signature.ts`. */

/** Who a signed request speaks for. Sent as query-encoded text in `X-Itih-Identity`. */
export const identity = z.object({
  role: z.enum(['visitor', 'admin', 'system']),
  user_id: z.coerce.number().int().min(0).default(0),
  ip: z.string().max(64).default(''),
  locale: z.string().max(35).default(''),
  /**
   * PHP's workers, one of which waits for the answer; 0: their number is unknown. Absent at the edge,
   * where no worker waits.
   */
  workers: z.coerce.number().int().min(0).max(100_000).optional(),
});
export type Identity = z.infer<typeof identity>;

/**
 * Which site a signed call is about: `id=<UUID>&url=<home address>` in `X-Itih-Site`. A database that was copied
 * brings the id along; the address tells the copy from the original.
 */
export const siteIdentity = z.object({ id: z.uuid(), url: z.url().max(2048) });
export type SiteIdentity = z.infer<typeof siteIdentity>;

/** `GET /site`: a sidecar that was only given an address learns which site it serves. */
export const siteReply = z.object({ id: z.uuid(), home_url: z.url() });

/** Shim → sidecar: `POST /events`. The sidecar asks back for anything it has to know. */
export const siteEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('post_changed'), post_id: z.number().int().positive() }),
  /** No longer public: its text must not be used from now on. */
  z.object({ type: z.literal('post_removed'), post_id: z.number().int().positive() }),
  z.object({ type: z.literal('settings_changed') }),
]);
export type SiteEvent = z.infer<typeof siteEvent>;

/**
 * Shim → sidecar: `DELETE /data`, when the plugin is uninstalled. The bridge is gone by then, so the option is
 * sent along as it is stored: the keys of hosted services are in it.
 */
export const removeDataRequest = z.object({ settings: z.record(z.string(), z.unknown()) });

/** Shim → sidecar: `POST /events` takes these. */
export const eventsRequest = z.object({ events: z.array(siteEvent).min(1).max(1000) });

/** `GET bridge/settings`; `PUT` takes `{ settings }` and stores it as it is. */
export const bridgeSettings = z.object({
  /** The option as stored: partial, secrets as ciphertext. */
  settings: z.record(z.string(), z.unknown()),
  site: z.object({
    name: z.string(),
    home_url: z.string(),
    locale: z.string(),
    wordpress_version: z.string(),
    plugin_version: z.string(),
  }),
});
export type BridgeSettings = z.infer<typeof bridgeSettings>;

/** A public post. `html` is rendered: blocks and shortcodes done. `modified` is UTC ISO 8601. */
export const bridgePost = z.object({
  id: z.number().int(),
  post_type: z.string(),
  title: z.string(),
  excerpt: z.string(),
  html: z.string(),
  /** `taxonomy` as the site's editors read it: `Categories`. */
  terms: z.array(z.object({ taxonomy: z.string(), name: z.string() })),
  /** From the filter `itih_post_fields`. */
  fields: z.array(z.object({ label: z.string(), value: z.string() })),
  permalink: z.string(),
  language: z.string(),
  modified: z.string(),
});
export type BridgePost = z.infer<typeof bridgePost>;

/** `GET bridge/posts?ids=1,2` or `?after=<id>&limit=&post_types=a,b`: only public posts, by id. */
export const bridgePosts = z.object({
  posts: z.array(bridgePost),
  /** Last id of the page, to be sent as `after`; null on the last page. */
  next: z.number().int().nullable(),
});

/**
 * `GET bridge/digest?after=&limit=&post_types=`: what exists, without its text. `?ids=1,2`, up to 100:
 * which of these posts and files of the media library are public at this moment.
 */
export const bridgeDigest = z.object({
  posts: z.array(
    z.object({
      id: z.number().int(),
      modified: z.string(),
      /** Of a file its address. Empty when the site cannot say. */
      permalink: z.string(),
    }),
  ),
  next: z.number().int().nullable(),
  /** On all pages, with those that only the filter `itih_post_is_public` takes away. */
  total: z.number().int(),
});

/** `GET bridge/attachments/<id>`; the bytes come from `…/<id>/file`. */
export const bridgeAttachment = z.object({
  id: z.number().int(),
  title: z.string(),
  filename: z.string(),
  mime_type: z.string(),
  url: z.string(),
  bytes: z.number().int(),
});
export type BridgeAttachment = z.infer<typeof bridgeAttachment>;
