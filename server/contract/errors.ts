import { z } from 'zod';

interface ErrorKind {
  /** HTTP status. */
  status: number;
  /** Sentence for visitors and owners; `npm run contract` hands it to translators in the plugin. */
  message: string;
  /** The same call may succeed later. */
  retryable?: true;
}

const unavailable = 'The chat is not available right now. Please try again later.';

/** Every error code that a client can meet. */
export const errors = {
  invalid_request: { status: 400, message: 'The request is not valid.' },
  empty_message: { status: 400, message: 'Please write a message first.' },
  message_too_long: { status: 400, message: 'This message is too long.' },
  invalid_signature: { status: 401, message: 'The request is not signed correctly.' },
  /** The call names another site than the sidecar, or the plugin, belongs to. */
  wrong_site: { status: 403, message: unavailable },
  rest_forbidden: { status: 403, message: 'Sorry, you are not allowed to do that.' },
  rest_cookie_invalid_nonce: { status: 403, message: 'The page has expired. Please try again.' },
  invalid_session: {
    status: 403,
    message: 'This conversation belongs to someone else or has ended.',
  },
  consent_required: { status: 403, message: 'Please agree to the notice of this chat first.' },
  /** The chat is switched off, or not for this visitor. */
  chat_disabled: { status: 403, message: 'The chat is not available right now.' },
  not_found: { status: 404, message: 'There is nothing here.' },
  conflict: { status: 409, message: 'This is being worked on already.' },
  too_large: { status: 413, message: 'This is too large.' },
  unsupported_type: { status: 415, message: 'This type of content cannot be read.' },
  blocked_address: { status: 422, message: 'This address may not be fetched.' },
  no_text: { status: 422, message: 'No readable text was found.' },
  rate_limited: {
    status: 429,
    message: 'Too many messages. Please wait a moment.',
    retryable: true,
  },
  budget_exhausted: { status: 429, message: 'The chat has reached its limit for now.' },
  internal_error: { status: 500, message: 'Something went wrong.' },
  provider_error: {
    status: 502,
    message: 'The language model could not answer. Please try again.',
    retryable: true,
  },
  sidecar_unavailable: { status: 503, message: unavailable, retryable: true },
  /** Plugin and sidecar do not speak the same protocol. */
  incompatible_version: { status: 503, message: unavailable },
  /** The tables were made by a newer sidecar. */
  newer_database: { status: 503, message: unavailable },
  /** A table of another program has a name that the sidecar needs. */
  foreign_tables: { status: 503, message: unavailable },
  not_configured: { status: 503, message: 'The chat is not set up yet.' },
  overloaded: {
    status: 503,
    message: 'The chat is very busy. Please try again in a moment.',
    retryable: true,
  },
  provider_timeout: {
    status: 504,
    message: 'The language model took too long. Please try again.',
    retryable: true,
  },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof errors;

/** The body of every error response: WordPress' own shape, so `apiFetch` understands it. */
export const errorBody = z.object({
  code: z.string(),
  message: z.string(),
  data: z.looseObject({
    status: z.number().int(),
    /** `invalid_request`: path of the field → what is wrong with it. */
    fields: z.record(z.string(), z.string()).optional(),
    /** `rate_limited`, `budget_exhausted`, `overloaded`: seconds; the same number as `Retry-After`. */
    retry_after: z.number().int().optional(),
    /** `budget_exhausted`: the owner's line that says how to reach a person. */
    contact: z.string().optional(),
    /** `wrong_site`: the address of the site that the sidecar serves. */
    site: z.string().optional(),
    /** `sidecar_unavailable`, told to owners by the plugin: `reason` of contact() in plugin-shim/includes/contact.php. */
    reason: z.string().optional(),
    /** `consent_required`: the text that the visitor has to agree to. */
    consent: z.string().optional(),
    /** Status 500 and above: the id by which the reason is found in the sidecar's log. */
    request_id: z.string().optional(),
    /** `message` is more specific than the code's sentence. */
    specific: z.literal(true).optional(),
  }),
});
export type ErrorBody = z.infer<typeof errorBody>;
