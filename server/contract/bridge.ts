import { z } from 'zod';
import { mailRequest } from './chat.ts';

/** Calls between shim and sidecar. Each is signed, see `wordpress/signature.ts`. */

/**
 * Number of the protocol between plugin and sidecar, and the oldest that this version still speaks. It grows by one
 * with a change that the other side would misunderstand: of the signature, of a payload's required fields.
 */
export const protocol = { number: 2, least: 2 } as const;

/**
 * The program that calls or answers: `version=1.2.0&protocol=1&least=1` in `X-Itih-Version`. It is not signed,
 * because the signature itself may be what has changed.
 */
export const peerVersion = z.object({
  version: z.string().min(1).max(32),
  protocol: z.coerce.number().int().min(1),
  least: z.coerce.number().int().min(1),
});
export type PeerVersion = z.infer<typeof peerVersion>;

/** The caller of a signed request, sent query-encoded in `X-Itih-Identity`. */
export const identity = z.object({
  role: z.enum(['visitor', 'reader', 'admin', 'system']),
  user_id: z.coerce.number().int().min(0).default(0),
  ip: z.string().max(64).default(''),
  locale: z.string().max(35).default(''),
  /**
   * Number of PHP workers, one of which waits for the answer; 0 if unknown. Absent where no worker waits.
   */
  workers: z.coerce.number().int().min(0).max(100_000).optional(),
  /** `1`: the web server has taken the request over from PHP, so no worker waits. */
  handed_over: z.enum(['0', '1']).optional(),
});
export type Identity = z.infer<typeof identity>;

/**
 * The site of a signed call: `id=<UUID>&url=<home address>` in `X-Itih-Site`. A copied database contains the
 * same id; the address distinguishes the copy from the original.
 */
export const siteIdentity = z.object({ id: z.uuid(), url: z.url().max(2048) });
export type SiteIdentity = z.infer<typeof siteIdentity>;

/** `GET /site`: tells a sidecar that knows only an address which site it serves. */
export const siteReply = z.object({ id: z.uuid(), home_url: z.url() });

/** Shim → sidecar: `POST /events`. The sidecar fetches the details over the bridge. */
export const siteEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('post_changed'), post_id: z.number().int().positive() }),
  /** The post is no longer public: its text must not be used any more. */
  z.object({ type: z.literal('post_removed'), post_id: z.number().int().positive() }),
  z.object({ type: z.literal('settings_changed') }),
]);
export type SiteEvent = z.infer<typeof siteEvent>;

/**
 * Shim → sidecar: `DELETE /data`, when the plugin is uninstalled. The bridge no longer exists then, so the option is
 * sent as stored: it contains the keys of hosted services.
 */
export const removeDataRequest = z.object({ settings: z.record(z.string(), z.unknown()) });

/** Shim → sidecar: the body of `POST /events`. */
export const eventsRequest = z.object({ events: z.array(siteEvent).min(1).max(1000) });

/** `GET bridge/settings`; `PUT` stores `{ settings }` unchanged. */
export const bridgeSettings = z.object({
  /** The option as stored: partial, secrets as ciphertext. */
  settings: z.record(z.string(), z.unknown()),
  /** Keys of *Settings → Connectors* of WordPress 7.0 by connector, encrypted with the secret of the calls. */
  connectors: z.record(z.string(), z.string()).optional(),
  site: z.object({
    name: z.string(),
    home_url: z.string(),
    locale: z.string(),
    /** IANA name, or an offset such as `+02:00`; UTC if absent. */
    time_zone: z.string().max(64).optional(),
    wordpress_version: z.string(),
    plugin_version: z.string(),
    /** Result of `wp_supports_ai()`, of WordPress 7.0; false: no vendor is called. */
    supports_ai: z.boolean().optional(),
    /** For signing in to MCP servers; absent in older plugins. */
    oauth: z
      .object({
        /** The admin page to which an authorization server sends the owner back. */
        redirect_url: z.url(),
        /** Address of `GET /mcp/client`; '' where it cannot be an OAuth client id. */
        client_url: z.string(),
      })
      .optional(),
    /** The owner's words by locale, where WPML or Polylang has translations of them. */
    words: z
      .record(
        z.string(),
        z.object({ consent_text: z.string(), contact: z.string(), refusal_text: z.string() }),
      )
      .optional(),
    /** Results of the filters `nonce_life` (seconds) and `nonce_user_logged_out` for anonymous visitors. */
    nonce: z.object({ life: z.number().int().min(2), user: z.string().max(64) }).optional(),
  }),
});
export type BridgeSettings = z.infer<typeof bridgeSettings>;

/** A public post. `html` has blocks and shortcodes rendered. `modified` is UTC ISO 8601. */
export const bridgePost = z.object({
  id: z.number().int(),
  post_type: z.string(),
  title: z.string(),
  excerpt: z.string(),
  html: z.string(),
  /** `taxonomy` is its label, such as `Colours`, `slug` its name; without it, they may be categories and are not told. */
  terms: z.array(z.object({ taxonomy: z.string(), slug: z.string().optional(), name: z.string() })),
  /** Facts of a product, fields that the owner has chosen, and results of the filter `itih_post_fields`. */
  fields: z.array(z.object({ label: z.string(), value: z.string() })),
  permalink: z.string(),
  language: z.string(),
  modified: z.string(),
  /** Changes with terms and fields, whose changes leave `modified` as it is; absent where there are none. */
  facts: z.string().max(8).optional(),
  /** When it was published: UTC ISO 8601. */
  published: z.string().optional(),
  /** The front page, or in a navigation menu. */
  prominent: z.boolean().optional(),
});
export type BridgePost = z.infer<typeof bridgePost>;

/**
 * `GET bridge/posts?ids=1,2` or `?after=<id>&limit=&post_types=a,b`: only public posts, by id. `ids` with `open=1`:
 * all that visitors can view, also those that the owner keeps out of the chat.
 */
export const bridgePosts = z.object({
  posts: z.array(bridgePost),
  /** Last id of the page, to be sent as `after`; null on the last page. */
  next: z.number().int().nullable(),
});

/**
 * `GET bridge/digest?after=&limit=&post_types=`: public posts without their text. `?ids=1,2`, up to 100:
 * those of the posts and files of the media library that are public at this moment.
 */
export const bridgeDigest = z.object({
  posts: z.array(
    z.object({
      id: z.number().int(),
      modified: z.string(),
      /** As in `bridgePost`. */
      facts: z.string().max(8).optional(),
      /** The address of a file. Empty when a filter of the site fails. */
      permalink: z.string(),
      /** As in `bridgePost`; absent in answers about named posts. */
      prominent: z.boolean().optional(),
    }),
  ),
  next: z.number().int().nullable(),
  /** Number on all pages, including posts that the filter `itih_post_is_public` excludes. */
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

/** `POST bridge/budget`: mails the owner that most of a day's or a month's tokens are used. */
export const bridgeBudget = z.object({
  unit: z.enum(['day', 'month']),
  used: z.number().int(),
  limit: z.number().int(),
  /** UTC ISO 8601. */
  ends_at: z.string(),
});
/** False: the site cannot send mails. */
export const bridgeBudgetReply = z.object({ sent: z.boolean() });
export type BridgeBudget = z.infer<typeof bridgeBudget>;

/** `POST bridge/week`: mails the owner the conversations of seven days, and the questions that are unanswered now. */
export const bridgeWeek = z.object({
  conversations: z.number().int(),
  unanswered: z.number().int(),
});
/** False: the site cannot send mails. */
export const bridgeWeekReply = z.object({ sent: z.boolean() });
export type BridgeWeek = z.infer<typeof bridgeWeek>;

/** `POST bridge/mail`: mails a conversation to the address in `chat.mail_to`. */
export const bridgeMail = mailRequest
  .required()
  .omit({ session_id: true })
  .extend({
    /** Oldest first; below an answer its sources and further pages, a line each. */
    turns: z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.string() })),
  });
/** False: the site cannot send mails. */
export const bridgeMailReply = z.object({ sent: z.boolean() });
export type BridgeMail = z.infer<typeof bridgeMail>;

/** `POST bridge/ai`: has the AI that is connected to WordPress (7.0) write an answer. The last message is a user's. */
export const bridgeAi = z.object({
  system: z.string(),
  messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.string() })).min(1),
  max_tokens: z.number().int(),
  /** Models that WordPress takes before others, the best first. */
  prefer: z.array(z.string()).min(1),
  /** For which WordPress waits for the vendor. */
  seconds: z.number().int(),
});
export type BridgeAi = z.infer<typeof bridgeAi>;
export const bridgeAiReply = z.union([
  z.object({
    text: z.string(),
    /** Which one wrote it. */
    model: z.string(),
    finish: z.enum(['stop', 'length', 'refusal']),
    /** Absent: the vendor does not count. */
    usage: z
      .object({ prompt_tokens: z.number().int(), completion_tokens: z.number().int() })
      .optional(),
  }),
  /** `code`: of WordPress' error, `unsupported` before 7.0, or `unconnected`. */
  z.object({
    error: z.object({ code: z.string(), status: z.number().int(), message: z.string() }),
  }),
]);
export type BridgeAiReply = z.infer<typeof bridgeAiReply>;

/** `GET bridge/transport?public=`: tests how answers reach visitors, and stores the best way that works. */
export const bridgeTransport = z.object({
  /** Empty: the site could not call itself. */
  use: z.enum(['edge', 'accel', 'relay', 'sync', '']),
  /** Sentences for the owner. */
  says: z.string(),
  /** Configuration of web servers; `public` is the address of the sidecar's port for visitors. */
  snippets: z.object({ nginx: z.string(), apache: z.string(), caddy: z.string() }),
});
export type BridgeTransport = z.infer<typeof bridgeTransport>;
