import { z } from 'zod';

/** Every error code a client can meet, with its HTTP status. */
export const errorStatus = {
  invalid_request: 400,
  empty_message: 400,
  message_too_long: 400,
  invalid_signature: 401,
  /** The call names another site than the sidecar, or the plugin, belongs to. */
  wrong_site: 403,
  rest_forbidden: 403,
  rest_cookie_invalid_nonce: 403,
  invalid_session: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_type: 415,
  blocked_address: 422,
  no_text: 422,
  rate_limited: 429,
  budget_exhausted: 429,
  internal_error: 500,
  provider_error: 502,
  sidecar_unavailable: 503,
  not_configured: 503,
  overloaded: 503,
  provider_timeout: 504,
} as const;

export type ErrorCode = keyof typeof errorStatus;

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
    /** `wrong_site`: the address of the site that the sidecar serves. */
    site: z.string().optional(),
    /** `message` says more than its code's usual sentence does. */
    specific: z.literal(true).optional(),
  }),
});
export type ErrorBody = z.infer<typeof errorBody>;
